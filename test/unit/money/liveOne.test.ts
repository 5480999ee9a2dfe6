import { attemptNow } from '../../../core/attempt';
import type { Attempt } from '../../../nodes/MultiCurrencyPayments/money/attempt';
import type { BatchKind, PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';
import type { EarlierPayout } from '../../../nodes/MultiCurrencyPayments/money/earlierPayouts';
import type { Found } from '../../../nodes/MultiCurrencyPayments/money/intention';
import { liveOne } from '../../../nodes/MultiCurrencyPayments/money/liveOne';

const shown = (uuid: string, about: Partial<Found> = {}): Found => ({
	record: { uuid },
	facts: { amount: '10' },
	key: 'K',
	...about,
});
const payment = { key: 'K', agreesWith: ({ amount }: { amount: string }) => amount === '10' } as unknown as Attempt;

/** What counts of the payments under a key. */
const of = (...all: Found[]) =>
	liveOne(
		{ found: (_request: PaymentRequest, earlier: unknown) => earlier as Found } as BatchKind<PaymentRequest>,
		{} as PaymentRequest,
		payment,
		all as unknown as EarlierPayout[],
	)?.record.uuid;

const ended = { ended: 'failed' };
const other = { facts: { amount: '12' } };
const spelt = { key: 'k' };

it.each<[string, Found[], string | undefined]>([
	['nothing', [], undefined],
	['the only one', [shown('a')], 'a'],
	['the one that has not ended', [shown('a', ended), shown('b')], 'b'],
	['the first, where all have ended', [shown('a', ended), shown('b', ended)], 'a'],
	['the one that was asked for', [shown('a', other), shown('b')], 'b'],
	['another one rather than one that has ended', [shown('a', ended), shown('b', other)], 'b'],
	['the one under the very key', [shown('a', spelt), shown('b', ended)], 'b'],
	['one under another spelling, where there is no other', [shown('a', spelt)], 'a'],
])('of several payments under one key counts %s', (_, all, uuid) => {
	expect(of(...all)).toBe(uuid);
});

it('two that were asked for are reported', () => {
	expect(attemptNow(() => of(shown('a'), shown('b')))).toMatchObject({
		failure: { explanation: { details: { external_id: 'K', duplicates: 'a, b' } } },
	});
});

it('the others need not differ', () => {
	expect(of(shown('a', other), shown('b', other))).toBe('a');
});

it('nothing counts where the service cannot be asked', () => {
	const found = liveOne({ found: null } as BatchKind<PaymentRequest>, {} as PaymentRequest, payment, [
		{} as EarlierPayout,
	]);
	expect(found).toBeUndefined();
});
