import { Listr } from 'listr2';
import type { Emulator } from '../../emulator/server';
import { filesFolder, type RunningN8n } from '../../runtime/n8n';
import { N8nClient } from '../../runtime/n8nClient';
import type { Finding } from '../job';
import { PROGRESS } from '../story';
import { findEvents, findFailures, findMistakes, findPayments, findReconciled } from './findings';
import { Month } from './month';
import type { PaymentDay } from './service';
import { paidTable, previewTable, reconciliationTable, type Table } from './tables';

/** What one step of the month passes on to the next, and what they leave behind. */
export interface MonthStory {
	emulator: Emulator;
	n8n: RunningN8n;
	userFolder: string;
	day: PaymentDay;
	month: Month;
	/** The balances of the accounts before the day. */
	before: Readonly<Record<string, string>>;
	findings: Finding[];
	tables: Table[];
}

/** A story to which nothing has happened yet. */
export const beginStory = (day: PaymentDay, userFolder: string) =>
	({ day, userFolder, findings: [] as Finding[], tables: [] as Table[] }) as MonthStory;

/** The steps of the month. Each adds its findings and its table. */
export function monthSteps() {
	return new Listr<MonthStory>(
		[
			{
				title: 'One credential with five accounts, and two payments in advance',
				async task(story) {
					const { n8n, emulator, userFolder, day } = story;
					const client = await N8nClient.connect(n8n.url);
					story.month = await Month.begin({ client, emulator, folder: filesFolder(userFolder), day });
					story.before = await story.month.balances();
				},
			},
			{
				title: 'Preview a sheet of 500 payees with mistakes in it',
				async task({ month, findings, tables }) {
					const preview = await month.previewMistakes();
					findings.push(await findMistakes(month, preview));
					tables.push(previewTable(preview));
				},
			},
			{
				title: 'Correct the sheet and pay everybody in one run, while one account refuses and one answer is lost',
				async task(story) {
					const { month, findings, tables } = story;
					const { toCorrect } = await month.previewCorrected();
					if (toCorrect.length > 0) throw new Error(`The corrected sheet has ${toCorrect.length} rows to correct.`);
					const paid = await month.pay();
					findings.push(...(await findPayments(month, paid)), await findFailures(month, paid));
					tables.push(paidTable(paid));
				},
			},
			{
				title: 'Receive the events of all accounts with one trigger',
				async task({ month, findings }) {
					findings.push(findEvents(await month.events()));
				},
			},
			{
				title: 'The next day: reconcile the sheet with history and settlement reports',
				async task({ month, before, findings, tables }) {
					const items = await month.reconcile();
					findings.push(...findReconciled(items, before, await month.balances()));
					tables.push(reconciliationTable(items));
				},
			},
		],
		PROGRESS,
	);
}
