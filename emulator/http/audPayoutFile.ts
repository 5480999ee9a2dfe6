import { parse, CsvError } from 'csv-parse/sync';
import type { AudPayoutTransactionDetail } from '../../contract/audPayouts';
import type { BodyOf } from '../../contract/endpoints';
import { unprocessable } from '../engine/serviceError';
import { validate } from './validation';

type Form = BodyOf<'v1.payouts.createFromFile'>;

const textColumns = ['email', 'address', 'payid', 'payid_type', 'bsb', 'account_number', 'external_id'] as const;
const requiredColumns = ['payee', 'amount'] as const;

/** A row as the JSON request would carry it; empty cells are absent. */
function detailOf(row: Readonly<Record<string, string>>): Record<string, unknown> {
	const detail: Record<string, unknown> = { payee: row['payee'], amount: Number(row['amount']) };
	for (const column of textColumns) if (row[column]) detail[column] = row[column];
	return detail;
}

/**
 * Reads the payout file of `POST /v1/payouts`: CSV whose header row names the fields of the JSON request, checked by the same
 * rules. The service also takes workbooks (.xlsx); the emulator refuses them with a message.
 * @throws ServiceError 422
 */
export async function readAudPayoutFile(form: Form): Promise<AudPayoutTransactionDetail[]> {
	const { file, ...rest } = form;
	if (/\.xlsx$/i.test(file.name))
		throw unprocessable({ file: 'is a workbook, which the emulator does not read: upload the same rows as .csv' });
	let rows: Record<string, string>[];
	try {
		rows = parse(await file.text(), { columns: true, bom: true, trim: true, skip_empty_lines: true });
	} catch (error) {
		if (error instanceof CsvError) throw unprocessable({ file: `cannot be read: ${error.message}` });
		throw error;
	}
	const [first] = rows;
	if (!first) throw unprocessable({ file: 'has no rows' });
	const missing = requiredColumns.filter((column) => !(column in first));
	if (missing.length > 0) throw unprocessable({ file: `lacks the columns ${missing.join(', ')}` });
	const body = { ...rest, is_retry: form.is_retry === 'true', payout_transaction_details: rows.map(detailOf) };
	const checked = validate('v1.payouts.create', { query: {}, params: {}, body });
	return (checked.body as BodyOf<'v1.payouts.create'>).payout_transaction_details;
}
