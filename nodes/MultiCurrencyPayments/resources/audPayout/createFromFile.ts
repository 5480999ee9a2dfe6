import type { IDataObject } from 'n8n-workflow';
import type { AudPayout, AudPayoutFileBody } from '../../../../contract';
import { asUtcWithoutOffset } from '../../../../core/time/dates';
import { digestOf } from '../../../../core/digest';
import { facts } from '../../../../core/payments/facts';
import { wordsOf, type Movement } from '../../../../core/payments/guards';
import { faultOf, faultOfBsb, faultOfEmail } from '../../../../core/payments/identifiers';
import { identifies } from '../../../service/answers';
import { additionalFields, externalIdField, recordOptions, scheduledAtField, writeOptions } from '../../form/fields';
import { csvRows } from '../../files/recordLines';
import { inputFileField, multipartForm, readInputFile, type InputFile } from '../../files/inputFile';
import type { ItemCall } from '../../run/itemCall';
import { notificationFields, notificationTarget, withTriggerPath, type Notify } from '../../form/notification';
import { externalIdOf } from '../../money/externalId';
import { payOnce } from '../../money/payOnce';
import { asItems, withOutcome } from '../../form/presentation';
import type { Operation } from '../../operation';
import { batchIn, withEnd } from './audPayoutAnswer';
import { isRetryOf } from './audPayoutBatch';
import { presentAudBatch } from './audPayoutRecord';
import { descriptionField, retryField } from './create';

export const createFromFile: Operation = {
	value: 'createFromFile',
	name: 'Create From File',
	action: 'Create AUD payout from file',
	verb: 'paid',
	description: 'Moves money out of the account, once per External ID. Pay everybody in a CSV or Excel file, in AUD.',
	properties: [
		externalIdField('file', 'wages-2031-03'),
		{
			...inputFileField,
			hint: 'The name of the input binary field containing the .csv or .xlsx file, with the columns payee, email, amount, and either payid and payid_type or bsb and account_number',
		},
		descriptionField,
		{
			...scheduledAtField,
			description: 'When the payouts are to be processed; sent in UTC. The service may demand it.',
		},
		...notificationFields,
		additionalFields(retryField),
		...recordOptions(withTriggerPath(writeOptions)),
	],
	execute: async (item) => asItems(presentAudBatch(item, await payFile(item, notificationTarget(item)))),
};

/** Sends the file once. The service cannot be asked for AUD payouts, so an unclear send is reported and never repeated. */
async function payFile(item: ItemCall, notify: Notify): Promise<IDataObject> {
	const externalId = externalIdOf(item);
	const description = item.text('paymentDescription') || undefined;
	const scheduled = item.date('scheduledAt', 'Scheduled At');
	const isRetry = isRetryOf(item);
	const file = await readInputFile(item);
	const { name, mimeType } = namedFile(file);
	const table = tableIn(file, mimeType);
	checkAddressing(item, table);
	checkIdentifiers(item, table);
	const { guard } = item.client;
	const moves = guard?.looksAtPayments ? movementsIn(item, externalId, file, table) : [];
	guard?.assertEach(moves);
	const paid = await payOnce(item, {
		kind: 'AUD payout file',
		externalId,
		facts: facts({ currency: 'AUD', file: digestOf(file.content.toString('latin1')) }),
		send: async () => {
			const fields: Omit<AudPayoutFileBody, 'file'> = {
				scheduled_at: scheduled && asUtcWithoutOffset(scheduled),
				description,
				is_retry: isRetry === undefined ? undefined : isRetry ? 'true' : 'false',
				external_id: externalId,
				...notify(externalId),
			};
			const { body, contentType } = multipartForm(fields, { field: 'file', name, mimeType, content: file.content });
			const headers = { 'content-type': contentType };
			const request = { method: 'POST' as const, path: '/v1/payouts', body, headers, moves };
			const batch = await item.client.write<AudPayout>(request, identifies);
			return withEnd(batchIn(batch, 0)) as IDataObject;
		},
		find: null,
	});
	return withOutcome(paid, externalId);
}

const MIME_TYPES = { csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };

/** Most rows that a message names. */
const MOST_NAMED = 10;

/**
 * The name and the type under which a file of payouts is sent: those of its ending or, without one, of its type. The
 * service decides which files it takes (specification: "v1: AUD payouts", file-based variant).
 */
function namedFile({ name, mimeType }: InputFile): { name: string; mimeType: string } {
	const [, ending] = /\.(csv|xlsx)$/i.exec(name) ?? [];
	if (ending !== undefined) return { name, mimeType: MIME_TYPES[ending.toLowerCase() as keyof typeof MIME_TYPES] };
	const [known] = Object.entries(MIME_TYPES).find(([, type]) => type === mimeType) ?? [];
	return { name: `${name || 'payouts'}${known === undefined ? '' : `.${known}`}`, mimeType };
}

type PayoutTable = ReturnType<typeof tableIn>;

type TableRow = PayoutTable['rows'][number];

/**
 * The table of a CSV file; empty for a workbook, which only the service reads. Names of columns are in small letters. A row has
 * the number that a spreadsheet shows for it, and an empty value where the table has no such column.
 */
function tableIn({ content }: InputFile, mimeType: string) {
	const [names, ...rows] = mimeType === MIME_TYPES.csv ? csvRows(content.toString('utf8')) : [];
	const header = names?.cells.map((name) => name.toLowerCase()) ?? [];
	const valueOf = (cells: string[]) => (column: string) => cells[header.indexOf(column)] ?? '';
	return { header, rows: rows.map(({ number, cells }) => ({ number, value: valueOf(cells) })) };
}

/** A payid_type by itself names no address: the service judges it. */
const hasPayid = ({ value }: TableRow): boolean => value('payid') !== '';

const hasBankAccount = ({ value }: TableRow): boolean => value('bsb') !== '' || value('account_number') !== '';

/**
 * Checks a table against the addressing rule (specification: "v1: AUD payouts"): one row carries one address, and all
 * rows the same kind. Columns with other names are left to the service.
 * @throws naming the rows
 */
function checkAddressing(item: ItemCall, { rows }: PayoutTable): void {
	const [payid, bankAccount] = [rows.filter(hasPayid), rows.filter(hasBankAccount)];
	const both = payid.filter(hasBankAccount);
	if (both.length > 0) {
		throw item.refusal(
			`The file has both a PayID and a bank account in ${named(both)}`,
			'Leave one of them empty in each row: the payment service takes one address per transaction.',
		);
	}
	if (payid.length > 0 && bankAccount.length > 0) {
		throw item.refusal(
			`The file mixes PayIDs (${named(payid)}) and bank accounts (${named(bankAccount)})`,
			'Split it into two files: the payment service takes one kind per request.',
		);
	}
}

/** The columns whose cells are copied from somewhere, sign by sign. */
const IDENTIFIERS = { payid: faultOf, bsb: faultOfBsb, account_number: faultOf, email: faultOfEmail };

/** What is wrong with the identifiers of a row. */
const faultsIn = ({ value }: TableRow): { what: string; remedy: string }[] =>
	Object.entries(IDENTIFIERS).flatMap(([column, faultIn]) => {
		const fault = value(column) === '' ? undefined : faultIn(value(column));
		return fault ? [{ what: `${column} ${fault.message}`, remedy: fault.description }] : [];
	});

/** Checks accounts and emails as Create does. @throws naming the rows in which one is not what was typed any more */
function checkIdentifiers(item: ItemCall, { rows }: PayoutTable): void {
	const [first] = rows.flatMap(faultsIn);
	if (!first) return;
	const damaged = rows.filter((row) => faultsIn(row).some(({ what }) => what === first.what));
	throw item.refusal(`The file cannot be paid: ${first.what}, in ${named(damaged)}`, first.remedy);
}

/** One row on one line, whose cells are without quotes or wholly in quotes. */
const PLAIN_LINE = /^(?:"(?:[^"]|"")*"|[^",]*)(?:,(?:"(?:[^"]|"")*"|[^",]*))*$/;

/** What some take for the end of a line, or for nothing. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** What a file pays, for the guards of the credential. @throws NodeOperationError where that cannot be read */
function movementsIn(
	item: ItemCall,
	externalId: string,
	{ content }: InputFile,
	{ header, rows }: PayoutTable,
): Movement[] {
	const text = content.toString('utf8').replace(/^\uFEFF/, '');
	const lines = text.split(/\r\n|\r|\n/).filter((line) => line !== '');
	const columns = header.filter((name) => name !== '');
	// Of two columns of one name, the service might read the other one; what is unusual, it might read as other rows.
	const isPlain =
		rows.length > 0 && lines.every((line) => PLAIN_LINE.test(line) && !CONTROL.test(line.replaceAll('\t', '')));
	if (!isPlain || !header.includes('amount') || new Set(columns).size < columns.length) {
		throw item.refusal(
			'What this file pays cannot be read, and the credential limits it',
			'Hand in a CSV file with the columns payee, email, amount, and payid or bsb and account_number, or pay with Create.',
		);
	}
	return rows.map(({ number, value }) => {
		const [payid, bsb, account] = [value('payid'), value('bsb'), value('account_number')];
		return {
			key: `row ${number}`,
			identity: `file ${externalId} row ${number}`,
			amount: item.parsedAmount(value('amount'), `Amount in row ${number}`),
			currency: 'AUD',
			destination: wordsOf(payid === '' ? { bsb, account } : { payid }),
		};
	});
}

function named(rows: TableRow[]): string {
	const numbers = rows.map(({ number }) => number);
	const listed = numbers.slice(0, MOST_NAMED).join(', ');
	const more = rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more` : '';
	return `${rows.length === 1 ? 'row' : 'rows'} ${listed}${more}`;
}
