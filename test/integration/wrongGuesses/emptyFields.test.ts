import type { IDataObject, INodeParameters } from 'n8n-workflow';
import * as wire from '../../../emulator/otherwise';
import { without, type Fields } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { checkoutLink, operation, payin, payout, QUICK } from '../action/orders';
import { startService, type Service } from '../engine/service';
import { run } from '../resources/resourceRun';
import { listed, type Change } from './differing';

/** Lists with a fixed set of fields show null, or an empty text, for what only the detail fills in. */

let service: Service;
beforeAll(async () => (service = await startService({ start: new Date() })));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const account = () => service.emulator.account('AUD');
const made = async (parameters: INodeParameters, ...keys: string[]) =>
	await run(
		service,
		{ ...parameters, options: { ...QUICK, settleSeconds: 0 } },
		{ items: keys.map((key) => ({ amount: 50, key })), nodeTypes: startProcess().nodeTypes },
	);
const getMany = async (resource: string, filters: INodeParameters) =>
	await run(service, operation(resource, 'getAll', { returnAll: true, filters }));

describe('a reconciliation finds', () => {
	async function verdicts(expected: IDataObject): Promise<unknown[]> {
		const now = service.emulator.world.clock.now().getTime();
		const [fromDate, toDate] = [now - 86_400_000, now + 60_000].map((time) => new Date(time).toISOString());
		const parameters = { resource: 'reconciliation', operation: 'run', fromDate, toDate };
		const { items, error } = await run(service, parameters, { items: [expected] });
		expect(error).toBeUndefined();
		return items.filter(({ json }) => json.external_id).map(({ json }) => [json.external_id, json.verdict]);
	}
	const keyless =
		(shown: unknown): Change =>
		(record) => ({ ...record, external_id: shown });
	const keylessBatch =
		(shown: unknown): Change =>
		(batch) =>
			keyless(shown)({ ...batch, payout_transactions: (batch.payout_transactions as Fields[]).map(keyless(shown)) });

	it.each([[null], ['']])('a payin whose external ID the list shows as %j', async (shown) => {
		const [item] = (await made(payin(), 'inv-1')).items;
		account().payins.simulate(String(item?.json.uuid), 'completed');
		listed('v2.payins.list', keyless(shown));
		expect(await verdicts({ external_id: 'inv-1', amount: 50, kind: 'payin' })).toEqual([['inv-1', 'matched']]);
	});

	it.each([[null], ['']])('a payout whose external IDs the list shows as %j', async (shown) => {
		await made(payout(), 'wage-1');
		await service.advance(3_600_000);
		listed('v2.payouts.list', keylessBatch(shown));
		expect(await verdicts({ external_id: 'wage-1', amount: 50, kind: 'payout' })).toEqual([['wage-1', 'matched']]);
	});

	it.each([[null], [{}]])('a link whose metadata the list shows as %j', async (meta_data) => {
		const [item] = (await made(checkoutLink(), 'inv-1')).items;
		const session = account().links.session(String(item?.json.uuid));
		account().checkoutSessions.choose(session, 'au_card_aud');
		account().checkoutSessions.pay(session);
		await service.advance(3_600_000);
		listed('v3.links.list', (record) => ({ ...record, meta_data }));
		expect(await verdicts({ external_id: 'inv-1', amount: 50, kind: 'payin' })).toEqual([['inv-1', 'matched']]);
	});
});

describe('Checkout Link: Get Many', () => {
	async function paidByCard(): Promise<string> {
		const uuid = String((await made(checkoutLink(), 'l-1')).items[0]?.json.uuid);
		const session = account().links.session(uuid);
		account().checkoutSessions.choose(session, 'au_card_aud');
		account().checkoutSessions.pay(session);
		return uuid;
	}

	it.each([[null], [{}]])('does not filter by External IDs in metadata that shows as %j', async (meta_data) => {
		await made(checkoutLink(), 'l-1');
		listed('v3.links.list', (record) => ({ ...record, meta_data }));
		const { error } = await getMany('checkoutLink', { externalId: 'l-1' });
		expect(error?.message).toContain('does not show the external ID of its links');
	});

	it('does not filter by a status that no link shows', async () => {
		await paidByCard();
		listed('v3.links.list', (record) => without(record, 'transaction_info', 'status'));
		const { error } = await getMany('checkoutLink', { status: 'received' });
		expect(error?.message).toContain('does not show the status of its links');
	});

	it('lets a link pass whose method shows as null: it was made for all of them', async () => {
		const uuid = await paidByCard();
		listed('v3.links.list', (record) => ({ ...record, payin_method_code: null }));
		const { items } = await getMany('checkoutLink', { payinMethodCode: 'au_card_aud' });
		expect(items.map(({ json }) => json.uuid)).toEqual([uuid]);
	});
});

it('a link is found again where its currency shows as null before anybody pays', async () => {
	const change: Change = (link) => ({ ...without(link, 'transaction_info'), currency: null, status: 'pending' });
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, asked, answer) => {
		const { records, ...envelope } = answer as { records: Fields[] };
		if (asked === 'v3.links.list') return { ...envelope, records: records.map(change) };
		return asked === 'v3.links.detail' ? change(answer as Fields) : answer;
	});
	await made(checkoutLink(), 'l-1');
	const { items, error } = await made(checkoutLink(), 'l-1');
	expect([error, items[0]?.json]).toMatchObject([undefined, { outcome: 'found', external_id: 'l-1' }]);
});

it.each([
	['payin', payin(), 'v2.payins.list'],
	['payout', payout(), 'v2.payouts.list'],
] as const)('%s: Get Many leaves out what only contains the External ID', async (resource, parameters, endpoint) => {
	await made(parameters, 'inv-1', 'inv-10');
	const whole = await run(service, operation(resource, 'getAll', { returnAll: true, options: { simplify: false } }));
	const records = whole.items.map(({ json }) => json);
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, asked, answer) =>
			asked === endpoint ? { ...(answer as Fields), total: 2, total_count: 2, records } : answer,
		);
	const { items } = await getMany(resource, { externalId: 'inv-1' });
	expect(items.map(({ json }) => json.external_id)).toEqual(['inv-1']);
});

it('the fields of the answer of a simulated deposit come through', async () => {
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, asked, answer) =>
			asked === 'v1.deposits.simulate' ? { balance_id: 'B1' } : answer,
		);
	const deposit = operation('treasuryDeposit', 'simulate', { accountNumber: '7654321', amount: '5000' });
	const { items } = await run(service, deposit, { currency: 'JPY' });
	expect(items[0]?.json).toEqual({ balance_id: 'B1', account_number: '7654321', amount: '5000', simulated: true });
});
