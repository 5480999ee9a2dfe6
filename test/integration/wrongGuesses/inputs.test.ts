import type { INodeParameters } from 'n8n-workflow';
import { ServiceError, unprocessable } from '../../../emulator/engine/serviceError';
import { AT_ONCE, batch, chosen, payin } from '../action/orders';
import { serviceOfFile } from '../engine/serviceOfFile';
import { run } from '../resources/resourceRun';
import { answered } from './differing';

/** What no line of the specification forbids is sent. A service that refuses it says so in its own words, and made nothing. */

const service = serviceOfFile();

const audPayout = {
	...{ resource: 'audPayout', operation: 'create', payee: 'Ada & Co.', amount: '10', payid: '+61412345678' },
	...{ payidType: 'phone', paymentDescription: 'Pay', externalId: 'wages-1' },
};

const link = {
	...{ resource: 'checkoutLink', operation: 'create', amount: '10', paymentDescription: 'Order 77' },
	...{ customerEmail: 'ada@shop.example', firstName: 'Ada', lastName: 'Byron', notify: 'none' },
};

it('a payin by usdc_bank without an amount', async () => {
	const { payins } = service.emulator.account('USDC');
	jest.spyOn(payins, 'create').mockImplementation(() => {
		throw unprocessable({ amount: "can't be blank" });
	});
	const parameters = payin({ payinMethodName: chosen('usdc_bank'), amount: '' });
	const { error } = await run(service, parameters, { currency: 'USDC', items: [{ key: 'order-1' }] });
	expect(error?.message).toBe("The payment service refused this: Amount: can't be blank");
	expect(payins.payments().payins).toEqual([]);
});

it.each(['payout_transaction_details[0].payee', 'description'])(
	'an AUD payout whose %s the service refuses',
	async (field) => {
		const { audPayouts } = service.emulator.account('AUD');
		jest.spyOn(audPayouts, 'create').mockImplementation(() => {
			throw unprocessable({ [field]: 'is invalid' });
		});
		const { error } = await run(service, audPayout);
		expect(error?.message).toBe(`The payment service refused this: ${field} is invalid`);
	},
);

it.each([
	['phone', 'Phone'],
	['dob', 'Date of Birth'],
])('a contact whose %s the service wants', async (field, label) => {
	const { contacts } = service.emulator.account('AUD');
	jest.spyOn(contacts, 'create').mockImplementation(() => {
		throw unprocessable({ [field]: "can't be blank" });
	});
	const { error } = await run(service, { resource: 'contact', operation: 'create', email: 'ada@shop.example' });
	expect(error?.message).toBe(`The payment service refused this: ${label}: can't be blank`);
});

it('a checkout link by a method that the service does not list', async () => {
	const { links } = service.emulator.account('AUD');
	const create = jest.spyOn(links, 'create').mockImplementation(() => {
		throw unprocessable({ payin_method_code: 'is not available' });
	});
	const { error } = await run(service, { ...link, payinMethodCode: chosen('xx_new_aud') });
	expect(create).toHaveBeenCalledWith(expect.objectContaining({ payin_method_code: 'xx_new_aud' }));
	expect(error?.message).toMatch(/^The payment service refused this: Payin Method.*: is not available$/);
});

it('a checkout link is made where the service shows this account no methods', async () => {
	answered(['v3.methods'], () => {
		throw new ServiceError(403, 'FORBIDDEN', 'Not for this account');
	});
	const { error } = await run(service, { ...link, payinMethodCode: chosen('au_card_aud') });
	expect(error).toBeUndefined();
	expect(service.calls()['v3.links.create']).toBe(1);
});

it('a checkout link with an External ID is made where the list of links refuses the filters', async () => {
	answered(['v3.links.list'], () => {
		throw unprocessable({ external_id: 'is no filter' });
	});
	const { items, error } = await run(service, { ...link, externalId: 'order-1' });
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({
		outcome: 'created',
		external_id: 'order-1',
		note: expect.stringContaining('does not show by which references its links were created'),
	});
});

it('a second request of several payees where the service takes the reference of a batch only once', async () => {
	const { payouts } = service.emulator.account('AUD');
	const { create } = payouts;
	const taken = new Set<string | undefined>();
	jest.spyOn(payouts, 'create').mockImplementation((body) => {
		if (taken.has(body.external_id)) throw unprocessable({ external_id: 'has already been taken' });
		taken.add(body.external_id);
		return create(body);
	});
	const pay = async (parameters: INodeParameters, ...keys: string[]) =>
		await run(service, batch({ options: AT_ONCE, ...parameters }), {
			items: keys.map((key, index) => ({ amount: index + 10, key })),
		});
	expect((await pay({}, 'a', 'b')).error).toBeUndefined();
	const { error } = await pay({}, 'c', 'd');
	expect(error?.message).toBe('The payment service refused this: External ID: has already been taken');
	expect(error?.description).toContain('the service may take its Batch External ID only once');
	// What the message says does it.
	expect((await pay({ batchExternalId: 'March' }, 'c', 'd')).error).toBeUndefined();
	expect((await pay({ batchMode: 'perItem' }, 'e', 'f')).error).toBeUndefined();
	expect(payouts.payments().payouts).toHaveLength(6);
});
