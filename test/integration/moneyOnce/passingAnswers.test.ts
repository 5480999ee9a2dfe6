import { notFound } from '../../../emulator/engine/serviceError';
import type { Fields } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { batch, checkoutLink, payin, payout, QUICK } from '../action/orders';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { run } from '../resources/resourceRun';
import { answered, asked } from '../wrongGuesses/differing';

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

/** A list that told how long it is answers like this once. */
const EMPTY_FOR_A_MOMENT = [[], {}, { records: [] }, { records: null }, { message: 'ok' }];

/** Has the nth answer to a list be another one. */
function answerOnce(endpoint: string, nth: number, other: unknown): void {
	let answers = 0;
	answered([endpoint], (answer) => (++answers === nth ? other : answer));
}

describe.each(EMPTY_FOR_A_MOMENT.map((glitch) => [JSON.stringify(glitch), glitch]))(
	'a list that is answered once with %s hides nothing',
	(_text, glitch) => {
		it('of links', async () => {
			const [one, two] = [startProcess().nodeTypes, startProcess().nodeTypes];
			const order = checkoutLink({ options: QUICK });
			const [a, b] = [
				{ key: 'a', amount: 10 },
				{ key: 'b', amount: 11 },
			];
			await run(service, order, { nodeTypes: one, items: [a, b] });
			await run(service, order, { nodeTypes: two, items: [a] });
			answerOnce('v3.links.list', 1, glitch);
			await run(service, order, { nodeTypes: two, items: [b] });
			const links = service.emulator.account('AUD').links.recent(Infinity);
			expect(links.map(({ externalId }) => externalId).sort()).toEqual(['a', 'b']);
		});

		it.each(
			[3, 4, 5].flatMap((nth) => [
				['payouts one by one', nth, payout] as const,
				['payouts together', nth, batch] as const,
			]),
		)('of %s, at look-up %i', async (_what, nth, order) => {
			const [one, two] = [startProcess().nodeTypes, startProcess().nodeTypes];
			const items = [
				{ key: 'a', amount: 10, name: 'One' },
				{ key: 'b', amount: 11, name: 'Two' },
			];
			await run(service, order({ options: QUICK }), { nodeTypes: one, items });
			answerOnce('v2.payouts.list', nth, glitch);
			await run(service, order({ options: QUICK }), { nodeTypes: two, items });
			expect(service.emulator.account('AUD').payouts.payments().payouts).toHaveLength(2);
		});
	},
);

describe('a list of three pages', () => {
	const order = payout({ options: QUICK, additionalFields: { batchExternalId: 'payroll' } });
	const items = Array.from({ length: 45 }, (_, index) => ({ key: `w-${index}`, amount: 10 + index }));
	const paid = () => service.emulator.account('AUD').payouts.payments().payouts;

	/** Pays everybody, then again in another process, to which lists differ. */
	async function paidTwice(differs: (list: Fields & { records: Fields[] }) => unknown) {
		await run(service, order, { nodeTypes: startProcess().nodeTypes, items });
		answered(['v2.payouts.list'], (list) => differs(list as Fields & { records: Fields[] }));
		return await run(service, order, { nodeTypes: startProcess().nodeTypes, items });
	}

	it.each(['total_page', 'next_page'])(
		'that tells %s is read again where the second page comes empty',
		async (name) => {
			let given = 0;
			const { error } = await paidTwice(({ page, records, [name]: told }) =>
				page === 2 && ++given === 1 ? { records: [] } : { records, [name]: told },
			);
			expect(error).toBeUndefined();
			expect(given).toBeGreaterThan(1);
			expect(paid()).toHaveLength(45);
		},
	);

	it.each<[string, (list: Fields & { records: Fields[] }) => Fields]>([
		['there are more pages', (list) => list],
		[
			'has_more tells of more',
			({ records, page, total_page }) => ({ records, page, has_more: Number(page) < Number(total_page) }),
		],
	])('is read whole where its total counts a page, and %s', async (_what, form) => {
		const { error } = await paidTwice((list) => ({ ...form(list), total_count: list.records.length }));
		expect(error).toBeUndefined();
		expect(paid()).toHaveLength(45);
	});
});

it('a detail that shows no payees for a moment is read again', async () => {
	const order = batch({ options: QUICK });
	const items = [10, 11, 12].map((amount) => ({ key: `w-${amount}`, amount }));
	await run(service, order, { nodeTypes: startProcess().nodeTypes, items });
	let details = 0;
	answered(['v2.payouts.detail'], (detail) => (++details % 2 === 1 ? { ...detail, payout_transactions: [] } : detail));
	const { error } = await run(service, order, { nodeTypes: startProcess().nodeTypes, items });
	expect(error).toBeUndefined();
	expect(service.emulator.account('AUD').payouts.payments().payouts).toHaveLength(3);
});

it.each([
	['payouts', 'v2.payouts.list', payout],
	['payins', 'v2.payins.list', payin],
] as const)(
	'a list of %s that has told that it is empty is not believed to be not found',
	async (_what, endpoint, order) => {
		const { nodeTypes } = startProcess();
		await run(service, order({ options: QUICK }), {
			nodeTypes: startProcess().nodeTypes,
			items: [{ key: 'a', amount: 10 }],
		});
		await run(service, order({ options: QUICK }), { nodeTypes, items: [{ key: 'x', amount: 10 }] });
		asked([endpoint], () => {
			throw notFound('No such route');
		});
		const { error } = await run(service, order({ options: QUICK }), { nodeTypes, items: [{ key: 'a', amount: 10 }] });
		expect(error?.message).toBeDefined();
		const { payouts, payins } = service.emulator.account('AUD');
		expect(payouts.payments().payouts.length + payins.payments().payins.length).toBe(2);
	},
);
