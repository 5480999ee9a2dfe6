import { operation, payout } from '../action/orders';
import { serviceOfFile } from '../engine/serviceOfFile';
import { run } from '../resources/resourceRun';

/** Times that are no whole number of milliseconds, or longer than a timer takes: 16.1 times 1,000 is 16100.000000000002. */

const service = serviceOfFile();

describe.each([{ requestTimeout: 16.1 }, { timeLimit: 64.1 }, { requestTimeout: 10 / 3, timeLimit: 9_999_999 }])(
	'within %j',
	(options) => {
		it.each([
			['a balance is read', operation('balance', 'get', { currency: 'AUD', options })],
			['a payout is made', payout({ options: { ...options, settleSeconds: 0 } })],
		])('%s', async (_what, parameters) => {
			const { items, error } = await run(service, parameters, {
				items: [{ key: JSON.stringify(options), amount: 10 }],
			});
			expect([error, items.length]).toEqual([undefined, 1]);
		});

		it('a report is downloaded', async () => {
			service.emulator.account('AUD').settlements.closeCurrent('daily');
			const reportId = { __rl: true, mode: 'list', value: 'latest' };
			const { items, error } = await run(service, operation('settlementReport', 'download', { reportId, options }));
			expect(error).toBeUndefined();
			expect(Object.keys(items[0]?.binary ?? {})).toHaveLength(1);
		});
	},
);
