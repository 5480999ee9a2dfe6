import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { instantOf } from '../../../core/time/dates';
import { inCurrency } from '../../../core/money';
import { isObject, isObjectOrList } from '../../../core/objects';
import { joined } from '../../../core/text/explained';
import { TimeSlice } from '../../service/time';
import { isEmpty } from '../run/itemCall';
import { asText } from '../../../core/text/values';

/** A record, or a list of them, as output items; the node links them to the item they came from. */
export function asItems(records: object | readonly object[]): INodeExecutionData[] {
	const list: readonly object[] = Array.isArray(records) ? records : [records];
	return list.map((record) => ({ json: isObject(record) ? (record as IDataObject) : { value: record } }));
}

/** A list of any length as output items. It lets n8n serve others meanwhile. @param limit of the items: a record may become several */
export async function presentAll<T extends object>(
	records: readonly T[],
	present: (record: T) => object,
	limit = Infinity,
): Promise<INodeExecutionData[]> {
	const slice = new TimeSlice();
	const items: INodeExecutionData[] = [];
	for (const record of records) {
		if (items.length >= limit) break;
		items.push(...asItems(present(record)));
		if (slice.isOver) await slice.giveWay();
	}
	return items.slice(0, limit);
}

/**
 * A record that was created or found, with the External ID by which it is found again.
 * @param note what the user has to know about it; empty for nothing. Default: that it has expired, where it has
 */
export function withOutcome(
	{ record, outcome, isBare }: { record: IDataObject; outcome: 'created' | 'found'; isBare?: true },
	externalId: string,
	note = noteOnExpiry(record.status, record),
): IDataObject {
	const own = { external_id: externalId, outcome };
	const notes = joined(asText(record.note), isBare ? WITHOUT_RECORD : note);
	return { ...own, ...record, ...own, ...(notes !== '' && { note: notes }) };
}

const WITHOUT_RECORD =
	'It was made by a run whose answer is not known here, and the service does not show it. Its dashboard does.';

/** Statuses of what nobody has paid, in lower case. A record that was remembered since it was made need not have one. */
const UNPAID = ['pending', 'active', 'created', ''];

/** What a user should know of a request for money that is handed on: a service may go on showing it as pending. */
export function noteOnExpiry(status: unknown, record: object): string | undefined {
	return UNPAID.includes(asText(status).toLowerCase()) && hasExpired(record)
		? 'It has expired, and the service does not show it as paid. Another External ID makes a new one.'
		: undefined;
}

export function hasExpired(record: { expires_at?: unknown; expired_at?: unknown }): boolean {
	const expiry = instantOf(asText(record.expires_at ?? record.expired_at));
	return expiry !== null && expiry <= Date.now();
}

/**
 * A payment as one row of a table: always the same columns, and nothing within them. What is not given, the record may hold
 * under the name of the column, as where it was such a row before. Amounts come out with the decimals of their currency. Null
 * stands for what is not known, and a list or an object becomes its JSON. A record with none of the columns has an unknown form
 * and is returned whole.
 * @param who the column of who is paid, or who pays
 * @param given what has another name in the record, and further columns, in their order
 */
export function paymentRow(
	record: IDataObject,
	who: 'payee' | 'customer',
	given: Record<string, unknown>,
): IDataObject {
	// What people read first.
	const { status, amount, currency, method, error_message } = record;
	const first = { status, [who]: record[who], amount, currency, method, error_message };
	// Of what was only read, nothing says how it came about.
	const isMade = 'outcome' in record;
	const shown: IDataObject = {};
	const columns: Record<string, unknown> = { ...first, ...given };
	let isKnown = false;
	for (const name in columns) {
		const value = isEmpty(columns[name]) ? record[name] : columns[name];
		shown[name] = cellOf(value);
		isKnown ||= shown[name] !== null;
	}
	if (!isKnown) return record;
	for (const name in shown) if (AMOUNT.test(name)) shown[name] = inCurrency(shown[name], shown.currency) ?? shown[name];
	return {
		external_id: isEmpty(record.external_id) ? null : record.external_id,
		...(isMade && { outcome: record.outcome }),
		...shown,
		...(isMade && { note: record.note ?? null }),
	};
}

const AMOUNT = /(^|_)(amount|total)$/;

function cellOf(value: unknown): string | number | boolean | null {
	if (isEmpty(value)) return null;
	if (!isObjectOrList(value)) return value as string | number | boolean;
	return Object.keys(value).length === 0 ? null : JSON.stringify(value);
}

/** Some fields of a record, in this order; those it does not have are left out. */
export function pick(record: IDataObject, fields: readonly string[]): IDataObject {
	// Plain assignments, because lists of pairs would cost more than all other work on a record.
	const picked: IDataObject = {};
	for (const field of fields) if (field in record) picked[field] = record[field];
	return picked;
}
