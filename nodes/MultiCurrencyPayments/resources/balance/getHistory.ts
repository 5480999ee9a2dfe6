import type { INodeExecutionData } from 'n8n-workflow';
import type { BalanceHistoryEntry } from '../../../../contract';
import { firstOf, kept, untilItHoldsStill } from '../../../../core/service/paging';
import { pageSizeFor } from '../../../service/lists';
import { isUntilNow } from '../../../service/period';
import { TimeSlice } from '../../../service/time';
import { csvFormFields, csvFormOf } from '../../files/recordLines';
import { outputFieldOf, outputFileField, storeRecords } from '../../files/outputFile';
import { readOptions, withOptions } from '../../form/fields';
import { isCreatedBy, limitOf, listPeriodOf, periodFields, returnAllFields } from '../../form/filters';
import type { HistoryAccount } from '../../../service/balances';
import type { Operation } from '../../operation';
import { entriesOf, WHOLE, type Reading } from './windows';

const { size: LARGE_PAGE, windows: PARTS, ahead: PAGES_AHEAD } = WHOLE;

/** The columns of a CSV file, in the order of the specification ("Balance history entry", v2). */
const COLUMNS = [
	'id',
	'amount',
	'request_type',
	'transaction_type',
	'currency',
	'payment_method',
	'status',
	'reference_id',
	'balance_detail.outgoing',
	'balance_detail.total',
	'balance_detail.fees',
	'created_at',
] as const satisfies readonly (
	keyof BalanceHistoryEntry | `balance_detail.${keyof BalanceHistoryEntry['balance_detail']}`
)[];

export const getHistory: Operation = {
	value: 'getHistory',
	name: 'Get History',
	action: 'Get balance history',
	description: 'List everything that changed the balance in a period, in the order of the service',
	properties: [
		...returnAllFields,
		...periodFields,
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{
					name: 'CSV File',
					value: 'csv',
					description: 'One line per entry; columns are the fields, nested ones with a dot',
				},
				{ name: 'Items', value: 'items', description: 'One item per entry' },
				{
					name: 'NDJSON File',
					value: 'ndjson',
					description: 'One JSON object per line, each entry as the service sent it',
				},
			],
			default: 'items',
			description: 'A file is lighter than items when the history is long',
		},
		{ ...outputFileField, displayOptions: { show: { output: ['csv', 'ndjson'] } } },
		withOptions(
			readOptions,
			...csvFormFields({ show: { '/output': ['csv'] } }),
			{
				displayName: 'Page Size',
				name: 'pageSize',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: LARGE_PAGE,
				description:
					'How many entries one request fetches. When they are too many for the service, pages become smaller.',
			},
			{
				displayName: 'Parts Read at Once',
				name: 'parallelWindows',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: PARTS,
				description:
					'Into how many parts a long period is cut, to be read at the same time. When the service is slow or asks for a pause, they are read one after the other.',
			},
		),
	],
	async execute(item) {
		const { pageSize, parallelWindows } = item.options;
		const parts = item.count(parallelWindows, 'Parts Read at Once', PARTS);
		const limit = limitOf(item);
		const period = listPeriodOf(item);
		const output = item.text('output') === '' ? 'items' : item.choice('output', 'Output', ['items', 'csv', 'ndjson']);
		const isFile = output !== 'items';
		const account: HistoryAccount = {};
		const reading: Reading = {
			tell: (told) => void Object.assign(account, told),
			size: Math.min(item.count(pageSize, 'Page Size', LARGE_PAGE), pageSizeFor(limit)),
			// The first entries come one page after the other: a second reader would fetch what nobody wants.
			windows: limit === Infinity ? parts : 1,
			ahead: limit === Infinity ? (isFile ? PAGES_AHEAD : Infinity) : 0,
		};
		const isCreated = isCreatedBy(period);
		const created = () => kept(entriesOf(item.client, period, reading), (entry) => isCreated(entry.created_at));
		const pages = () => firstOf(limit, created());
		if (!isFile)
			// A list that changes is read again from the start, so items are returned only when the list is complete.
			return await untilItHoldsStill(async () => {
				const slice = new TimeSlice();
				const items: INodeExecutionData[] = [];
				for await (const page of pages()) {
					// Each entry says whose history it is in, as the answer around it does.
					for (const entry of page) items.push({ json: Object.assign(entry, account) });
					if (slice.isOver) await slice.giveWay();
				}
				return items;
			});
		const field = outputFieldOf(item);
		const { binary, records: entries } = await storeRecords(item, {
			...{ name: 'balance-history', format: output, columns: COLUMNS },
			...{ form: csvFormOf(item), pages },
		});
		const from_date = period.from.toISOString();
		const to_date = (isUntilNow(period) && period.asked ? period.asked : period.to).toISOString();
		return [{ json: { entries, from_date, to_date, ...account }, binary: { [field]: binary } }];
	},
};
