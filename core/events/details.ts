import { fieldsWhere } from '../objects';
import { asObject, textOrNull, type JsonObject } from '../service/payload';

/** The objects inside a payment of which its record may show less than a notification. */
const DETAILS = ['pay_code', 'transaction_info', 'token', 'sender_details'];

const isBlank = (value: unknown) => value === undefined || value === null || value === '';

/**
 * A record with what only its notification shows inside these objects: why a card was declined, the page on which the
 * customer confirms. What the record shows stays. Two attempts to pay are not mixed.
 */
export function withDetailsOf(notification: JsonObject, record: JsonObject): JsonObject {
	const merged = { ...record };
	for (const key of DETAILS) {
		const [told, shown] = [asObject(notification[key]), asObject(record[key])];
		if (told === null || (shown === null && !isBlank(record[key])) || isOtherAttempt(told, shown)) continue;
		merged[key] = { ...told, ...fieldsWhere(shown ?? {}, (value, name) => !(isBlank(value) && name in told)) };
	}
	return merged;
}

/** A record as a trigger hands it on: with all that its notification shows and the record leaves out. */
export function withNotified(notification: JsonObject, record: JsonObject): JsonObject {
	const { refund_information: refund } = notification;
	const hidesRefund = refund !== undefined && isBlank(record.refund_information);
	return {
		...notification,
		...withDetailsOf(notification, record),
		...(hidesRefund && { refund_information: refund }),
	};
}

/** Whether a notification and a record are about different attempts to pay. */
export const isOfOtherAttempt = (notification: JsonObject, record: JsonObject): boolean =>
	DETAILS.some((key) => isOtherAttempt(asObject(notification[key]), asObject(record[key])));

function isOtherAttempt(told: JsonObject | null, shown: JsonObject | null): boolean {
	const [one, other] = [textOrNull(told?.uuid), textOrNull(shown?.uuid)];
	return one !== null && other !== null && one !== other;
}
