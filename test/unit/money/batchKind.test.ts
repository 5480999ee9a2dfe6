import {
	isSafe,
	movementOf,
	referenceOf,
	type PaymentRequest,
} from '../../../nodes/MultiCurrencyPayments/money/batchKind';

const request = (about: Partial<PaymentRequest> = {}): PaymentRequest =>
	({
		...{ identity: 'i', externalId: 'INV-7', list: '', amount: '10.50', currency: 'AUD' },
		destinationWords: '062-000 12345678',
		...about,
	}) as PaymentRequest;

describe('what a payment moves', () => {
	it('is its amount to its destination, under its External ID, the reference of its batch and its identity', () => {
		expect(movementOf(request())).toEqual({
			...{ key: 'INV-7', reference: 'INV-7', identity: 'i', isAgain: false },
			...{ amount: '10.50', currency: 'AUD', destination: '062-000 12345678' },
		});
	});

	it('is at most what the service may book', () => {
		expect(movementOf(request({ amount: '1000.2', currency: 'VND' })).amount).toBe('1001');
	});

	it('has no amount where that is left to the service', () => {
		expect(movementOf(request({ amount: undefined, currency: 'VND' }))).toMatchObject({ amount: undefined });
	});

	it('takes the place of an earlier request only where the service cannot have stored that under another name', () => {
		expect(movementOf(request(), true).isAgain).toBe(true);
		expect(movementOf(request({ externalId: 'Zahlung № 7' }), true).isAgain).toBe(false);
		expect(movementOf(request({ list: 'März' }), true).isAgain).toBe(false);
	});
});

it.each<[string, string, boolean]>([
	['INV-7', '', true],
	['INV-7', 'payroll-2031-03', true],
	['!~', '', true],
	['x'.repeat(100), '', true],
	['x'.repeat(101), '', false],
	['INV 7', '', false],
	['Zahlung-№', '', false],
	['INV-7\n', '', false],
	['INV-7', 'pay roll', false],
])('a service hardly stores %j in the list %j as another, or might: %p', (externalId, list, isKept) => {
	expect(isSafe({ externalId, list })).toBe(isKept);
});

it('the batch of a payment has the reference of its list, or its own where it is paid by itself', () => {
	expect(referenceOf(request({ list: 'payroll' }))).toBe('payroll');
	expect(referenceOf(request())).toBe('INV-7');
});
