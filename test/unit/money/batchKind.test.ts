import { movementOf, referenceOf, type PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';

const request = (about: Partial<PaymentRequest> = {}): PaymentRequest =>
	({
		...{ identity: 'i', externalId: 'INV-7', list: '', amount: '10.50', currency: 'AUD' },
		destinationWords: () => '062-000 12345678',
		...about,
	}) as PaymentRequest;

describe('what a payment moves', () => {
	it('is its amount to its destination, under its External ID, the reference of its batch and its identity', () => {
		expect(movementOf(request())).toEqual({
			...{ key: 'INV-7', reference: 'INV-7', identity: 'i' },
			...{ amount: '10.50', currency: 'AUD', destination: '062-000 12345678' },
		});
	});

	it('is at most what the service may book', () => {
		expect(movementOf(request({ amount: '1000.2', currency: 'VND' })).amount).toBe('1001');
	});

	it('has no amount where that is left to the service', () => {
		expect(movementOf(request({ amount: undefined, currency: 'VND' }))).toMatchObject({ amount: undefined });
	});
});

it('the batch of a payment has the reference of its list, or its own where it is paid by itself', () => {
	expect(referenceOf(request({ list: 'payroll' }))).toBe('payroll');
	expect(referenceOf(request())).toBe('INV-7');
});
