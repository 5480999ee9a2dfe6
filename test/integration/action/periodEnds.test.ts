import { parseMoney } from '../../../emulator/ledger/money';
import { startService } from '../engine/service';
import { serviceOfFile } from '../engine/serviceOfFile';
import { run } from '../resources/resourceRun';
import { newPayin, newPayout } from '../trigger/payments';
import { asked } from '../wrongGuesses/differing';

/** What happens at midnight belongs to one of two days, although the lists take whole seconds. */

const service = serviceOfFile({ start: new Date('2031-03-05T00:00:00Z') });

const TOPUP = {
	...({ type: 'topup', direction: 'money_in', status: 'done' } as const),
	...{ fees: 0n, referenceId: 'midnight', paymentMethod: 'bank_transfer' },
};

beforeEach(() => {
	service.emulator.account('AUD').ledger.post({ ...TOPUP, amount: parseMoney('12.5') });
	newPayin(service, { external_id: 'midnight' });
	newPayout(service, { external_id: 'midnight' });
});

it.each([
	['balance', 'getHistory', 'reference_id'],
	['payin', 'getAll', 'external_id'],
	['payout', 'getAll', 'external_id'],
])('%s: %s', async (resource, operation, reference) => {
	const within = async (fromDate: string, toDate: string) => {
		const period = { fromDate, toDate };
		const { items, error } = await run(service, { resource, operation, returnAll: true, ...period });
		expect(error).toBeUndefined();
		return items.filter(({ json }) => json[reference] === 'midnight').length;
	};
	const of = async (day: string) => await within(`${day}T00:00:00.000Z`, `${day}T23:59:59.999Z`);
	expect([await of('2031-03-04'), await of('2031-03-05')]).toEqual([0, 1]);
	expect(await within('2031-03-04T12:00:00Z', '2031-03-05T00:00:00Z')).toBe(1);
});

describe('a day without a time', () => {
	/** The payments were made at 11 in the morning of the fifth. */
	const timeZone = 'Australia/Sydney';
	const LISTS: Record<string, string> = {
		checkoutLink: 'v3.links.list',
		settlementReport: 'v2.settlements.list',
		contact: 'v2.contacts.list',
	};
	const between = (fromDate: string, toDate: string) => ({ fromDate, toDate });

	it.each([
		['balance', 'getHistory', 'reference_id'],
		['payin', 'getAll', 'external_id'],
		['payout', 'getAll', 'external_id'],
	])(
		'is the end of a period as a whole, in the time zone of the workflow: %s',
		async (resource, operation, reference) => {
			const found = async (period: object) => {
				const { items, error } = await run(service, { resource, operation, returnAll: true, ...period }, { timeZone });
				expect(error).toBeUndefined();
				return items.filter(({ json }) => json[reference] === 'midnight').length;
			};
			expect(await found(between('2031-03-05', '2031-03-05'))).toBe(1);
			expect(await found(between('2031-03-01', ' 2031-03-05 '))).toBe(1);
			expect(await found(between('2031-03-04', '2031-03-04'))).toBe(0);
			expect(await found(between('2031-03-01', '2031-03-05T00:00:00'))).toBe(0);
		},
	);

	it.each(['checkoutLink', 'settlementReport', 'contact'])(
		'is a filter as a whole, and ends now where it is today: %s',
		async (resource) => {
			const ends: unknown[] = [];
			asked([LISTS[resource] ?? ''], (request) => {
				ends.push(request.query.to_date);
				return request;
			});
			const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
			for (const toDate of ['2024-03-05', '2024-03-05T10:00', today, '9999-12-31']) {
				const parameters = { resource, operation: 'getAll', returnAll: true, filters: { toDate } };
				expect((await run(service, parameters, { timeZone })).error).toBeUndefined();
			}
			// The day ends at 13:00 in UTC.
			expect(ends).toEqual(['2024-03-05T13:00:00Z', '2024-03-04T23:00:00Z', undefined, '9999-12-30T13:00:00Z']);
		},
	);

	it('begins when clocks that skip midnight show one: Santiago', async () => {
		// Half an hour before midnight.
		const days = await startService({ start: new Date('2030-09-08T03:30:00Z') });
		const { ledger } = days.emulator.account('AUD');
		ledger.post({ ...TOPUP, amount: parseMoney('12.5') });
		const of = async (day: string) => {
			const period = { fromDate: day, toDate: day };
			const parameters = { resource: 'balance', operation: 'getHistory', returnAll: true, ...period };
			const { items, error } = await run(days, parameters, { timeZone: 'America/Santiago' });
			expect(error).toBeUndefined();
			return items.filter(({ json }) => json.reference_id === 'midnight').length;
		};
		expect([await of('2030-09-07'), await of('2030-09-08')]).toEqual([1, 0]);
		await days.close();
	});

	it('holds no report of the next day or month', async () => {
		const days = await startService({ start: new Date('2031-01-30T00:00:00Z') });
		await days.advance(70 * 86_400_000);
		const of = async (toDate: string) => {
			const parameters = { resource: 'settlementReport', operation: 'getAll', returnAll: true, filters: { toDate } };
			const { items } = await run(days, parameters, { timeZone: 'UTC' });
			return items.map(({ json }) => String(json.id)).sort();
		};
		const [day, nextDay] = [await of('2031-02-28'), await of('2031-03-01')];
		expect(day).toContain('AUD-daily-2031-02-28');
		expect(nextDay.filter((id) => !day.includes(id))).toEqual(['AUD-daily-2031-03-01', 'AUD-monthly-2031-03']);
		await days.close();
	});
});
