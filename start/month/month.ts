import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, IPairedItemData } from 'n8n-workflow';
import type { Emulator } from '../../emulator/server';
import { EmulatorControl } from '../../runtime/emulatorControl';
import { failureOf, outputItems, outputJson } from '../../runtime/executionOutput';
import type { N8nClient } from '../../runtime/n8nClient';
import type { Execution, WorkflowDefinition } from '../../runtime/n8nRecords';
import type { NamedCredential } from '../../runtime/paymentCredential';
import { amountOf } from '../amounts';
import { receivedEvents, type Received } from './events';
import { sheetWithMistakes } from './mistakes';
import { morningOf, saveCredentialOfAll, TOP_UP, type PaymentDay } from './service';
import { CURRENCIES, csvOf, paidInAdvance, payees, type Payee } from './sheet';
import { eventsWorkflow, payWorkflow, previewWorkflow, reconcileWorkflow } from './workflows';

const PATIENCE_MS = 180_000;
const MINUTE_MS = 60_000;

/** Where the month takes place. */
export interface Surroundings {
	client: N8nClient;
	emulator: Pick<Emulator, 'apiUrl' | 'controlUrl'>;
	/** A folder whose files n8n may read. */
	folder: string;
	day: PaymentDay;
}

/** A row as the preview shows it. */
export interface PreviewRow {
	verdict: string;
	external_id: string | null;
	reasons: string;
}

export interface Preview {
	rows: PreviewRow[];
	/** Indexes of the rows that the workflow passes on to be corrected. */
	toCorrect: number[];
	/** One for each currency. */
	totals: IDataObject[];
}

/**
 * A month of a company that pays 500 people in five currencies from five accounts of one credential. Each step is a workflow
 * in n8n; the steps come in the order of the methods.
 */
export class Month {
	private readonly file: string;

	private constructor(
		private readonly at: Surroundings,
		private readonly credential: NamedCredential,
		/** The workflow that receives the events, and the newest execution before the month. */
		private readonly receiver: { workflowId: string; after: string },
		readonly control: EmulatorControl,
	) {
		this.file = join(at.folder, 'payees.csv');
	}

	/** Saves the credential, publishes the trigger, pays two people in advance, and begins the day of the payments. */
	static async begin(at: Surroundings): Promise<Month> {
		const { client, emulator } = at;
		const credential = await saveCredentialOfAll(client, emulator);
		const workflowId = await client.saveWorkflow(eventsWorkflow(credential));
		await client.publish(workflowId);
		const receiver = { workflowId, after: await client.newestExecution() };
		const month = new Month(at, credential, receiver, new EmulatorControl(emulator.controlUrl));
		month.write(paidInAdvance(payees()));
		await month.run(payWorkflow(credential, month.file, false));
		await month.control.moveClock(morningOf(at.day));
		return month;
	}

	/** Previews the sheet as it came in. */
	async previewMistakes(): Promise<Preview> {
		return await this.preview(sheetWithMistakes());
	}

	/** Previews the sheet after all mistakes were corrected. */
	async previewCorrected(): Promise<Preview> {
		return await this.preview(payees());
	}

	/**
	 * Pays the corrected sheet in one run, while one account refuses twice and the answer of another is lost.
	 * @returns what n8n says of each payee, in the order of the sheet
	 */
	async pay(): Promise<IDataObject[]> {
		for (const currency of CURRENCIES) await this.control.topUp(currency, TOP_UP);
		await this.control.planDeliveries({ duplicate: 1, reorder: true });
		const endpoint = 'v2.payouts.create';
		const firstOf = (currency: string) => ({
			external_id: payees().find((payee) => payee.currency === currency)?.external_id ?? '',
		});
		await this.control.fail({ endpoint, fault: 'status', status: 503, times: 2, match: firstOf('INR') });
		await this.control.fail({ endpoint, fault: 'reset', when: 'after', times: 1, match: firstOf('PHP') });
		return outputJson(await this.run(payWorkflow(this.credential, this.file, true)), 'Pay everybody');
	}

	/** Waits until the banks have paid everybody, and every notification came twice. */
	async events(): Promise<Received> {
		await this.control.moveClock(new Date(morningOf(this.at.day).getTime() + 5 * MINUTE_MS));
		await this.control.deliveriesDone();
		return await receivedEvents(this.at.client, this.control, this.receiver);
	}

	/** The next day: compares the sheet with the accounts, their history and their settlement reports. */
	async reconcile(): Promise<IDataObject[]> {
		const { start, end } = this.at.day;
		await this.control.moveClock(new Date());
		const period = { from: start.toISOString(), to: end.toISOString() };
		return outputJson(await this.run(reconcileWorkflow(this.credential, this.file, period)), 'Compare');
	}

	/** What each account holds now, by the service's own books. */
	async balances(): Promise<Readonly<Record<string, string>>> {
		const held = CURRENCIES.map(
			async (currency) => [currency, amountOf((await this.control.books(currency)).balances.available)] as const,
		);
		return Object.fromEntries(await Promise.all(held));
	}

	private async preview(sheet: readonly Payee[]): Promise<Preview> {
		this.write(sheet);
		const execution = await this.run(previewWorkflow(this.credential, this.file));
		const items = outputJson(execution, 'Preview');
		const rows = items.filter(({ kind }) => kind === 'payment') as unknown as PreviewRow[];
		const toCorrect = outputItems(execution, 'Correct these').map(
			({ pairedItem }) => (pairedItem as IPairedItemData).item,
		);
		return { rows, toCorrect, totals: items.filter(({ kind }) => kind === 'total') };
	}

	private write(sheet: readonly Payee[]): void {
		writeFileSync(this.file, csvOf(sheet));
	}

	private async run(definition: WorkflowDefinition): Promise<Execution> {
		const { client } = this.at;
		const execution = await client.runToEnd(await client.saveWorkflow(definition), PATIENCE_MS);
		const failure = failureOf(execution);
		if (failure !== undefined) throw new Error(`The workflow ${definition.name} failed: ${failure}`);
		return execution;
	}
}
