import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { EndpointId } from '../../../contract/endpoints';
import { startProcess } from '../../sequences/n8nProcess';
import { AT_ONCE, BANK_ACCOUNT, batch, chosen, form, operation, payin, payout, QUICK } from '../action/orders';
import { runWorkflow } from '../engine/execution';
import { ACTION, PASS_ON } from '../engine/nodeTypes';
import { serviceOfFile } from '../engine/serviceOfFile';
import { outputsOf } from '../engine/workflow';
import { fileOf, goOn, run, runWithFiles } from '../resources/resourceRun';

/** The guards of the credential, in n8n's engine against the emulator. */

const service = serviceOfFile();

/** The credential of the AUD account with guards. */
const guarded = (guards: INodeParameters) => ({ credentials: service.credentials('AUD', guards as never) });

const items = (...amounts: number[]) => amounts.map((amount, index) => ({ amount, key: `inv-${index + 1}` }));

describe.each([
	['one by one', payout],
	['together', batch],
])('paid %s', (_how, parameters) => {
	it('nothing is sent with a credential for reading only', async () => {
		const { error } = await run(service, parameters(), { ...guarded({ readOnly: true }), items: items(10) });
		expect(error?.message).toBe('The credential is for reading only');
		expect(error?.description).toContain('Nothing was sent.');
		expect(service.writes()).toBe(0);
	});

	it('a payment over Max per Payment is refused, and the others go on with “continue on fail”', async () => {
		const { items: output } = await run(service, parameters(), {
			...guarded({ maxPerPayment: 'AUD 20' }),
			items: items(20, 20.01, 5),
			settings: goOn,
		});
		expect(output.map(({ json }) => json.error ?? json.amount)).toEqual([
			'20.00',
			'20.01 AUD is more than the credential allows',
			'5.00',
		]);
		const [, failed] = output;
		expect(failed?.json).toMatchObject({
			remedy: expect.stringContaining('Max per Payment in the credential is 20.00 AUD'),
			...{ guard: 'maxPerPayment', limit: '20.00 AUD', asked: '20.01 AUD' },
		});
	});

	it('other destinations than the allowed ones are refused', async () => {
		const allowed = await run(service, parameters(), {
			...guarded({ allowedDestinations: '062000 12345678' }),
			items: items(1),
		});
		expect(allowed.error).toBeUndefined();
		const refused = await run(service, parameters(), {
			...guarded({ allowedDestinations: '062000 12345679' }),
			items: items(2),
		});
		expect(refused.error?.description).toContain('has no line “062000 12345678”');
	});

	it('Max per Day counts what other processes paid, and what is not listed yet', async () => {
		const guards = guarded({ maxPerDay: 'AUD 50' });
		await run(service, parameters(), { items: [{ amount: 30, key: 'other' }], nodeTypes: startProcess().nodeTypes });
		const first = await run(service, parameters(), { ...guards, items: [{ amount: 15, key: 'a' }] });
		expect(first.error).toBeUndefined();
		const second = await run(service, parameters(), { ...guards, items: [{ amount: 5.01, key: 'b' }] });
		expect(second.error?.description).toContain(
			'Max per Day in the credential is 50.00 AUD, and 45.00 AUD was sent today (UTC) before',
		);
		const third = await run(service, parameters(), { ...guards, items: [{ amount: 5, key: 'c' }] });
		expect(third.error).toBeUndefined();
	});
});

describe('a transfer to an email address', () => {
	const anna = 'anna@shop.example';
	const pay = async (email: string, parameters: IDataObject, raw = '') =>
		await run(
			service,
			payout({
				payoutMethodName: chosen('ca_scheme_cad'),
				email,
				methodParameters: form(parameters),
				options: { ...QUICK, methodParametersJson: raw },
			}),
			{ credentials: service.credentials('CAD', { allowedDestinations: anna }), items: items(50) },
		);

	it('is allowed by the email, whatever the answer to the security question', async () => {
		expect((await pay(anna, { security_answer: 'blue' })).error).toBeUndefined();
	});

	it('is not allowed by an account for which the method does not ask', async () => {
		const { error } = await pay('evil@thief.example', {}, JSON.stringify({ account_number: anna }));
		expect(error?.description).toContain('evil@thief.example”');
		expect(service.writes()).toBe(0);
	});
});

it('a list over Max per Run is not paid half', async () => {
	const parameters = batch({ additionalFields: { maxPerBatch: 1 } });
	const { error } = await run(service, parameters, { ...guarded({ maxPerRun: 'AUD 50' }), items: items(20, 20, 20) });
	expect(error?.message).toBe('60.00 AUD together is more than the credential allows');
	expect(error?.description).not.toContain('before');
	expect(service.writes()).toBe(0);
});

it('Max per Run counts all nodes of a run, its loops and retries, and payments one by one at the same time', async () => {
	const pay = {
		name: 'Pay',
		type: ACTION,
		parameters: payout({ options: { ...QUICK, concurrency: 16 } }),
		settings: goOn,
	};
	const plan = {
		nodes: [
			{ name: 'Start', type: PASS_ON },
			pay,
			{ name: 'Order', type: PASS_ON },
			{ ...pay, name: 'Pay again', parameters: payout({ externalId: '={{ $json.key }}-again' }) },
		],
		wires: [
			['Start', 0, 'Pay'],
			['Start', 0, 'Order'],
			['Order', 0, 'Pay again'],
		] as [string, number, string][],
	};
	const list = items(10, 10, 10, 10).map((json) => ({ json }));
	const { runData } = await runWorkflow(plan, list, guarded({ maxPerRun: 'AUD 55' }));
	const outcomes = ['Pay', 'Pay again'].flatMap(
		(name) => outputsOf(runData[name]?.at(-1))[0]?.map(({ json }) => 'error' in json) ?? [],
	);
	expect(outcomes.filter((isRefused) => !isRefused)).toHaveLength(5);
	expect(outcomes).toHaveLength(8);
});

describe('a payment whose outcome was unknown', () => {
	const NOW = AT_ONCE;
	const lost = (endpoint: EndpointId) => service.fault({ endpoint, when: 'after', fault: 'reset' });
	const booked = () => service.emulator.account('AUD').payouts.payments().payouts.length;
	const failures = (output: { json: IDataObject }[]) => output.map(({ json }) => 'error' in json);

	it('is not sent again before the service must show it, whatever the workflow sets', async () => {
		const limits = guarded({ maxPerRun: 'AUD 10', maxPerDay: 'AUD 10' });
		service.fault({ endpoint: 'v2.payouts.create', fault: 'reset', when: 'before', times: 1 });
		const first = await run(service, payout({ options: NOW }), { items: items(10) });
		expect(first.error?.message).toBe('It is unknown whether the payment inv-1 was made');
		const { now } = Date;
		const verdicts = async () => {
			const { items: rows } = await run(service, payout({ operation: 'preview' }), { ...limits, items: items(10) });
			return rows.map(({ json }) => json.verdict);
		};
		expect(await verdicts()).toEqual(['check', 'check']);
		jest.spyOn(Date, 'now').mockImplementation(() => now() + 31_000);
		expect(await verdicts()).toEqual(['pay', 'pay']);
		const again = await run(service, payout({ options: NOW }), { ...limits, items: items(10) });
		expect(again.items[0]?.json).toMatchObject({ outcome: 'created' });
	});

	it.each(['maxPerRun', 'maxPerDay'])(
		'counts to %s beside one of another list under its External ID',
		async (limit) => {
			lost('v2.payouts.create');
			const pay = (batchExternalId: string) => ({
				name: batchExternalId,
				type: ACTION,
				parameters: batch({ batchExternalId }),
				settings: goOn,
			});
			const wires = ['wages', 'bonus'].map((name): [string, number, string] => ['Start', 0, name]);
			const plan = { nodes: [{ name: 'Start', type: PASS_ON }, pay('wages'), pay('bonus')], wires };
			const list = [{ json: { amount: 90, key: 'emp-1' } }];
			const { runData } = await runWorkflow(plan, list, guarded({ [limit]: 'AUD 100' }));
			const output = ['wages', 'bonus'].flatMap((name) => outputsOf(runData[name]?.at(-1))[0] ?? []);
			expect(failures(output)).toEqual([false, true]);
			expect(booked()).toBe(1);
		},
	);
});

it('amounts of a currency without decimals count as the service may book them', async () => {
	const jpy = { credentials: service.credentials('JPY', { maxPerPayment: 'JPY 1000' } as never) };
	const { error } = await run(
		service,
		payout({
			payoutMethodName: chosen('jp_bank_jpy'),
			methodParameters: form({ account_number: '1234567', account_name: 'ADA', bank_code: '0001', branch_code: '123' }),
		}),
		{ ...jpy, items: items(1000.4) },
	);
	expect(error?.message).toBe('1001 JPY is more than the credential allows');
});

describe('a refund', () => {
	const paid = async () => {
		const made = await run(service, payin(), { items: [{ amount: 80, key: 'order-1' }] });
		const uuid = String(made.items[0]?.json.uuid);
		await run(service, operation('payin', 'simulate', { uuid, outcome: 'completed' }));
		return uuid;
	};
	const refund = (uuid: string, changes: INodeParameters = {}) =>
		operation('payin', 'refund', {
			uuid,
			refundType: 'full',
			externalId: 'refund-1',
			reason: 'Parcel lost',
			options: QUICK,
			...changes,
		});

	it('of everything counts with what is left of the payment', async () => {
		const uuid = await paid();
		const refused = await run(service, refund(uuid), guarded({ maxPerPayment: 'AUD 79.99' }));
		expect(refused.error?.message).toBe('80.00 AUD is more than the credential allows');
		const made = await run(service, refund(uuid), guarded({ maxPerPayment: 'AUD 80', allowedDestinations: 'nobody' }));
		expect(made.error).toBeUndefined();
	});
});

describe('a file of AUD payouts', () => {
	const createFromFile = operation('audPayout', 'createFromFile', {
		binaryPropertyName: 'data',
		externalId: 'wages-3',
		paymentDescription: 'March wages',
		scheduledAt: '2031-03-04T05:06:07Z',
		options: { requestTimeout: 5, timeLimit: 10 },
	});
	const csv =
		'payee,email,amount,bsb,account_number\nNathan,n@example.com,30,062-000,12345678\nMary,m@example.com,25,062-000,22222222\n';
	const pay = async (guards: INodeParameters, content = csv, name = 'wages.csv') => {
		const plain = service.credentials;
		service.credentials = () => plain('AUD', guards as never);
		try {
			return await runWithFiles(service, createFromFile, [fileOf(content, name)]);
		} finally {
			service.credentials = plain;
		}
	};

	it('is looked at row by row', async () => {
		expect((await pay({ maxPerPayment: 'AUD 29' })).error?.message).toBe(
			'30.00 AUD is more than the credential allows',
		);
		expect((await pay({ maxPerRun: 'AUD 54' })).error).toHaveProperty(
			'description',
			expect.stringContaining('Max per Run in the credential is 54.00 AUD.'),
		);
		expect((await pay({ allowedDestinations: '062000 12345678' })).error).toHaveProperty(
			'description',
			expect.stringContaining('“062000 22222222”'),
		);
		expect(service.writes()).toBe(0);
		expect((await pay({ maxPerRun: 'AUD 55' })).error).toBeUndefined();
	});

	it.each([
		['an Excel file', 'PK', 'wages.xlsx'],
		['a file without amounts', 'payee,email\nNathan,n@example.com\n', 'wages.csv'],
		['a file with two columns of amounts', csv.replace('bsb', 'amount'), 'wages.csv'],
		['a row that other programs read as two', csv.replace('\nMary', ', "x\nMary').replace(/\n$/, '"\n'), 'wages.csv'],
		['a row with a line break in a cell', csv.replace('Nathan', '"Nathan\nSmith"'), 'wages.csv'],
		['a sign that some take for the end of a line', csv.replace('Nathan', 'Nathan\u2028Smith'), 'wages.csv'],
	])('is refused where it cannot be looked at: %s', async (_what, content, name) => {
		expect((await pay({ maxPerRun: 'AUD 55' }, content, name)).error?.message).toBe(
			'What this file pays cannot be read, and the credential limits it',
		);
	});
});

describe('what is checked is what is sent, where an expression gives another account each time it is written out', () => {
	/** 12345678 at first, then 12345679 and so on. */
	const account = '({ toJSON: () => String(12345677 + reads.push(0)) })';
	const field = `={{ ((reads) => ${account})([]) }}`;
	const parameters = `={{ ((reads) => ({ bsb: '062000', account_name: 'Nathan Smith', account_number: ${account} }))([]) }}`;

	describe.each([
		['one by one', payout],
		['together', batch],
	])('%s', (_how, pay) => {
		it.each<[string, INodeParameters]>([
			['as a parameter of the method', { methodParameters: form({ ...BANK_ACCOUNT, account_number: field }) }],
			['as raw JSON', { methodParameters: form({}), options: { ...QUICK, methodParametersJson: parameters } }],
		])('%s', async (_where, changes) => {
			const [allowed, other] = ['062000 12345678', '062000 12345679'];
			const refused = await run(service, pay(changes), { ...guarded({ allowedDestinations: other }), items: items(1) });
			expect(refused.error?.description).toContain(`has no line “${allowed}”`);
			expect(service.writes()).toBe(0);
			const made = await run(service, pay(changes), { ...guarded({ allowedDestinations: allowed }), items: items(1) });
			expect(made.error).toBeUndefined();
			const uuid = String(made.items[0]?.json.batch_uuid);
			const shown = await run(service, operation('payout', 'get', { uuid, options: { simplify: false } }));
			expect(JSON.stringify(shown.items[0]?.json)).toContain('"account_number":"12345678"');
		});
	});
});
