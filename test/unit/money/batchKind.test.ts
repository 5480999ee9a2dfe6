import type { BatchKind, PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';
import { isKnownByAccount, movementOf } from '../../../nodes/MultiCurrencyPayments/money/batchKind';

describe('what a payment moves', () => {
	const moved = (amount: string | undefined, currency = 'AUD') => {
		const request = { amount, currency, destinationWords: '062-000 12345678' } as PaymentRequest;
		return movementOf({ request, key: 'k', isAgain: true });
	};

	it('is its amount to its destination, under its key', () => {
		const all = { key: 'k', isAgain: true, amount: '10.50', currency: 'AUD', destination: '062-000 12345678' };
		expect(moved('10.50')).toEqual(all);
	});

	it('is at most what the service may book', () => {
		expect(moved('1000.2', 'VND').amount).toBe('1001');
	});

	it('has no amount where that is left to the service', () => {
		expect(moved(undefined, 'VND')).toMatchObject({ amount: undefined });
	});
});

describe('a payment', () => {
	const known = { found: () => ({}) } as unknown as BatchKind<PaymentRequest>;
	const unknown = { found: null } as BatchKind<PaymentRequest>;

	it.each<[string, BatchKind<PaymentRequest>, string, string, boolean]>([
		['without an External ID, under a Batch External ID', known, '', 'payroll', true],
		['with an External ID of its own', known, 'k', 'payroll', false],
		['without a Batch External ID', known, '', '', false],
		['with an External ID alone', known, 'k', '', false],
		['that the service cannot be asked for', unknown, '', 'payroll', false],
	])('%s is known by its account alone or not', (_, kind, externalId, batchKey, isKnown) => {
		expect(isKnownByAccount(kind, { externalId, batchKey } as PaymentRequest)).toBe(isKnown);
	});
});
