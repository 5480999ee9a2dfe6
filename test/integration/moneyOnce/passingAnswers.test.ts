import * as wire from '../../../emulator/otherwise';
import { startProcess } from '../../sequences/n8nProcess';
import { batch, checkoutLink, payout, QUICK } from '../action/orders';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { run } from '../resources/resourceRun';

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

/** A list that told how long it is answers like this once. */
const EMPTY_FOR_A_MOMENT = [[], {}, { records: [] }, { records: null }, { message: 'ok' }];

/** Has the nth answer to a list be another one. */
function answerOnce(endpoint: string, nth: number, other: unknown): void {
	let asked = 0;
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, each, answer) => (each === endpoint && ++asked === nth ? other : answer));
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
