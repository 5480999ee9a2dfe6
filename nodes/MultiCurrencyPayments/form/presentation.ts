import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { instantOf } from '../../../core/dates';
import { isObject } from '../../../core/objects';
import { TimeSlice } from '../../service/timeSlice';
import type { ItemCall } from './itemCall';
import { asText } from './itemCall';

/** A record, or a list of them, as output items; the node links them to the item they came from. */
export function asItems(records: object | readonly object[]): INodeExecutionData[] {
	const list: readonly object[] = Array.isArray(records) ? records : [records];
	return list.map((record) => ({ json: isObject(record) ? (record as IDataObject) : { value: record } }));
}

/** A list of any length as output items. It lets n8n serve others meanwhile. */
export async function presentAll<T extends object>(
	records: readonly T[],
	present: (record: T) => object,
): Promise<INodeExecutionData[]> {
	const slice = new TimeSlice();
	const items: INodeExecutionData[] = [];
	for (const record of records) {
		items.push({ json: present(record) as IDataObject });
		if (slice.isOver) await slice.giveWay();
	}
	return items;
}

/**
 * A record that was created or found, with the key by which it is found again.
 * @param note what the user has to know about it; empty for nothing. Default: that it has expired, where it has
 */
export function withIdempotency(
	{ record, outcome, isBare }: { record: IDataObject; outcome: 'created' | 'found'; isBare?: true },
	key: string,
	note = isBare ? WITHOUT_RECORD : noteOnExpiry(record.status, record),
): IDataObject {
	return { ...record, idempotency: { outcome, external_id: key, ...(note && { note }) } };
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

export function hasExpired({
	expires_at: at,
	expired_at: by,
}: {
	expires_at?: unknown;
	expired_at?: unknown;
}): boolean {
	const expiry = instantOf(asText(at ?? by));
	return expiry !== null && expiry <= Date.now();
}

/** Fields that the node adds to those of a record. */
export const OWN_FIELDS = ['idempotency', 'rounding'];

/**
 * A record as the item wants it: the fields that most workflows need, or the record as it came. A record with none of
 * these fields has an unknown form and is returned whole.
 */
export function simplified(item: Pick<ItemCall, 'isSimple'>, record: object, fields: readonly string[]): IDataObject {
	const whole = record as IDataObject;
	if (!item.isSimple) return whole;
	const simple = pick(whole, fields);
	return Object.keys(simple).some((field) => !OWN_FIELDS.includes(field)) ? simple : whole;
}

/** {@link pick} for each record of a list. Anything but a list of records stays as it came. */
export function pickFromEach(list: unknown, fields: readonly string[]): IDataObject['list'] {
	const isList = Array.isArray(list) && list.every(isObject);
	return isList ? list.map((each) => pick(each as IDataObject, fields)) : (list as IDataObject['list']);
}

/** Some fields of a record, in this order; those it does not have are left out. */
export function pick(record: IDataObject, fields: readonly string[]): IDataObject {
	// Plain assignments, because lists of pairs would cost more than all other work on a record.
	const picked: IDataObject = {};
	for (const field of fields) if (field in record) picked[field] = record[field];
	return picked;
}
