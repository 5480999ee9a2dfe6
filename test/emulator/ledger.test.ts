import fc from '../seeded';
import { ServiceError } from '../../emulator/engine/serviceError';
import { availableEffect, netOf, type HistoryEntry } from '../../emulator/ledger/entries';
import { cursorPage } from '../../emulator/ledger/history';
import {
	acceptAmount,
	AmountError,
	formatMoney,
	moneyNumber,
	parseMoney,
	roundMoney,
	shareOf,
} from '../../emulator/ledger/money';
import { defaultSettings } from '../../emulator/engine/settings';
import { accountOf, createWorld } from '../../emulator/world';

const start = new Date('2031-03-04T00:00:00Z');

describe('money', () => {
	it('keeps every decimal amount as it was written', () => {
		fc.assert(
			fc.property(
				fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
				fc.integer({ min: 0, max: 6 }),
				(value, decimals) => {
					expect(parseMoney(formatMoney(value, decimals))).toBe(value);
				},
			),
		);
	});

	it('reads a JSON number by its decimal text', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 10 ** 11 }), (hundredths) => {
				expect(parseMoney(hundredths / 100)).toBe(BigInt(hundredths) * 10_000n);
				expect(moneyNumber(BigInt(hundredths) * 10_000n)).toBe(hundredths / 100);
			}),
		);
		expect(parseMoney(1e21)).toBe(10n ** 27n);
		expect(parseMoney(1e-6)).toBe(1n);
	});

	it('refuses text that is no amount', () => {
		for (const text of ['', 'abc', '1,5', '1.', '.5', 'NaN']) expect(() => parseMoney(text)).toThrow(AmountError);
		expect(() => parseMoney(0.1 + 0.2)).toThrow(
			expect.objectContaining({ status: 422, fields: { amount: 'has more than 6 decimals' } }),
		);
	});

	it.each([
		['VND', 1500.5, '1501.0'],
		['JPY', 99.4, '99.0'],
		['XAF', 0.5, '1.0'],
		['KRW', 10.49, '10.0'],
		['XOF', 7.5, '8.0'],
		['AUD', 10.005, '10.005'],
		['UGX', 15000.5, '15000.5'],
	])('accepts %s %d as %s', (currency, submitted, accepted) => {
		expect(formatMoney(acceptAmount(submitted, currency))).toBe(accepted);
	});

	it('rounds half away from zero, fees to what the currency can be charged in', () => {
		expect(roundMoney(-1_500_000n, 0)).toBe(-2_000_000n);
		expect(formatMoney(shareOf(parseMoney('33.33'), 250, 'AUD'))).toBe('0.83');
		expect(formatMoney(shareOf(parseMoney('1001'), 250, 'JPY'))).toBe('25.0');
		expect(formatMoney(parseMoney('75'), 2)).toBe('75.00');
		expect(formatMoney(parseMoney('75'), 0)).toBe('75');
	});
});

/** The five amounts, computed from the history alone. */
function expected(entries: readonly HistoryEntry[]) {
	const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n);
	const waiting = entries.filter(({ status }) => status === 'waiting');
	const available = sum(entries.map(availableEffect));
	return {
		available,
		incoming: sum(waiting.filter(({ direction }) => direction === 'money_in').map((entry) => entry.amount)),
		outgoing: sum(waiting.filter(({ direction }) => direction === 'money_out').map(netOf)),
		rollingReserve: 0n,
		withdrawable: available,
	};
}

const wide = { from: 0, to: Date.parse('2100-01-01T00:00:00Z') };

describe('payins and payouts', () => {
	const target = { endpoint_url: 'https://hook.shop.example/', authorization_header: 'Bearer x' };
	const payee = (amount: number, payId: string) => ({
		first_name: 'Ada',
		last_name: 'Byron',
		email: 'ada@shop.example',
		amount,
		payout_method_params: { pay_id: payId, pay_id_type: 'EMAIL' },
	});
	const amount = fc.integer({ min: 100, max: 30_000 }).map((hundredths) => hundredths / 100);
	// Few payments, so that several steps affect the same one.
	const pick = fc.nat({ max: 1 });
	const step = fc.oneof(
		fc.record({ do: fc.constant('collect' as const), amount, gst: fc.boolean() }),
		fc.record({ do: fc.constant('refund' as const), pick, amount: fc.option(amount, { nil: undefined }) }),
		fc.record({ do: fc.constant('reject' as const), pick }),
		fc.record({ do: fc.constant('dispute' as const), pick }),
		fc.record({
			do: fc.constant('close dispute' as const),
			pick,
			outcome: fc.constantFrom('won' as const, 'lost' as const),
		}),
		fc.record({
			do: fc.constant('pay' as const),
			amounts: fc.array(amount, { minLength: 1, maxLength: 4 }),
			failing: fc.boolean(),
			scheduled: fc.boolean(),
		}),
		fc.record({
			do: fc.constant('end' as const),
			pick,
			outcome: fc.constantFrom('completed' as const, 'failed' as const),
		}),
		fc.record({ do: fc.constant('cancel' as const), pick }),
		fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(0.01, 31, 24 * 60, 11 * 24 * 60) }),
	);

	it('keep the books balanced whatever happens in whatever order, and never spend what is not there', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(step, { minLength: 5, maxLength: 40 }),
				fc.constantFrom('0', '500', '100000'),
				async (steps, openingBalance) => {
					const world = createWorld({
						settings: { ...defaultSettings, settlementDelayMs: 5_000, openingBalance },
						start,
						frozen: true,
					});
					// This test has no receiver for notifications.
					Object.assign(world.notifications, { send: () => undefined });
					const { ledger, payins, payouts } = accountOf(world, 'AUD');
					const collected: string[] = [];
					const paid: string[] = [];
					const oneOf = (uuids: string[], index: number) => uuids[index % Math.max(uuids.length, 1)] ?? '';
					const act = (one: (typeof steps)[number]) => {
						switch (one.do) {
							case 'collect': {
								const { uuid } = payins.create({
									payin_method_name: 'au_bank_aud',
									payin_method_params: {},
									amount: one.amount,
									currency: 'AUD',
									name: 'Ada',
									email: 'ada@shop.example',
									description: 'Order',
									gst: one.gst,
									webhook_notification: target,
								});
								payins.simulate(uuid, 'completed');
								return collected.push(uuid);
							}
							case 'refund':
								return payins.refunds.request(payins.get(oneOf(collected, one.pick)), {
									amount: one.amount,
									description: 'Late parcel',
								});
							case 'reject':
								return payins.refunds.reject(payins.get(oneOf(collected, one.pick)));
							case 'dispute':
								return payins.openDispute(oneOf(collected, one.pick));
							case 'close dispute':
								return payins.closeDispute(oneOf(collected, one.pick), one.outcome);
							case 'pay':
								return paid.push(
									payouts.create({
										payout_method_name: 'au_payid_npp_aud',
										currency: 'AUD',
										description: 'Wages',
										webhook_notification: target,
										payout_transaction_details: one.amounts.map((each, index) =>
											payee(each, one.failing && index === 0 ? 'x90001@shop.example' : 'ada@shop.example'),
										),
										...(one.scheduled
											? { scheduled_at: new Date(world.clock.now().getTime() + 3_600_000).toISOString().slice(0, 19) }
											: {}),
									}).uuid,
								);
							case 'end':
								return payouts.simulate(oneOf(paid, one.pick), one.outcome);
							case 'cancel':
								return payouts.cancelScheduled(oneOf(paid, one.pick));
							case 'wait':
								return world.clock.advance(one.minutes * 60_000);
						}
					};
					for (const one of steps) {
						try {
							await act(one);
						} catch (error) {
							// The service may refuse a step that is out of order; any other error is a bug.
							if (!(error instanceof ServiceError)) throw error;
						}
						const entries = cursorPage(ledger, accountOf(world, 'AUD'), { ...wide, size: 1_000 }).entries;
						expect(ledger.balances()).toEqual(expected(entries));
						expect(ledger.audit().balanced).toBe(true);
						const disputed = entries
							.filter(({ type }) => type.startsWith('dispute'))
							.reduce((sum, entry) => sum - availableEffect(entry), 0n);
						expect(ledger.balances().available).toBeGreaterThanOrEqual(-disputed);
						for (const { refunds, paid: total } of collected.map((uuid) => payins.get(uuid))) {
							const claimed = refunds.filter(({ status }) => status === 'pending' || status === 'received');
							expect(claimed.reduce((sum, refund) => sum + refund.amount, 0n)).toBeLessThanOrEqual(total);
						}
					}
					await world.clock.advance(40 * 24 * 3_600_000);
					expect(
						paid
							.map((uuid) => payouts.get(uuid).status)
							.filter((status) => ['created', 'processing', 'scheduled'].includes(status)),
					).toEqual([]);
					await world.close();
				},
			),
			{ numRuns: 80 },
		);
	});
});
