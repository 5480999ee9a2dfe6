/** Points in time: read as users and n8n write them, sent in UTC in the form that each endpoint expects. */

import { isObjectOrList } from '../objects';

/** Why a value is not a point in time. The message can be shown to the user. */
export class DateError extends Error {}

const ISO =
	/^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * Reads an ISO 8601 date or date-time, a JavaScript date or one of n8n's date-times. Without an offset it is local time
 * in `timeZone`, as n8n's date picker writes it.
 * @param timeZone IANA name of the workflow's time zone
 * @throws {DateError} when it is not a date that exists ("2031-02-30", "soon")
 */
export function parseInstant(value: unknown, timeZone: string): Date {
	if (value instanceof Date) return validDate(value, value);
	if (hasMillis(value)) return validDate(new Date(value.toMillis()), value);
	if (typeof value !== 'string') throw new DateError(`${shown(value)} is not a date`);
	const match = ISO.exec(value.trim());
	if (!match) {
		throw new DateError(`${shown(value)} is not a date; write it like 2031-03-04 or 2031-03-04T05:06:07Z`);
	}
	const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '0', offset] = match;
	const utc = Date.UTC(
		Number(year),
		Number(month) - 1,
		Number(day),
		Number(hour),
		Number(minute),
		Number(second),
		Number(fraction.padEnd(3, '0').slice(0, 3)),
	);
	const date = new Date(utc);
	const written = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
	if (Number.isNaN(utc) || date.toISOString().slice(0, 19) !== written) {
		throw new DateError(`${shown(value)} is a date that does not exist`);
	}
	return offset === undefined ? fromLocal(utc, timeZone) : new Date(utc - offsetMinutes(offset) * 60_000);
}

const TIMESTAMP = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)(?:(Z)|([+-]\d\d)(?::?(\d\d))?)?$/;

/** A timestamp of the service in milliseconds since 1970; without an offset it is UTC. null where it is none. */
export function instantOf(text: string | null): number | null {
	const [, day, time, utc, hours, minutes] = TIMESTAMP.exec(text ?? '') ?? [];
	if (day === undefined) return null;
	const instant = Date.parse(
		`${day}T${time.replace(',', '.')}${utc ?? (hours === undefined ? 'Z' : `${hours}:${minutes ?? '00'}`)}`,
	);
	return Number.isNaN(instant) ? null : instant;
}

/** `YYYY-MM-DDThh:mm:ssZ`, UTC: the form of the list endpoints and of v2 balances/history. */
export function asUtcTimestamp(date: Date): string {
	return `${date.toISOString().slice(0, 19)}Z`;
}

/**
 * `YYYY-MM-DDTHH:mm:ss`, UTC without offset: for `expired_at` and `scheduled_at` (specification: "v2: create payin").
 */
export function asUtcWithoutOffset(date: Date): string {
	return date.toISOString().slice(0, 19);
}

/** `YYYY-MM-DD` in UTC: the form of the v1 endpoints. */
export function asUtcDay(date: Date): string {
	return date.toISOString().slice(0, 10);
}

/** Names the calendar day of an instant or of a timestamp of the service, `YYYY-MM-DD`, in a time zone; empty for none. */
export function daysIn(timeZone: string): (instant: Date | number | string) => string {
	const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
	return (instant) => {
		const date = new Date(typeof instant === 'string' ? (instantOf(instant) ?? Number.NaN) : instant);
		return Number.isNaN(date.getTime()) ? '' : format.format(date);
	};
}

/** The calendar day that begins in a time zone at this very instant, `YYYY-MM-DD`; null when none does. */
export function dayBeginningAt(instant: Date, timeZone: string): string | null {
	const day = daysIn(timeZone)(instant);
	return day !== '' && parseInstant(day, timeZone).getTime() === instant.getTime() ? day : null;
}

function hasMillis(value: unknown): value is { toMillis(): number } {
	return isObjectOrList(value) && 'toMillis' in value && typeof value.toMillis === 'function';
}

function validDate(date: Date, value: unknown): Date {
	if (Number.isNaN(date.getTime())) throw new DateError(`${shown(value)} is not a date`);
	return date;
}

function shown(value: unknown): string {
	if (value === undefined || value === null || value === '') return 'An empty value';
	return typeof value === 'object' ? 'An object' : `"${String(value).slice(0, 40)}"`;
}

function offsetMinutes(offset: string): number {
	if (offset.toUpperCase() === 'Z') return 0;
	const sign = offset.startsWith('-') ? -1 : 1;
	const digits = offset.slice(1).replace(':', '');
	return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2)));
}

/**
 * The instant at which clocks in `timeZone` show the wall time that `utc` would show in UTC. A time that they skip counts
 * as much later as they go forward: in some zones a day begins at one o'clock.
 */
function fromLocal(utc: number, timeZone: string): Date {
	const first = utc - offsetAt(utc, timeZone);
	// Twice, because daylight saving time may change between the first guess and the result.
	const offset = offsetAt(first, timeZone);
	const second = utc - offset;
	const isShown = offsetAt(second, timeZone) === offset;
	return new Date(isShown ? second : Math.max(first, second));
}

/** How far clocks in `timeZone` are ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
	const parts = new Intl.DateTimeFormat('en-US', {
		timeZone,
		hourCycle: 'h23',
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
		second: 'numeric',
	}).formatToParts(instant);
	const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
	const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
	return wall - Math.floor(instant / 1000) * 1000;
}
