import type { INodeProperties } from 'n8n-workflow';
import { readList } from '../../../../core/paging';
import { identifyEntry, historyPages } from '../../../service/balances';
import { PAGE_SIZE } from '../../../service/lists';
import { outputFieldOf, outputFileField } from '../../files/outputFile';
import { readOptions } from '../../form/fields';
import { limitOf, periodFields, periodOf, returnAllFields } from '../../form/filters';
import { asItems } from '../../form/presentation';
import { recordLines } from '../../files/recordLines';
import type { Operation } from '../../operation';
import { entriesOfWindows } from './windows';

const outputFields: INodeProperties[] = [
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
			{ name: 'NDJSON File', value: 'ndjson', description: 'One line per entry, as the service sent it' },
		],
		default: 'items',
		description: 'A file is lighter than items when the history is long',
	},
	{ ...outputFileField, displayOptions: { show: { output: ['csv', 'ndjson'] } } },
];

export const getHistory: Operation = {
	value: 'getHistory',
	name: 'Get History',
	action: 'Get balance history',
	description: 'List everything that changed the balance in a period, newest first. Moves no money.',
	properties: [
		...returnAllFields,
		...periodFields,
		...outputFields,
		{
			...readOptions,
			options: [
				{
					displayName: 'Page Size',
					name: 'pageSize',
					type: 'number',
					typeOptions: { minValue: 1 },
					default: PAGE_SIZE,
					description: 'How many entries one request fetches',
				},
				{
					displayName: 'Parallel Windows',
					name: 'parallelWindows',
					type: 'number',
					typeOptions: { minValue: 1 },
					default: 1,
					description: 'Into how many parts the period is cut; the parts are read at the same time',
				},
				...(readOptions.options as INodeProperties[]),
			],
		},
	],
	async execute(item) {
		const { pageSize, parallelWindows } = item.collection('options');
		const size = typeof pageSize === 'number' ? pageSize : PAGE_SIZE;
		const windows = typeof parallelWindows === 'number' ? Math.max(1, Math.floor(parallelWindows)) : 1;
		const period = periodOf(item);
		const limit = limitOf(item);
		const entries =
			windows === 1
				? await readList(historyPages(item.client, period, Math.min(size, limit)), identifyEntry, limit)
				: await entriesOfWindows(item.client, period, size, windows, limit);
		const output = item.text('output');
		if (output !== 'csv' && output !== 'ndjson') return asItems(...entries);
		const file = Buffer.concat([...recordLines(entries, output)]);
		const mimeType = output === 'csv' ? 'text/csv' : 'application/x-ndjson';
		const field = outputFieldOf(item);
		const binary = await item.n8n.helpers.prepareBinaryData(file, `balance-history.${output}`, mimeType);
		return [
			{
				json: { entries: entries.length, from_date: period.from.toISOString(), to_date: period.to.toISOString() },
				binary: { [field]: binary },
			},
		];
	},
};
