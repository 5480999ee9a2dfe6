import { z } from 'zod/v4';

const date = String.raw`\d{4}-\d{2}-\d{2}`;
const time = String.raw`\d{2}:\d{2}:\d{2}`;
const fraction = String.raw`(?:\.\d+)?`;
const offset = String.raw`(?:Z|[+-]\d{2}:?\d{2})`;

/** Rejects dates that match the pattern but do not exist, such as 31 April. */
function isOnTheCalendar(text: string): boolean {
	const [year, month, day, hour = 0, minute = 0, second = 0] = (text.match(/\d+/g) ?? []).map(Number);
	const moment = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
	return (
		moment.getUTCFullYear() === year &&
		moment.getUTCMonth() === month - 1 &&
		moment.getUTCDate() === day &&
		moment.getUTCHours() === hour &&
		moment.getUTCMinutes() === minute &&
		moment.getUTCSeconds() === second
	);
}

function dateText(pattern: string, example: string) {
	return z.string().superRefine((text, context) => {
		if (!new RegExp(`^${pattern}$`).test(text) || !isOnTheCalendar(text)) {
			context.addIssue({ code: 'custom', message: `must be a date such as ${example}` });
		}
	});
}

/** Time in an answer: ISO 8601 with an offset (`Z`, `+00:00` or `+0000`). Spec: Conventions. */
export const timestamp = dateText(`${date}T${time}${fraction}${offset}`, '2031-03-04T05:06:07.000+0000');

/** `YYYY-MM-DDTHH:mm:ss`, read as UTC. Spec: v2: create payout, scheduled_at. */
export const utcDateTime = dateText(`${date}T${time}`, '2031-03-04T05:06:07');

/** As {@link utcDateTime}; a fraction and an offset are accepted too. Spec: v2: create payin, expired_at. */
export const expiryDateTime = dateText(`${date}T${time}${fraction}${offset}?`, '2031-03-04T05:06:07');

/** ISO 8601 date or date-time of a list filter, read as UTC without an offset. Spec: v2: payin queries and actions. */
export const filterDate = dateText(`${date}(?:T${time}${fraction}${offset}?)?`, '2031-03-04T05:06:07Z');

/** `YYYY-MM-DDThh:mm:ssZ`. Spec: v2: balances, history. */
export const zuluDateTime = dateText(`${date}T${time}Z`, '2031-03-04T05:06:07Z');

/** ISO 8601 date. Spec: v1: balances, history; contacts' date of birth. */
export const isoDate = dateText(date, '2031-03-04');
