import type { PaymentFacts } from '../../../core/payments/facts';
import { Asked } from '../../../nodes/MultiCurrencyPayments/money/asked';
import type { PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';
import type { EarlierPayout } from '../../../nodes/MultiCurrencyPayments/money/earlierPayouts';

const FACTS = { amount: '10', account: '111', payee: 'Ada King', description: 'Wages' };

const requestOf = (facts: PaymentFacts): PaymentRequest => ({ batchKey: 'wages', facts }) as unknown as PaymentRequest;

/** A list that asks for one payment, `k` of the batch `wages`. */
function asking(facts: PaymentFacts = FACTS): Asked<PaymentRequest> {
	const asked = new Asked<PaymentRequest>();
	asked.add(requestOf(facts), 'k');
	return asked;
}

const has = (facts: PaymentFacts, { batchKey = 'wages', key = 'k' } = {}) => asking().has(batchKey, key, () => facts);

describe('a payment that a list asks for', () => {
	it.each<[string, PaymentFacts]>([
		['with another remark', { ...FACTS, description: 'Bonus' }],
		['that shows only its amount', { amount: '10' }],
	])('is the one %s', (_which, facts) => {
		expect(has(facts)).toBe(true);
	});

	it.each<[string, PaymentFacts]>([
		['with another amount', { ...FACTS, amount: '11' }],
		['to another account', { ...FACTS, account: '222' }],
		['to another payee', { ...FACTS, payee: 'Bob' }],
	])('is not the one %s', (_which, facts) => {
		expect(has(facts)).toBe(false);
	});

	it('is in its batch, and under its key', () => {
		expect(has(FACTS, { batchKey: 'bonus' })).toBe(false);
		expect(has(FACTS, { key: 'another' })).toBe(false);
	});

	it('is any of those under one key', () => {
		const asked = asking({ ...FACTS, amount: '20' });
		expect(asked.has('wages', 'k', () => FACTS)).toBe(false);
		asked.add(requestOf(FACTS), 'k');
		expect(asked.has('wages', 'k', () => FACTS)).toBe(true);
	});
});

describe('a payment in the records of the service', () => {
	const recorded = (external_id: string) => ({ transaction: { external_id } }) as EarlierPayout;

	it('is found to be asked for, and compared once', () => {
		const [asked, payout, compared] = [asking(), recorded('k'), jest.fn(() => FACTS)];
		expect(asked.hasEarlier('wages', payout, compared)).toBe(true);
		expect(asked.hasEarlier('wages', payout, compared)).toBe(true);
		expect(compared).toHaveBeenCalledTimes(1);
	});

	it('that is not asked for may be, when more is', () => {
		const [asked, payout] = [asking(), recorded('other')];
		const isThere = () => asked.hasEarlier('wages', payout, () => FACTS);
		expect(isThere()).toBe(false);
		asked.add(requestOf(FACTS), 'other');
		expect(isThere()).toBe(true);
	});
});
