import { polledSources } from '../../../nodes/MultiCurrencyPaymentsPollingTrigger/sources';
import type { Page, Position } from '../../../core/service/paging';
import type { ServiceClient, ServiceRequest } from '../../../nodes/service/client';
import { startService, type Service } from '../engine/service';
import { run } from '../resources/resourceRun';
import { newPayout } from '../trigger/payments';

/** The specification does not show in which order lists come. */

const DAY = 86_400_000;

describe('payouts of a whole year that come oldest first', () => {
	const days = [10, 20, 150, 200, 300, 360];
	const start = Date.now() - 370 * DAY;
	let service: Service;
	beforeAll(async () => {
		service = await startService({ wrongGuesses: ['listOrder'], start: new Date(start) });
		let now = 0;
		for (const day of days) {
			await service.advance((day - now) * DAY);
			newPayout(service, { external_id: `day-${day}` });
			now = day;
		}
		await service.advance(DAY);
	});
	afterAll(async () => await service.close());
	const listed = async (more: object) => {
		const { items, error } = await run(service, {
			...{ resource: 'payout', operation: 'getAll', returnAll: true, ...more },
			fromDate: new Date(start).toISOString(),
			toDate: new Date(start + 365 * DAY).toISOString(),
		});
		expect(error).toBeUndefined();
		return items.map(({ json }) => json.external_id);
	};

	it('keep the order of the service', async () => {
		expect(await listed({})).toEqual(days.map((day) => `day-${day}`));
	});

	it.each([1, 2, 4])('are the first %i of it with a Limit', async (limit) => {
		expect(await listed({ returnAll: false, limit })).toEqual(days.slice(0, limit).map((day) => `day-${day}`));
	});
});

describe('settlement reports that come oldest first', () => {
	let service: Service;
	beforeAll(async () => (service = await startService({ wrongGuesses: ['listOrder'] })));
	afterAll(async () => await service.close());

	it('the newest one is downloaded all the same', async () => {
		const { settlements } = service.emulator.account('AUD');
		const ids: string[] = [];
		for (let number = 0; number < 3; number++) {
			await service.advance(60_000);
			ids.push(settlements.closeCurrent('daily').id);
		}
		const reportId = { __rl: true, mode: 'list', value: 'latest' };
		const { items, error } = await run(service, { resource: 'settlementReport', operation: 'download', reportId });
		expect(error).toBeUndefined();
		expect(items[0]?.json.id).toBe(ids.at(-1));
	});

	it('a poll reads on until it has seen the newest', async () => {
		const reports = Array.from({ length: 30 }, (_, day) => ({
			id: `daily-${day}`,
			summary: { closing_balance_at: new Date(day * DAY).toISOString() },
		}));
		const client = {
			credential: { baseUrl: 'https://service.example/api', appId: 'oldest-first' },
			read: async ({ query }: ServiceRequest) => {
				const start = Number(query?.cursor ?? 0);
				const has_more = start + 10 < reports.length;
				const records = reports.slice(start, start + 10);
				return await Promise.resolve({ records, has_more, next_cursor: has_more ? String(start + 10) : null });
			},
		} as unknown as ServiceClient;
		const pages = polledSources
			.find(({ kind }) => kind === 'settlementReport')
			?.pages(client, { from: new Date(28 * DAY), to: new Date(31 * DAY) });
		const seen: object[] = [];
		for (let position: Position | null = undefined; position !== null;) {
			const page: Page<object> | undefined = await pages?.(position);
			seen.push(...(page?.records ?? []));
			position = page?.next ?? null;
		}
		expect(seen).toMatchObject([{ id: 'daily-28' }, { id: 'daily-29' }]);
	});
});
