import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { startProcess } from '../../sequences/n8nProcess';
import { AT_ONCE, checkoutLink, operation, payin } from '../action/orders';
import { startService, type Service } from '../engine/service';
import { runNode } from '../engine/execution';
import { goOn } from '../resources/resourceRun';
import { answered } from '../wrongGuesses/differing';
import { chunks, list, one, outcomes, wages } from './payroll';
import { paidPayin } from './refundedPayins';

/** What something else than this process has made with the same account. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const account = () => service.emulator.account('AUD');
const pay = async (parameters: INodeParameters, items: IDataObject[] = [{ amount: 10, key: 'INV-1' }]) =>
	await runNode({
		credentials: service.credentials(),
		parameters,
		items,
		nodeTypes: startProcess().nodeTypes,
		settings: goOn,
	});

describe('a payout that has its reference at the batch alone', () => {
	/** A batch of other software: its payees have no references of their own. */
	const made = (payees: readonly string[] = ['Smith']) =>
		account().payouts.create({
			payout_method_name: 'au_bank_aud',
			currency: 'AUD',
			description: 'Invoice 1',
			external_id: 'INV-1',
			webhook_notification: { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'none' },
			payout_transaction_details: payees.map((last_name) => ({
				...{ first_name: 'Nathan', last_name, email: 'nathan@example.com', amount: 10 },
				payout_method_params: { bsb: '062000', account_number: '12345678', account_name: 'Nathan Smith' },
			})),
		});

	it('is found', async () => {
		made();
		const { items } = await pay(one());
		expect(items[0]?.json).toMatchObject({ outcome: 'found', external_id: 'INV-1' });
		expect(account().payouts.payments().payouts).toHaveLength(1);
	});

	it('stops one of another amount', async () => {
		made();
		expect(outcomes(await pay(one({ amount: 12 })))).toEqual(['The External ID INV-1 belongs to another payment']);
	});

	it('is reconciled by it', async () => {
		made();
		const { items } = await pay({ resource: 'reconciliation', operation: 'run' }, [
			{ external_id: 'INV-1', amount: 10, kind: 'payout' },
		]);
		expect(items.map(({ json }) => [json.verdict, json.external_id])).not.toContainEqual([
			'missing_at_service',
			'INV-1',
		]);
	});

	it('may be anybody’s of the same values where the batch has several payees, and nobody’s of a list', async () => {
		made(['Smith', 'Jones']);
		expect(outcomes(await pay(one()))).toEqual([
			expect.stringMatching(/without its External ID, which may be this one$/),
		]);
		expect(outcomes(await pay(one({ amount: 12 })))).toEqual(['created']);
		expect(outcomes(await pay(list()))).toEqual(['created']);
	});
});

/** What is made under one External ID by a process that does not see the other: the lists lag meanwhile. */
describe('several payments under one External ID', () => {
	const twice = async (parameters: INodeParameters) => {
		const { settings } = service.emulator.world;
		const order = { ...parameters, options: AT_ONCE };
		settings.listLagMs = 3_600_000;
		for (const _process of [1, 2]) expect(outcomes(await pay(order))).toEqual(['created']);
		settings.listLagMs = 0;
		return order;
	};

	it.each([
		['payment', payin()],
		['link', checkoutLink()],
		['payment', one()],
		['payment', list()],
	])('are named, each a %s (%#)', async (what, parameters) => {
		const { items } = await pay(await twice(parameters));
		expect(items[0]?.json.error).toBe(`The ${what} INV-1 exists 2 times`);
		const { outcome, duplicates } = items[0]?.json as { outcome: string; duplicates: string };
		expect([outcome, new Set(duplicates.split(', ')).size]).toEqual(['paid_twice', 2]);
	});

	it('are named, refunds', async () => {
		const uuid = await paidPayin(service);
		const about = { externalId: 'r-1', refundType: 'partial', amount: '30', reason: 'Parcel came late' };
		const refund = operation('payin', 'refund', { uuid, ...about, options: AT_ONCE });
		await pay(refund);
		// Other software does not look.
		account().payins.refunds.request(account().payins.get(uuid), { amount: 30, description: 'r', external_id: 'r-1' });
		expect(outcomes(await pay(refund))).toEqual(['paid_twice']);
	});

	it('are named where the answer of one was lost', async () => {
		await pay(payin({ options: AT_ONCE }));
		service.fault({ endpoint: 'v2.payins.create', fault: 'status', status: 503, when: 'after', times: 1 });
		let reads = 0;
		// The other process has made it between the look-up and the send.
		answered(['v2.payins.list'], (shown) =>
			Number(shown.total) > 0 && ++reads === 1 ? { ...shown, records: [], total: 0 } : shown,
		);
		expect(outcomes(await pay(payin({ options: AT_ONCE })))).toEqual(['paid_twice']);
	});

	it('are no hindrance where all but one have ended without money', async () => {
		const order = await twice(payin());
		const [first] = account().payins.payments().payins;
		account()
			.payins.moves(first?.uuid ?? '')
			.expire?.();
		const { items } = await pay(order);
		expect(items[0]?.json).toMatchObject({ outcome: 'found' });
		expect(items[0]?.json.uuid).not.toBe(first?.uuid);
	});
});

it('a payment that another process makes while its answer is lost is told with both identifiers', async () => {
	const { payouts } = account();
	const { create } = payouts;
	jest.spyOn(payouts, 'create').mockImplementationOnce((body) => {
		create(body);
		return create(body);
	});
	service.fault({ endpoint: 'v2.payouts.create', fault: 'reset', when: 'after', nth: 1 });
	const run = await pay(chunks(), wages(2));
	expect(outcomes(run)).toEqual(['paid_twice', 'paid_twice']);
	const uuids = payouts.payments().payouts.map(({ uuid }) => uuid);
	expect(uuids).toHaveLength(4);
	for (const uuid of uuids) expect(JSON.stringify(run.items)).toContain(uuid);
});
