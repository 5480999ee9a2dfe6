import { operation, payin, QUICK } from '../action/orders';
import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';

/** Messages name the thing that is unknown or must not be sent: a refund, a contact. */

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());
beforeEach(async () => await service.reset());

const contact = (firstName: string) => ({
	...{ resource: 'contact', operation: 'create', email: 'ada@shop.test', firstName, lastName: 'Byron' },
	...{ contactType: 'individual', dateOfBirth: '1990-03-04', phone: '+61 400 000 000', gender: 'female' },
	...{ street: '1 High Street', city: 'Sydney', postalCode: '2000', state: 'NSW', country: 'AU' },
});

it('a refund whose outcome is unknown is called a refund', async () => {
	const credentials = service.credentials();
	const { items } = await runNode({ credentials, parameters: payin(), items: [{ amount: 50, key: 'order-1' }] });
	const uuid = String(items[0]?.json.uuid);
	await runNode({ credentials, parameters: operation('payin', 'simulate', { uuid }) });
	service.fault({ endpoint: 'v2.payins.refund', when: 'before', fault: 'reset' });
	const refund = operation('payin', 'refund', {
		uuid,
		reason: 'Parcel came late',
		externalId: 'refund-1',
		options: QUICK,
	});
	const { error } = await runNode({ credentials, parameters: refund });
	expect(error?.message).toBe('It is unknown whether the refund refund-1 was made');
	expect(error?.description).toContain('may refund twice');
});

it('a contact of another name under the same email is called a contact', async () => {
	const credentials = service.credentials();
	await runNode({ credentials, parameters: contact('Ada') });
	service.fault({ endpoint: 'v2.contacts.create', when: 'before', fault: 'reset' });
	const { error } = await runNode({ credentials, parameters: { ...contact('Mary'), options: QUICK } });
	expect(error?.message).toContain('The contact ada@shop.test is not as it was asked for');
	expect(error?.description).toContain('Asked for: name mary byron. The service has: name ada byron.');
	expect(error?.description).toContain('Look for the contact with Contact → Get');
});

it('a refund of everything that was to be of a part is told with both amounts', async () => {
	const other = await startService({ wrongGuesses: ['refundAmountField'] });
	const credentials = other.credentials();
	const { items } = await runNode({ credentials, parameters: payin(), items: [{ amount: 50, key: 'order-1' }] });
	const uuid = String(items[0]?.json.uuid);
	await runNode({ credentials, parameters: operation('payin', 'simulate', { uuid }) });
	const order = { uuid, reason: 'Parcel came late', refundType: 'partial', amount: '20', options: QUICK };
	const { error } = await runNode({ credentials, parameters: operation('payin', 'refund', order) });
	expect(error?.message).toMatch(/^The refund n8n-\S+ is not as it was asked for$/);
	expect(error?.description).toMatch(/Asked for: amount 20\. The service has: amount 50\. This item was sent, and/);
	expect(error?.description).toContain('sending it again without looking may refund twice');
	await other.close();
});

describe('a service that does not show its refunds by their references', () => {
	let other: Service;
	beforeAll(async () => {
		other = await startService({ wrongGuesses: ['refundListField'] });
	});
	afterAll(async () => await other.close());
	beforeEach(async () => await other.reset());

	const refund = async () => {
		const credentials = other.credentials();
		const { items } = await runNode({ credentials, parameters: payin(), items: [{ amount: 50, key: 'order-1' }] });
		const uuid = String(items[0]?.json.uuid);
		await runNode({ credentials, parameters: operation('payin', 'simulate', { uuid }) });
		const order = { uuid, reason: 'Parcel came late', externalId: 'refund-1', options: QUICK };
		return { credentials, parameters: operation('payin', 'refund', order) };
	};

	it('is sent the refund, and its item says what was not asked', async () => {
		const { items } = await runNode(await refund());
		expect(items[0]?.json.idempotency).toEqual({
			outcome: 'created',
			external_id: 'refund-1',
			note: expect.stringContaining('does not show by which references') as string,
		});
	});

	it('is not sent it again by the same process', async () => {
		const order = await refund();
		await runNode(order);
		const { items } = await runNode(order);
		expect(items[0]?.json.idempotency).toMatchObject({ outcome: 'found' });
		expect(other.calls()['v2.payins.refund']).toBe(1);
	});

	it('leaves an unclear refund unknown', async () => {
		const order = await refund();
		other.fault({ endpoint: 'v2.payins.refund', when: 'after', fault: 'reset' });
		const { error } = await runNode({ ...order, settings: { retryOnFail: true, maxTries: 2 } });
		expect(error?.message).toBe('It is unknown whether the refund refund-1 was made');
		expect(other.calls()['v2.payins.refund']).toBe(1);
	});
});
