import { DAY, startService, type Service } from './service';

let service: Service;

beforeEach(async () => {
	service = await startService();
});
afterEach(() => service.close());

const payee = (changes: object = {}) => ({
	first_name: 'Ada',
	last_name: 'Byron',
	email: 'ada@shop.example',
	amount: 75,
	payout_method_params: { pay_id: 'ada@shop.example', pay_id_type: 'EMAIL' },
	...changes,
});

const order = (details: object[], changes: object = {}) => ({
	payout_method_name: 'au_payid_npp_aud',
	currency: 'AUD',
	description: 'March wages',
	webhook_notification: service.target,
	payout_transaction_details: details,
	...changes,
});

const send = (details: object[], changes: object = {}, currency = 'AUD') =>
	service.call('v2.payouts.create', order(details, changes), currency);

async function create(details: object[] = [payee()], changes: object = {}): Promise<string> {
	const answer = await send(details, changes);
	expect(answer).toMatchObject({ status: 200 });
	return String(answer.body.uuid);
}

const detail = async (uuid: string, more: object = {}) =>
	(await service.call('v2.payouts.detail', { uuid, ...more })).body;
const statuses = async (uuid: string) => (await service.heard(uuid)).map(({ status }) => status);
const balances = async () => (await service.call('v2.balances.detail', { currency: 'AUD' })).body;
const list = (query: object = {}) =>
	service.call('v2.payouts.list', { from_date: '2031-03-04', to_date: '2031-03-05', ...query });
const leave = (amount: bigint) => {
	const { ledger } = service.emulator.account('AUD');
	ledger.post({
		type: 'withdrawal',
		direction: 'money_out',
		amount: ledger.balances().available - amount,
		fees: 0n,
		status: 'done',
		referenceId: 'R',
		paymentMethod: 'm',
	});
};
const topUp = (amount: bigint) =>
	service.emulator.account('AUD').ledger.post({
		type: 'topup',
		direction: 'money_in',
		amount,
		fees: 0n,
		status: 'done',
		referenceId: 'R',
		paymentMethod: 'm',
	});

describe('create', () => {
	it('answers the batch as created, with one transaction per payee', async () => {
		const { body } = await send([payee({ external_id: 'w-1' }), payee({ first_name: 'Čapek Jr', amount: 0.5 + 1 })], {
			external_id: 'run-3',
		});
		expect(body).toMatchObject({
			currency: 'AUD',
			payout_method_name: 'au_payid_npp_aud',
			description: 'March wages',
			total_amount: '76.5',
			status: 'created',
			scheduled_at: null,
			external_id: 'run-3',
			webhook_notification: { authorization_header: '****' },
			payout_transactions: [
				{
					payee: 'Ada Byron',
					amount: '75.00',
					status: 'created',
					balance_id: null,
					error_message: null,
					external_id: 'w-1',
					payout_method_params: { pay_id_type: 'EMAIL' },
				},
				{ payee: 'Čapek Jr Byron', amount: '1.50', external_id: null },
			],
		});
	});

	it('pays again for the same external_id: it is not a key', async () => {
		await create([payee()], { external_id: 'twice' });
		await create([payee()], { external_id: 'twice' });
		expect((await list({ external_id: 'twice' })).body.total_count).toBe(2);
	});

	it.each([
		['an unknown method', {}, { payout_method_name: 'au_pigeon_aud' }, 'payout_method_name'],
		['a foreign currency', {}, { currency: 'USD' }, 'currency'],
		['less than 1 AUD by PayID', { amount: 0.99 }, {}, 'payout_transaction_details[1].amount'],
		[
			'a missing key',
			{ payout_method_params: { pay_id_type: 'EMAIL' } },
			{},
			'payout_transaction_details[1].payout_method_params.pay_id',
		],
		[
			'an unknown kind of PayID',
			{ payout_method_params: { pay_id: 'a@b', pay_id_type: 'email' } },
			{},
			'payout_transaction_details[1].payout_method_params.pay_id_type',
		],
		[
			'a PayID of another kind',
			{ payout_method_params: { pay_id: '12', pay_id_type: 'ABN' } },
			{},
			'payout_transaction_details[1].payout_method_params.pay_id',
		],
		['a schedule in the past', {}, { scheduled_at: '2031-03-04T00:00:00' }, 'scheduled_at'],
	])('refuses %s, and then pays nobody', async (_case, changes, batch, field) => {
		const { status, body } = await send([payee(), payee(changes)], batch);
		expect(status).toBe(422);
		expect(Object.keys(body.errors ?? {})).toEqual([field]);
		expect((await list()).body.total_count).toBe(0);
	});

	const thai = (amount: number, swift_code = 'EXMATH2X') =>
		send(
			[
				payee({
					amount,
					payout_method_params: {
						account_number: 1234,
						account_name: 'Ada',
						type: 'individual',
						description: 'wages',
						swift_code,
					},
				}),
			],
			{ payout_method_name: 'th_bank_thb', currency: 'THB' },
			'THB',
		);
	const ugandan = (amount: number, payment_reason = 'school-fees') =>
		send(
			[
				payee({
					amount,
					payout_method_params: { account_number: '1', account_name: 'Ada', bank_code: 'EXMAUG2X', payment_reason },
				}),
			],
			{ payout_method_name: 'ug_bank_ugx', currency: 'UGX' },
			'UGX',
		);
	const vietnamese = (amount: number, more: object = {}) =>
		send(
			[
				payee({
					amount,
					payout_method_params: { account_number: '1', account_name: 'Ada', bank_code: 'EXMAVN2X', ...more },
				}),
			],
			{ payout_method_name: 'vn_bank_vnd', currency: 'VND' },
			'VND',
		);

	it('keeps the limits of THB and UGX, and rounds VND', async () => {
		expect(
			[
				await thai(299.99),
				await thai(300),
				await thai(2_000_000),
				await thai(2_000_000.01),
				await thai(300, 'NOPE'),
			].map(({ status }) => status),
		).toEqual([422, 200, 200, 422, 422]);
		expect(
			[
				await ugandan(14_999),
				await ugandan(15_000),
				await ugandan(36_000_000),
				await ugandan(36_000_001),
				await ugandan(15_000, 'fun'),
			].map(({ status }) => status),
		).toEqual([422, 200, 200, 422, 422]);
		expect((await vietnamese(15_000.5)).body.payout_transactions).toEqual([
			expect.objectContaining({ amount: '15001.00' }),
		]);
	});

	it('asks for a branch code above 300,000,000 VND, or when the bank does', async () => {
		const branches = await service.call(
			'v2.payouts.branchCodes',
			{ payout_method_name: 'vn_bank_vnd', swift_code: 'EXMAVN2X' },
			'VND',
		);
		const branch_code = branches.body.records?.[0]?.code;
		expect(
			[
				await vietnamese(300_000_000),
				await vietnamese(300_000_001),
				await vietnamese(300_000_001, { branch_code }),
				await vietnamese(300_000_001, { branch_code: 'NOPE' }),
				await vietnamese(20_000, { bank_code: 'EXMCVN2X' }),
			].map(({ status }) => status),
		).toEqual([200, 422, 200, 422, 422]);
		expect(
			await service.call(
				'v2.payouts.branchCodes',
				{ payout_method_name: 'th_bank_thb', swift_code: 'EXMATH2X' },
				'THB',
			),
		).toMatchObject({ status: 422 });
		expect(
			await service.call('v2.payouts.branchCodes', { payout_method_name: 'vn_bank_vnd', swift_code: 'NOPE' }, 'VND'),
		).toMatchObject({ status: 422 });
	});

	it('takes a USDC payout without an amount, to a known contact', async () => {
		const usdc = () =>
			send(
				[payee({ amount: undefined, payout_method_params: { account_number: '0xabc', network: 'polygon' } })],
				{ payout_method_name: 'usdc_bank', currency: 'USDC' },
				'USDC',
			);
		expect(await usdc()).toMatchObject({
			status: 422,
			body: { errors: { 'payout_transaction_details[0].email': expect.stringContaining('contact') } },
		});
		service.emulator.account('USDC').contacts.create({
			email: 'ada@shop.example',
			first_name: 'Ada',
			last_name: 'Byron',
			type: 'individual',
			dob: '1990-12-31',
			phone: '+61400000000',
			gender: 'female',
			street: 'One',
			city: 'Sydney',
			postal_code: '2000',
			state: 'NSW',
			country: 'AU',
		});
		expect(await usdc()).toMatchObject({ status: 200, body: { total_amount: '0.0' } });
	});
});

describe('states', () => {
	it('goes through processing to completed, money set aside in between', async () => {
		const before = Number((await balances()).available_balance);
		const uuid = await create();
		await service.advance(1_000);
		expect(await detail(uuid)).toMatchObject({
			status: 'processing',
			payout_transactions: [{ status: 'processing', balance_id: expect.any(String), reference: null }],
		});
		expect(await balances()).toMatchObject({ available_balance: before - 75.38, outgoing_balance: 75.38 });
		await service.advance(1_000);
		expect(await detail(uuid)).toMatchObject({
			status: 'completed',
			payout_transactions: [{ status: 'settled', reference: expect.stringMatching(/^REF/) }],
		});
		expect(await balances()).toMatchObject({ available_balance: before - 75.38, outgoing_balance: 0 });
		expect(await statuses(uuid)).toEqual(['processing', 'completed']);
	});

	it('completes a batch whose transactions fail on their own, and gives their money back', async () => {
		const before = Number((await balances()).available_balance);
		const bank = (account_number: string) =>
			payee({ payout_method_params: { bsb: '062-000', account_number, account_name: 'Ada' } });
		const uuid = await create([bank('11190001'), bank('111222'), bank('90002'), bank('90003')], {
			payout_method_name: 'au_bank_aud',
		});
		await service.advance(2_000);
		const { status, payout_transactions } = await detail(uuid);
		expect(status).toBe('completed');
		expect(payout_transactions?.map((one) => [one.status, one.error_message])).toEqual([
			['failed', 'Account not found'],
			['settled', null],
			['failed', 'Blocked by a compliance check'],
			['failed', 'The bank of the payee could not be reached'],
		]);
		expect((await balances()).available_balance).toBe(before - 75.38);
		expect(await statuses(uuid)).toEqual(['processing', 'processing', 'completed']);
		const child = String(payout_transactions?.[1]?.uuid);
		expect((await detail(uuid, { child_uuid: child })).payout_transactions).toEqual([
			expect.objectContaining({ uuid: child }),
		]);
		expect(await service.call('v2.payouts.detail', { uuid, child_uuid: 'NOBODY' })).toMatchObject({ status: 404 });
	});

	it('waits for funds with an error code, then pays or expires', async () => {
		leave(100_000_000n);
		const uuid = await create([payee(), payee()]);
		await service.advance(DAY);
		expect(await detail(uuid)).toMatchObject({
			status: 'created',
			error_code: expect.stringMatching(/_PAYOUT1$/),
			error_message: expect.stringContaining('top up'),
		});
		expect((await balances()).outgoing_balance).toBe(0);
		topUp(100_000_000n);
		await service.advance(1_000);
		expect(await detail(uuid)).toMatchObject({ status: 'completed', error_code: null, error_message: null });
		const poor = await create([payee({ amount: 500 })]);
		await service.advance(6 * DAY);
		expect(await detail(poor)).toMatchObject({ status: 'expired', payout_transactions: [{ status: 'failed' }] });
		expect(await statuses(poor)).toEqual(['created', 'expired']);
	});

	it('waits for its hour, unless it is cancelled', async () => {
		const [kept, cancelled] = [
			await create([payee()], { scheduled_at: '2031-03-05T09:00:00' }),
			await create([payee()], { scheduled_at: '2031-03-05T09:00:00' }),
		];
		expect(await detail(kept)).toMatchObject({ status: 'scheduled', scheduled_at: '2031-03-05T09:00:00.000+0000' });
		expect(await service.call('v2.payouts.cancelScheduled', { uuid: cancelled })).toMatchObject({
			status: 200,
			body: { status: 'cancelled' },
		});
		await service.advance(DAY + 9 * 3_600_000);
		expect(await detail(kept)).toMatchObject({ status: 'processing' });
		await service.advance(1_000);
		expect([await statuses(kept), await statuses(cancelled)]).toEqual([['processing', 'completed'], ['cancelled']]);
		expect(await service.call('v2.payouts.cancelScheduled', { uuid: kept })).toMatchObject({
			status: 422,
			body: { errors: { uuid: 'is completed, not scheduled' } },
		});
	});

	it('is ended by simulation, once', async () => {
		const before = Number((await balances()).available_balance);
		const [good, bad] = [await create(), await create()];
		expect(await service.call('v2.payouts.simulate', { uuid: good, status: 'completed' })).toMatchObject({
			status: 200,
		});
		await service.call('v2.payouts.simulate', { uuid: bad, status: 'failed' });
		expect(await service.call('v2.payouts.simulate', { uuid: bad, status: 'completed' })).toMatchObject({
			status: 422,
		});
		await service.advance(DAY);
		expect([await statuses(good), await statuses(bad)]).toEqual([['completed'], ['failed']]);
		expect((await balances()).available_balance).toBe(before - 75.38);
	});
});

describe('approvals', () => {
	const decide = async (uuid: string, decision: 'approve' | 'reject') =>
		(
			await fetch(`${service.emulator.controlUrl}/approvals`, {
				method: 'POST',
				body: JSON.stringify({ uuid, decision }),
			})
		).status;

	beforeEach(() => {
		service.emulator.account('AUD').approvals = true;
	});

	it('holds a payout until it is approved', async () => {
		const uuid = await create();
		await service.advance(DAY);
		expect(await detail(uuid)).toMatchObject({ status: 'created' });
		expect(await service.call('v2.payouts.simulate', { uuid, status: 'completed' })).toMatchObject({ status: 422 });
		expect(await decide(uuid, 'approve')).toBe(200);
		await service.advance(2_000);
		expect(await statuses(uuid)).toEqual(['processing', 'completed']);
	});

	it('tells that a scheduled payout that was approved is scheduled', async () => {
		const uuid = await create([payee()], { scheduled_at: '2031-03-05T09:00:00' });
		expect(await detail(uuid)).toMatchObject({ status: 'created' });
		expect(await decide(uuid, 'approve')).toBe(200);
		await service.advance(3 * DAY);
		expect(await statuses(uuid)).toEqual(['scheduled', 'processing', 'completed']);
	});

	it('never pays what is rejected; the first decision wins', async () => {
		const uuid = await create([payee()], { scheduled_at: '2031-03-05T09:00:00' });
		expect(await decide(uuid, 'reject')).toBe(200);
		expect(await decide(uuid, 'approve')).toBeGreaterThanOrEqual(400);
		await service.advance(3 * DAY);
		expect(await statuses(uuid)).toEqual(['Rejected']);
		expect((await balances()).outgoing_balance).toBe(0);
	});
});

describe('list', () => {
	it('pages by twenty, newest first, in the full envelope', async () => {
		const uuids: string[] = [];
		for (let index = 0; index < 21; index++) uuids.unshift(await create());
		const [first, second, third] = await Promise.all([list(), list({ page: 2 }), list({ page: 3 })]);
		expect(first.body).toMatchObject({
			from_date: '2031-03-04',
			to_date: '2031-03-05',
			page: 1,
			size: 20,
			next_page: 2,
			total_page: 2,
			total_count: 21,
		});
		expect(second.body).toMatchObject({ page: 2, next_page: null });
		expect(third.body).toMatchObject({ records: [], next_page: null });
		expect([first, second].flatMap(({ body }) => body.records?.map(({ uuid }) => uuid))).toEqual(uuids);
		expect(first.body.records?.[0]).toMatchObject({ error_code: null, payout_transactions: [{ payee: 'Ada Byron' }] });
	});

	it('spans a year at most', async () => {
		expect((await list({ from_date: '2030-03-04T00:00:00Z', to_date: '2031-03-04T00:00:00Z' })).status).toBe(200);
		expect(await list({ from_date: '2030-03-04T00:00:00Z', to_date: '2031-03-04T00:00:01Z' })).toMatchObject({
			status: 422,
			body: { errors: { to_date: expect.any(String) } },
		});
		expect((await list({ from_date: 'yesterday' })).status).toBe(422);
	});
});
