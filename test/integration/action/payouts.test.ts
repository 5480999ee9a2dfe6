import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { serviceOfFile } from '../engine/serviceOfFile';
import { ADA } from '../resources/ada';
import { BANK_ACCOUNT, batch, chosen, form, operation, payout } from './orders';
import { run as execute } from '../resources/resourceRun';

const service = serviceOfFile();

const paid = (currency = 'AUD') => service.emulator.account(currency).payouts.payments().payouts;

async function run(parameters: INodeParameters, items: IDataObject[] = [{}], currency = 'AUD') {
	return await execute(service, parameters, { currency, items });
}

async function records(...given: Parameters<typeof run>) {
	const { error, items } = await run(...given);
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
}

/** The uuid of the batch that contains a payment. */
const batchOf = (record: IDataObject | undefined) => String(record?.batch_uuid);

const people = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		key: `wage-${index}`,
		amount: `${100 + index}.50`,
		name: `Payee ${index}`,
	}));

describe('create, one request per item', () => {
	it('pays each item and links the payment to it', async () => {
		const { items } = await run(payout(), people(2));
		expect(items.map(({ json, pairedItem }) => ({ ...json, pairedItem }))).toMatchObject([
			{
				external_id: 'wage-0',
				status: 'created',
				amount: '100.50',
				payee: 'Nathan Smith',
				...{ batch_external_id: 'wage-0', batch_status: 'created', currency: 'AUD', method: 'au_bank_aud' },
				outcome: 'created',
				pairedItem: { item: 0 },
			},
			{ outcome: 'created', external_id: 'wage-1', pairedItem: { item: 1 } },
		]);
		expect(paid()).toMatchObject([
			{ external_id: 'wage-0', amount: '100.5' },
			{ external_id: 'wage-1', amount: '101.5' },
		]);
		const [{ batch_uuid: batch = '' } = {}] = paid();
		expect(service.emulator.account('AUD').payouts.get(batch).description).toBe('March wages');
		// Lists: two older years (once per day and process), then each payee.
		expect(service.calls()).toEqual({ 'v2.payouts.methodParams': 1, 'v2.payouts.list': 4, 'v2.payouts.create': 2 });
	});

	it('asks first and returns what it finds', async () => {
		await run(payout(), people(1));
		const [again] = await records(payout(), people(2));
		expect(again).toMatchObject({ outcome: 'found', external_id: 'wage-0' });
		expect(paid().map(({ external_id }) => external_id)).toEqual(['wage-0', 'wage-1']);
	});

	it('takes out of a name what the service forbids, when asked to, and shows what was sent', async () => {
		const named = { firstName: 'Anne-Marie  ', lastName: 'O’Hara, Jr.', options: { cleanNames: true } };
		expect((await records(payout(named), people(1)))[0]).toMatchObject({ payee: 'Anne Marie OHara Jr' });
	});

	it('finds what was booked in whole units', async () => {
		const yen = payout({
			payoutMethodName: chosen('vn_bank_vnd'),
			methodParameters: form({ account_number: '99', account_name: 'N', bank_code: 'EXMAVN2X' }),
			amount: '150000.4',
		});
		const [first] = await records(yen, [{ key: 'v' }], 'VND');
		expect(first).toMatchObject({ note: 'The service has rounded the amount: 150000.4 VND was asked for.' });
		const [again] = await records(yen, [{ key: 'v' }], 'VND');
		expect(again).toMatchObject({ uuid: first?.uuid, outcome: 'found' });
	});

	it('is scheduled and cancelled', async () => {
		const at = new Date(Date.now() + 86_400_000).toISOString();
		const [record] = await records(payout({ additionalFields: { scheduledAt: at } }), people(1));
		expect(record).toMatchObject({
			...{ batch_status: 'scheduled', scheduled_at: expect.stringContaining(at.slice(0, 19)) },
		});
		await records(operation('payout', 'cancelScheduled', { uuid: batchOf(record) }));
		expect(paid()).toMatchObject([{ status: 'failed' }]);
	});

	it('may leave the amount out for usdc_bank only', async () => {
		service.emulator.account('USDC').contacts.create({ ...ADA, email: 'nathan@example.com' });
		const usdc = payout({
			payoutMethodName: chosen('usdc_bank'),
			amount: '',
			methodParameters: form({ account_number: '0x1', network: 'polygon' }),
		});
		expect(await records(usdc, [{ key: 'u' }], 'USDC')).toMatchObject([{ currency: 'USDC' }]);
		expect(paid('USDC')).toMatchObject([{ external_id: 'u', amount: '0.0' }]);
	});
});

describe('create, all items in one request', () => {
	it('pays everybody at once and gives each item its own payment', async () => {
		const { items } = await run(batch(), people(5));
		expect(items.map(({ json, pairedItem }) => ({ ...json, pairedItem }))).toMatchObject(
			people(5).map(({ key, amount, name }, item) => ({
				external_id: key,
				amount,
				payee: `Nathan ${name}`,
				...{ batch_status: 'created', currency: 'AUD' },
				outcome: 'created',
				pairedItem: { item },
			})),
		);
		expect(paid()).toHaveLength(5);
		expect(service.calls()['v2.payouts.create']).toBe(1);
	});

	it('finds whom an earlier execution has paid in the same list, in whatever order, and pays only who is new', async () => {
		await records(batch(), people(3));
		const again = await records(batch(), people(5).reverse());
		expect(again.reverse()).toMatchObject([
			{ outcome: 'found', external_id: 'wage-0' },
			{ outcome: 'found', external_id: 'wage-1' },
			{ outcome: 'found', external_id: 'wage-2' },
			{ outcome: 'created', external_id: 'wage-3' },
			{ outcome: 'created', external_id: 'wage-4' },
		]);
		expect(paid().map(({ external_id }) => external_id)).toEqual(['wage-0', 'wage-1', 'wage-2', 'wage-4', 'wage-3']);
		expect(new Set(paid().map(({ batch_external_id: list }) => list))).toEqual(new Set(['payroll-3']));
	});
});

describe('what became of payouts', () => {
	it('is read by batch and by transaction', async () => {
		await records(batch({ methodParameters: form({ ...BANK_ACCOUNT, account_number: '={{ $json.account }}' }) }), [
			{ key: 'a', amount: 10, account: '12345678' },
			{ key: 'b', amount: 20, account: '90001' },
		]);
		await service.advance(10_000);
		const [{ batch_uuid: uuid = '', uuid: child = '' } = {}] = paid();
		const simple = await records(operation('payout', 'get', { uuid }));
		const whole = { batch_uuid: uuid, batch_status: 'completed' };
		expect(simple).toMatchObject([
			{ ...whole, amount: '10.00', status: 'settled' },
			{ ...whole, amount: '20.00', status: 'failed', error_message: 'Account not found' },
		]);
		const [one] = await records(
			operation('payout', 'get', { uuid, additionalFields: { childUuid: child }, options: { simplify: false } }),
		);
		expect(one).toHaveProperty('webhook_notification');
		expect(one?.payout_transactions).toMatchObject([
			{ uuid: child, payout_method_params: { account_number: '12345678' } },
		]);
		expect(await records(operation('payout', 'get', { uuid, additionalFields: { childUuid: '' } }))).toHaveLength(2);
	});

	it('is listed, newest first, all or some', async () => {
		await records(payout(), people(45));
		const all = await records(operation('payout', 'getAll', { returnAll: true }));
		expect(all.map(({ external_id }) => external_id)).toEqual(
			people(45)
				.map(({ key }) => key)
				.reverse(),
		);
		expect(await records(operation('payout', 'getAll', { limit: 21 }))).toEqual(all.slice(0, 21));
	});

	it('is asked for by its external ID, not read page by page', async () => {
		await records(payout(), people(45));
		const before = service.calls()['v2.payouts.list'] ?? 0;
		const found = await records(operation('payout', 'getAll', { filters: { externalId: 'wage-7' } }));
		expect(found).toMatchObject([{ external_id: 'wage-7' }]);
		expect(service.calls()['v2.payouts.list']).toBe(before + 1);
	});

	it.each([
		['by n8n’s own dates', '={{ $now.minus({ years: 1 }) }}', '={{ $now }}'],
		['with fractions of seconds', '2030-03-04T00:00:00.500Z', '2031-03-04T00:00:00.500Z'],
		['with a leap day', '2031-06-01T00:00:00.001Z', '2032-06-01T00:00:00.001Z'],
	])('is listed for exactly one year, %s', async (_, fromDate, toDate) => {
		await records(payout(), people(3));
		const { items, error } = await execute(
			service,
			operation('payout', 'getAll', { returnAll: true, fromDate, toDate }),
		);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(fromDate.startsWith('=') ? 3 : 0);
	});

	// The service takes whole seconds, so the node must round the end of a period up, also when it is the current time.
	it('is in the list of a period in whose last second it was made', async () => {
		await service.emulator.reset({ start: new Date('2026-11-01T00:00:07.500Z') });
		await records(payout(), people(1));
		const period = { fromDate: '2026-10-30', toDate: '2026-11-01T00:00:07.900Z' };
		expect(await records(operation('payout', 'getAll', period))).toHaveLength(1);
	});

	it('is decided by a simulation', async () => {
		const [first, second] = await records(payout(), people(2));
		expect(await records(operation('payout', 'simulate', { uuid: batchOf(first), outcome: 'completed' }))).toEqual([
			{ uuid: batchOf(first), outcome: 'completed', simulated: true },
		]);
		await records(operation('payout', 'simulate', { uuid: batchOf(second), outcome: 'failed' }));
		expect(paid().map(({ status }) => status)).toEqual(['settled', 'failed']);
	});
});

it('a payout above 300,000,000 VND needs the branch of the bank, and says where to find it', async () => {
	const parameters = payout({
		payoutMethodName: chosen('vn_bank_vnd'),
		amount: '={{ $json.amount }}',
		methodParameters: form({ bank_code: 'EXMAVN2X', account_number: '0011', account_name: 'Ada Byron' }),
	});
	const pay = async (amount: string) =>
		await execute(service, parameters, { currency: 'VND', items: [{ key: amount, name: 'A', amount }] });
	const { error } = await pay('300000001');
	expect(error?.message).toBe('Payouts above 300,000,000 VND need a branch code');
	expect(error).toHaveProperty('description', expect.stringContaining('Get Branch Codes'));
	expect(service.writes()).toBe(0);
	expect((await pay('300000000')).items).toHaveLength(1);
	expect((await pay('300000000.4')).items).toHaveLength(1);
});

it('a payout above 300,000,000 in another currency than VND needs no branch', async () => {
	const create = jest.spyOn(service.emulator.account('IDR').payouts, 'create');
	const parameters = payout({
		payoutMethodName: chosen('id_bank_idr'),
		amount: '300000001',
		methodParameters: form({ bank_code: 'EXMAID2X', account_number: '0011', account_name: 'Ada Byron' }),
	});
	await execute(service, parameters, { currency: 'IDR', items: [{ key: 'wage-1' }] });
	expect(create).toHaveBeenCalledTimes(1);
	create.mockRestore();
});
