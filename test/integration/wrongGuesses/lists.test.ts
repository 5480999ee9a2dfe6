import type { IDataObject, INodeParameters } from 'n8n-workflow';
import * as wire from '../../../emulator/otherwise';
import { startService, type Service } from '../engine/service';
import { ADA } from '../resources/ada';
import { run } from '../resources/resourceRun';
import { newPayout } from '../trigger/payments';

/** Lists whose envelope or filters the specification does not show; the service differs from the assumptions. */

let service: Service;
const start = async (...wrongGuesses: string[]) => (service = await startService({ start: new Date(), wrongGuesses }));
afterEach(async () => {
	jest.restoreAllMocks();
	await service.close();
});

const account = () => service.emulator.account('AUD');

const linkOrder = (more: object = {}) => ({
	amount: 49.9,
	description: 'Order 77',
	sender_info: { email: 'ada@shop.example', first_name: 'Ada', last_name: 'Byron' },
	expires_in: 1800,
	...more,
});
const links = (count: number) => {
	for (let number = 0; number < count; number++) account().links.create(linkOrder());
};

function contacts(count: number): void {
	for (let number = 0; number < count; number++) {
		account().contacts.create({ ...ADA, email: `ada${number}@shop.example` });
	}
}

const payouts = (count: number) => {
	for (let number = 0; number < count; number++) newPayout(service);
};

const list = async (resource: string, more: INodeParameters = {}) =>
	await run(service, { resource, operation: 'getAll', returnAll: true, ...more });

describe('an envelope that tells no number of records', () => {
	it.each([
		['checkoutLink', 'linkListEnvelope', 'v3.links.list', links],
		['contact', 'contactListEnvelope', 'v2.contacts.list', contacts],
		['payout', 'payoutListEnvelope', 'v2.payouts.list', payouts],
	] as const)('%s: is read until a page is empty', async (resource, guess, endpoint, fill) => {
		await start(guess);
		fill(45);
		const { items, error } = await list(resource);
		expect(error).toBeUndefined();
		expect(new Set(items.map(({ json }) => json.uuid ?? json.email)).size).toBe(45);
		expect(items).toHaveLength(45);
		expect(service.calls()[endpoint]).toBe(resource === 'payout' ? 4 : 2);
	});

	it('contacts without an email are all there', async () => {
		await start('contactShapes');
		contacts(45);
		const { items, error } = await list('contact', { options: { simplify: false } });
		expect(error).toBeUndefined();
		expect(new Set(items.map(({ json }) => json.email_address)).size).toBe(45);
	});

	it('is enough where no more records are asked for than came', async () => {
		await start('linkListEnvelope');
		links(3);
		const { items } = await run(service, { resource: 'checkoutLink', operation: 'getAll', returnAll: false, limit: 2 });
		expect(items).toHaveLength(2);
		expect(service.calls()['v3.links.list']).toBe(1);
	});

	it('a page of settlement reports that may be full is not taken for all', async () => {
		await start('settlementListEnvelope');
		for (let number = 0; number < 21; number++) {
			await service.advance(1_000);
			account().settlements.closeCurrent('daily');
		}
		const { error } = await list('settlementReport');
		expect(error?.message).toMatch(/a list in a form that is not known here, so nothing of it is returned/);
		expect(error).toHaveProperty('description', expect.stringContaining('Ask for at most 21, by Limit'));
		expect(service.calls()['v2.settlements.list']).toBe(1);
		const some = await run(service, {
			resource: 'settlementReport',
			operation: 'getAll',
			returnAll: false,
			limit: 21,
		});
		expect(some.items).toHaveLength(21);
	});
});

it('an answer without a list is asked for once more, because it may pass, and told as what it is', async () => {
	await start();
	jest.spyOn(wire, 'answerOtherwise').mockReturnValue({ state: 'fine' });
	const { error } = await list('checkoutLink');
	expect(error?.message).toMatch(/a list in a form that is not known here/);
	expect(error).toHaveProperty('description', expect.stringContaining('holds no list of records, but state'));
	expect(service.calls()['v3.links.list']).toBe(2);
});

describe('filters of checkout links that the service ignores are applied to what it answers', () => {
	const filtered = async (filters: IDataObject) => {
		const { items, error } = await list('checkoutLink', { filters: filters as INodeParameters });
		expect(error).toBeUndefined();
		return items.map(({ json }) => json.uuid);
	};

	it('by status, method, external ID and date', async () => {
		await start('linkListFilters');
		const { uuid: first } = account().links.create(
			linkOrder({ payin_method_code: 'au_payid_npp_aud', meta_data: { external_id: 'ord-1' } }),
		);
		account().checkoutSessions.pay(account().links.session(first));
		await service.advance(3_600_000);
		const { uuid: second } = account().links.create(linkOrder({ meta_data: { external_id: 'ord-2' } }));
		const between = service.emulator.world.clock.now().getTime() - 1_800_000;
		expect(await filtered({})).toEqual([second, first]);
		expect(await filtered({ status: 'received' })).toEqual([first]);
		// The other is for all methods.
		expect(await filtered({ payinMethodCode: 'au_payid_npp_aud' })).toEqual([second, first]);
		expect(await filtered({ payinMethodCode: 'au_card_aud' })).toEqual([second]);
		expect(await filtered({ externalId: 'ord-2' })).toEqual([second]);
		expect(await filtered({ fromDate: new Date(between).toISOString() })).toEqual([second]);
		expect(await filtered({ toDate: new Date(between).toISOString() })).toEqual([first]);
	});
});
