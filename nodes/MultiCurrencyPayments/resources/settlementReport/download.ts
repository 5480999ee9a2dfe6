import type { SettlementReport } from '../../../../contract';
import { attemptNow } from '../../../../core/attempt';
import { readPages, UnknownListError } from '../../../../core/service/paging';
import { exceptWhere, isRefusalOfValues } from '../../../service/failure';
import { CLOCKS_DIFFER, lookUpPeriod, periodQuery } from '../../../service/period';
import {
	beginsWithNewest,
	identifyReport,
	isOfFrequency,
	lacksFile,
	madeAt,
	reportPages,
} from '../../../service/settlements';
import { pickerModes, readOptions } from '../../form/fields';
import type { ItemCall } from '../../run/itemCall';
import { NEWEST_REPORT } from '../../form/pickers';
import { fetchPresigned } from '../../files/presignedFile';
import { fileName, outputFieldOf, outputFileField, storePieces } from '../../files/outputFile';
import type { Operation } from '../../operation';

/** How often settlement reports close (specification: "Settlement report entry"). */
export const FREQUENCIES = [
	{ name: 'Daily', value: 'daily' },
	{ name: 'Monthly', value: 'monthly' },
];

/** The kinds of files, as the endings of their names. That of XLS is missing: programs give it to CSV files, too. */
const MIME_TYPES: ReadonlyMap<string, string> = new Map([
	['csv', 'text/csv'],
	['html', 'text/html'],
	['json', 'application/json'],
	['pdf', 'application/pdf'],
	['tsv', 'text/tab-separated-values'],
	['txt', 'text/plain'],
	['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
	['xml', 'application/xml'],
	['zip', 'application/zip'],
]);

export const download: Operation = {
	value: 'download',
	name: 'Download',
	action: 'Download settlement report',
	description: 'Fetch the file of a settlement report',
	properties: [
		{
			displayName: 'Report',
			name: 'reportId',
			type: 'resourceLocator',
			default: { mode: 'list', value: NEWEST_REPORT, cachedResultName: 'Newest Report' },
			required: true,
			description: 'The list shows the latest reports first. By ID, “latest” stands for the newest one.',
			...pickerModes('Choose a report…', 'searchSettlementReports', 'latest'),
		},
		{
			displayName: 'Report Frequency',
			name: 'reportFrequency',
			type: 'options',
			options: [{ name: 'Any', value: 'any' }, ...FREQUENCIES],
			default: 'any',
			description: 'Of which reports Newest Report is the newest. Daily and monthly ones may close at the same time.',
		},
		outputFileField,
		readOptions,
	],
	async execute(item) {
		const id = item.requiredText('reportId', 'Report');
		const field = outputFieldOf(item);
		const found = await findReport(item, id);
		if (lacksFile(found))
			throw item.refusal(`The settlement report ${identifyReport(found)} has no file yet`, 'Run the node again later.');
		let { file_url: address, ...report } = found;
		const [given, shown] = [found.file_name, found.file_type].map(textIn);
		const kind = kindOf(shown ?? '');
		const isKnown = MIME_TYPES.has(kind);
		const name = fileName(given ?? nameIn(address), `settlement-report${isKnown ? `.${kind}` : ''}`);
		const type = isKnown ? kind : (/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? kind);
		const binary = await fetchPresigned(
			item,
			type,
			address,
			async () => {
				({ file_url: address, ...report } = await findReport(item, String(found.id)));
				return address;
			},
			async (file) => await storePieces(item, file, name, MIME_TYPES.get(type) ?? 'application/octet-stream'),
		);
		return [{ json: report, binary: { [field]: binary } }];
	},
};

/** A text that a report shows: a service may show something else in its place. */
const textIn = (shown: unknown): string | undefined => (typeof shown === 'string' ? shown : undefined);

/** The kind of file that a report shows, as an ending or as a MIME type, however that is written. */
function kindOf(shown: string): string {
	const written = shown.toLowerCase().replace(/;.*/s, '').trim();
	const [named] = [...MIME_TYPES].find(([, type]) => type === written) ?? [];
	return named ?? written.replace(/^.*\//s, '').replace(/^[\s.*]+/, '');
}

/** The name at the end of an address, where it has an ending: the specification does not show the name of the file. */
function nameIn(address: string): string {
	const path = attemptNow(() => decodeURIComponent(new URL(address).pathname));
	return 'value' in path && /\.\w+$/.test(path.value) ? path.value : '';
}

type Filters = { report_frequency?: string; from_date?: string; to_date?: string };

async function findReport(item: ItemCall, id: string): Promise<SettlementReport> {
	const named = item.text('reportFrequency').toLowerCase();
	const frequency = named === 'any' || named === '' ? undefined : named;
	const isNewest = id === NEWEST_REPORT;
	const isUnlisted = (failure: unknown) => failure instanceof UnknownListError || isRefusalOfValues(failure);
	const filters = { report_frequency: frequency };
	const now = Date.now() - CLOCKS_DIFFER;
	const dates = periodQuery({ ...lookUpPeriod(now), to: new Date(now) });
	const found =
		// The frequency chooses the newest report alone. But the service may refuse to list all, or not tell whether it has.
		(isNewest || !frequency ? undefined : await exceptWhere(isUnlisted, () => reportAmong(item, id, {}))) ??
		(await reportAmong(item, id, filters)) ??
		// Without dates the service may list the newest alone.
		(await exceptWhere(isRefusalOfValues, () => reportAmong(item, id, { ...filters, ...dates })));
	if (found) return found;
	throw item.refusal(
		isNewest
			? `There is no ${[frequency, 'settlement report'].filter(Boolean).join(' ')} yet`
			: `There is no settlement report ${id}`,
		'Choose a report from the list: it shows those of this account.',
	);
}

/** The report with this ID, or the newest one, among those that pass filters. */
async function reportAmong(item: ItemCall, id: string, filters: Filters): Promise<SettlementReport | undefined> {
	const { report_frequency: frequency } = filters;
	let newest: SettlementReport | undefined;
	for await (const all of readPages(reportPages(item.client, filters), identifyReport)) {
		const named = all.find((each) => identifyReport(each) === id);
		if (named) return named;
		const page = all.filter((each) => isOfFrequency(each, frequency) && !lacksFile(each));
		if (id !== NEWEST_REPORT || page.length === 0) continue;
		if (newest === undefined && beginsWithNewest(page)) return page[0];
		newest = page.reduce((one, other) => (madeAt(other) > madeAt(one) ? other : one), newest ?? page[0]);
	}
	return newest;
}
