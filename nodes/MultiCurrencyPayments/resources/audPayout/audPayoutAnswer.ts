import { endedAs } from '../../../../core/payments/match';
import { isIdentified } from '../../../service/answers';
import { fieldsWhere, isObject, isObjectOrList } from '../../../../core/objects';

/**
 * Reads the answer to a new AUD payout, whose fields the specification does not show ("v1 AUD payout record fields"): the
 * batch may be inside an object or a list, and things may have other names.
 */

export type Fields = Record<string, unknown>;

/** The batch of an answer, with whatever stands around it. A list may hold its transactions instead. @param count of its payments */
export function batchIn(answer: object, count: number): Fields {
	if (Array.isArray(answer)) return heldBatch(answer, count) ?? { payout_transactions: answer as unknown[] };
	const fields = answer as Fields;
	if (isIdentified(fields)) return fields;
	const [held, another] = Object.entries(fields).flatMap(([name, value]) => {
		const batch = heldBatch(value, count);
		return batch ? [{ name, batch }] : [];
	});
	if (!held || another) return fields;
	return { ...withoutField(fields, held.name), ...held.batch };
}

export const withoutField = (fields: Fields, left: string): Fields => fieldsWhere(fields, (_, name) => name !== left);

/** The batch that a value is, or that a list holds alone. A transaction alone in a list is none. */
function heldBatch(value: unknown, count: number): Fields | undefined {
	const [only, another] = Array.isArray(value) ? (value as unknown[]) : [];
	const isBatch = isObject(only) && another === undefined && transactionsIn(only, count).length > 0;
	if (isBatch) return only;
	return isObject(value) && isIdentified(value) ? value : undefined;
}

/** The transactions of a batch. Under another name they are told by how many they are. */
export function transactionsIn({ payout_transactions: told, ...others }: Fields, count: number): unknown[] {
	if (Array.isArray(told)) return told;
	const lists = Object.entries({ told, ...others }).flatMap(([name, value]) => {
		if (isObject(value)) return /transaction/i.test(name) ? [[value]] : [];
		return Array.isArray(value) ? [value as unknown[]] : [];
	});
	const [list, another] = lists.filter((each) => each.length === count && each.every(isIdentified));
	return another ? [] : (list ?? []);
}

/** What tells of notifications about a payment. Whether they arrived says nothing of the money. */
const NOTIFICATION = /notif|webhook|callback/i;

/** Names of the status of a payment or its batch. That of anything else, such as `kyc_status`, says nothing of the money. */
const OWN_STATUS = /^(?:(?:payout|payment|transaction|transfer|batch|current)_?)*stat(?:us|e)$/i;

/** Names of whatever has a status. */
const ANY_STATUS = /stat(us|e)$/i;

/** The status of a record, if it says that no money moved, or an error message beside it does. */
export const endIn = (record: Fields, names = OWN_STATUS): string | undefined =>
	Object.keys(record)
		.filter((name) => names.test(name) && !NOTIFICATION.test(name))
		.map((name) => endedAs(record[name], '', record.error_message))
		.find((ended) => ended !== null) ?? undefined;

/** A record that shows as its status what {@link endIn} finds. */
export function withEnd(record: Fields): Fields {
	const status = endIn(record);
	return status === undefined ? record : { ...record, status };
}

/** Whether anything in an answer, under whatever name, has ended without money. */
export const showsEnd = (answer: unknown): boolean =>
	isObjectOrList(answer) &&
	(endIn(answer as Fields, ANY_STATUS) !== undefined ||
		Object.entries(answer).some(([name, value]) => !NOTIFICATION.test(name) && showsEnd(value)));
