import fc from '../../../seeded';
import {
	asUtcDay,
	asUtcTimestamp,
	asUtcWithoutOffset,
	DateError,
	daysIn,
	instantOf,
	parseInstant,
} from '../../../../core/time/dates';

const ZONES = [
	'UTC',
	'Europe/Berlin',
	'America/New_York',
	'Australia/Sydney',
	'Asia/Kolkata',
	'America/St_Johns',
	'Pacific/Apia',
	'Africa/Lagos',
];

const instant = fc.date({
	min: new Date('1975-01-01T00:00:00Z'),
	max: new Date('2099-12-31T23:59:59Z'),
	noInvalidDate: true,
});

const pad = (value: number) => String(value).padStart(2, '0');

/** The local time in a zone at an instant, in the format of n8n's date picker. */
function wallTime(date: Date, timeZone: string): string {
	return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
		.format(date)
		.replace(' ', 'T');
}

describe('reading a point in time', () => {
	it.each<[unknown, string, string]>([
		['2031-03-04', 'UTC', '2031-03-04T00:00:00.000Z'],
		['2031-03-04', 'Europe/Berlin', '2031-03-03T23:00:00.000Z'],
		['2031-03-04T05:06', 'UTC', '2031-03-04T05:06:00.000Z'],
		['2031-03-04 05:06:07', 'UTC', '2031-03-04T05:06:07.000Z'],
		['2031-03-04t05:06:07z', 'Europe/Berlin', '2031-03-04T05:06:07.000Z'],
		['2031-03-04T05:06:07Z', 'Europe/Berlin', '2031-03-04T05:06:07.000Z'],
		[' 2031-03-04T05:06:07.1Z ', 'UTC', '2031-03-04T05:06:07.100Z'],
		['2031-03-04T05:06:07,25Z', 'UTC', '2031-03-04T05:06:07.250Z'],
		['2031-03-04T05:06:07.123456789Z', 'UTC', '2031-03-04T05:06:07.123Z'],
		['2031-03-04T05:06:07+02:00', 'UTC', '2031-03-04T03:06:07.000Z'],
		['2031-03-04T05:06:07 +0200', 'UTC', '2031-03-04T03:06:07.000Z'],
		['2031-03-04T05:06:07-03:30', 'UTC', '2031-03-04T08:36:07.000Z'],
		['2031-03-04 05:06:07+00', 'Europe/Berlin', '2031-03-04T05:06:07.000Z'],
		['2031-03-04T05:06:07.5-03', 'UTC', '2031-03-04T08:06:07.500Z'],
		['2031-03-04T05:06+05:45', 'UTC', '2031-03-03T23:21:00.000Z'],
		['2031-07-04T05:06:07', 'Europe/Berlin', '2031-07-04T03:06:07.000Z'],
		['2031-07-04T05:06:07.5', 'America/New_York', '2031-07-04T09:06:07.500Z'],
		['2032-02-29', 'UTC', '2032-02-29T00:00:00.000Z'],
		[new Date('2031-03-04T05:06:07.089Z'), 'Europe/Berlin', '2031-03-04T05:06:07.089Z'],
		[{ toMillis: () => Date.UTC(2031, 2, 4) }, 'Europe/Berlin', '2031-03-04T00:00:00.000Z'],
	])('%j in %s is %s', (written, zone, expected) => {
		expect(parseInstant(written, zone).toISOString()).toBe(expected);
	});

	const form = 'is not a date; write it like 2031-03-04 or 2031-03-04T05:06:07Z';
	it.each<[unknown, string]>([
		['soon', `"soon" ${form}`],
		['04/03/2031', `"04/03/2031" ${form}`],
		['2031-3-4', `"2031-3-4" ${form}`],
		['2031-03-04T05', `"2031-03-04T05" ${form}`],
		['2031-03-04T05:06:07 CET', `"2031-03-04T05:06:07 CET" ${form}`],
		['on 2031-03-04', `"on 2031-03-04" ${form}`],
		['2031-03-04 or so', `"2031-03-04 or so" ${form}`],
		['', `An empty value ${form}`],
		['y'.repeat(50), `"${'y'.repeat(40)}" ${form}`],
		['2031-02-30', '"2031-02-30" is a date that does not exist'],
		['2031-13-01', '"2031-13-01" is a date that does not exist'],
		['2031-00-10', '"2031-00-10" is a date that does not exist'],
		['2031-02-29', '"2031-02-29" is a date that does not exist'],
		['2031-01-01T24:00:00Z', '"2031-01-01T24:00:00Z" is a date that does not exist'],
		['2031-01-01T10:60:00Z', '"2031-01-01T10:60:00Z" is a date that does not exist'],
		[null, 'An empty value is not a date'],
		[undefined, 'An empty value is not a date'],
		[1_900_000_000_000, '"1900000000000" is not a date'],
		[true, '"true" is not a date'],
		[{}, 'An object is not a date'],
		[{ toMillis: 5 }, 'An object is not a date'],
		[{ toMillis: () => Number.NaN }, 'An object is not a date'],
		[new Date(Number.NaN), 'An object is not a date'],
	])('%j is refused', (written, reason) => {
		expect(() => parseInstant(written, 'UTC')).toThrow(new DateError(reason));
	});

	it('reads what any offset writes', () => {
		fc.assert(
			fc.property(
				instant,
				fc.integer({ min: -14 * 60, max: 14 * 60 }),
				fc.boolean(),
				fc.constantFrom(...ZONES),
				(date, offset, colon, zone) => {
					const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, 23);
					const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
					const written = `${local}${offset < 0 ? '-' : '+'}${pad(hours)}${colon ? ':' : ''}${pad(minutes)}`;
					expect(parseInstant(written, zone).getTime()).toBe(date.getTime());
				},
			),
		);
	});

	it('takes a time without offset for what the clocks of the time zone show', () => {
		fc.assert(
			fc.property(instant, fc.constantFrom(...ZONES), (date, zone) => {
				const wall = wallTime(date, zone);
				expect(wallTime(parseInstant(wall, zone), zone)).toBe(wall);
			}),
			{ numRuns: 500 },
		);
	});

	it.each([
		['Europe/Berlin', '2031-03-30T01:00:00Z'],
		['Europe/Berlin', '2031-10-26T01:00:00Z'],
		['America/New_York', '2031-03-09T07:00:00Z'],
		['America/New_York', '2031-11-02T06:00:00Z'],
		['Australia/Sydney', '2031-10-04T16:00:00Z'],
		['Australia/Sydney', '2031-04-05T16:00:00Z'],
	])('keeps wall times around the change of %s at %s', (zone, change) => {
		for (let minutes = -300; minutes <= 300; minutes += 15) {
			const wall = wallTime(new Date(Date.parse(change) + minutes * 60_000), zone);
			expect(wallTime(parseInstant(wall, zone), zone)).toBe(wall);
		}
	});

	it.each([
		['2031-03-30T02:30:00', 'Europe/Berlin', '2031-03-30T01:30:00.000Z'],
		['2031-03-09T02:30:00', 'America/New_York', '2031-03-09T07:30:00.000Z'],
		['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
		['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'],
		['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
	])('takes a time that the clocks skip for as much later as they go forward: %s in %s', (written, zone, expected) => {
		expect(parseInstant(written, zone).toISOString()).toBe(expected);
	});

	it('begins a day at the first moment at which clocks show it', () => {
		const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
		fc.assert(
			fc.property(moment, fc.constantFrom(...Intl.supportedValuesOf('timeZone')), (date, zone) => {
				const dayIn = daysIn(zone);
				const day = dayIn(date);
				const beginning = parseInstant(day, zone).getTime();
				expect([dayIn(beginning), dayIn(beginning - 1) < day]).toEqual([day, true]);
			}),
			{ numRuns: 500 },
		);
	});
});

describe('writing a point in time', () => {
	const date = new Date('2031-03-04T05:06:07.890Z');

	it('in the three forms of the service', () => {
		expect(asUtcTimestamp(date)).toBe('2031-03-04T05:06:07Z');
		expect(asUtcWithoutOffset(date)).toBe('2031-03-04T05:06:07');
		expect(asUtcDay(date)).toBe('2031-03-04');
	});

	it('is read back to the second', () => {
		fc.assert(
			fc.property(instant, fc.constantFrom(...ZONES), (each, zone) => {
				const second = Math.floor(each.getTime() / 1000) * 1000;
				expect(parseInstant(asUtcTimestamp(each), zone).getTime()).toBe(second);
				expect(parseInstant(asUtcWithoutOffset(each), 'UTC').getTime()).toBe(second);
				expect(parseInstant(asUtcDay(each), 'UTC').getTime()).toBe(Math.floor(second / 86_400_000) * 86_400_000);
			}),
		);
	});
});

it.each([
	['2031-03-04T05:06:07Z', '2031-03-04T05:06:07.000Z'],
	['2031-03-04 05:06:07.25', '2031-03-04T05:06:07.250Z'],
	['2031-03-04T05:06+02:00', '2031-03-04T03:06:00.000Z'],
	['2031-03-04T05:06:07,250Z', '2031-03-04T05:06:07.250Z'],
	['2031-03-04T05:06:07-0530', '2031-03-04T10:36:07.000Z'],
	['2031-13-04T05:06:07Z', null],
	['2031-03-04', null],
	['@5', null],
	['', null],
	[null, null],
])('the timestamp %p is %p', (text, expected) => {
	expect(instantOf(text)).toBe(expected === null ? null : Date.parse(expected));
});
