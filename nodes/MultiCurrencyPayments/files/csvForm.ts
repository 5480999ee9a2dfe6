import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import type { ItemCall } from '../run/itemCall';
import { asText } from '../../../core/text/asText';
import { PLAIN, type CsvForm } from './recordLines';

/** The forms that a user may choose; what they are called is saved in workflows. */
const FORMS: ReadonlyMap<string, CsvForm> = new Map([
	['plain', PLAIN],
	['spreadsheet', { ...PLAIN, hasByteOrderMark: true }],
	['spreadsheetDecimalComma', { ...PLAIN, hasByteOrderMark: true, separator: ';', hasDecimalCommas: true }],
]);

/** @param displayOptions where the file may be CSV */
export const csvFormFields = (displayOptions: IDisplayOptions): INodeProperties[] => [
	{
		displayName: 'CSV Form',
		name: 'csvForm',
		type: 'options',
		options: [
			{ name: 'For Programs', value: 'plain', description: 'Commas, UTF-8' },
			{
				name: 'For Spreadsheets',
				value: 'spreadsheet',
				description: 'Commas, with a byte order mark, so that names of every script are shown as they are',
			},
			{
				name: 'For Spreadsheets With Decimal Commas',
				value: 'spreadsheetDecimalComma',
				description: 'Semicolons, amounts such as 1250,50, with a byte order mark',
			},
		],
		default: 'plain',
		displayOptions,
		description:
			'Who reads the file. A spreadsheet takes it for another encoding, or 10.07 for a day, where its form is not the one that it expects.',
	},
	{
		displayName: 'Keep Formulas',
		name: 'keepFormulas',
		type: 'boolean',
		default: false,
		displayOptions,
		description:
			'Whether to leave texts that begin with =, +, - or @ as they are. A spreadsheet runs them as formulas, so otherwise an apostrophe is put before them.',
	},
];

/** What both fields say. @throws NodeOperationError when an expression gives no form that there is */
export function csvFormOf(item: ItemCall): CsvForm {
	const { csvForm, keepFormulas } = item.options;
	const form = FORMS.get(asText(csvForm) || 'plain');
	if (form) return { ...form, keepFormulas: item.parsedFlag(keepFormulas, 'Keep Formulas') };
	throw item.refusal(`CSV Form must be ${[...FORMS.keys()].join(' or ')}`, 'Correct the expression, or use the list.');
}
