import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../emulator/engine/serviceError';
import { operation, payin } from '../action/orders';
import { assertNothingSecret } from '../engine/secrets';
import { serviceOfFile } from '../engine/serviceOfFile';
import { goOn, run } from '../resources/resourceRun';
import { AUD, credentialOf, INR, mixed, paidBy, payees, PHP, tripleOf } from './mixed';

/** A credential with several accounts pays lists of several currencies, in n8n's engine against the emulator. */

const service = serviceOfFile();

const together = { batchMode: 'allItems', batchExternalId: 'payroll-3' };
const list = () => payees(AUD, PHP, { ...INR, currency: 'inr' }, { ...AUD, account_number: '2' }, PHP);
const amounts = ['20.00', '500.00', '500.00', '20.00', '500.00'];

describe.each([
	['one by one', {}],
	['together', together],
])('a list in several currencies, paid %s,', (_how, how) => {
	it('is paid in one run, each payment by the account of its currency, in the order of the items', async () => {
		const { items, error } = await run(service, mixed(how), { credentials: credentialOf(service), items: list() });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => [json.amount, json.external_id])).toEqual(
			amounts.map((amount, item) => [amount, `inv-${item}`]),
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(amounts.map((_, item) => ({ item })));
		expect(paidBy(service)).toEqual({ AUD: 2, PHP: 2, INR: 1 });
	});

	it('is paid once when it is run again, and when n8n retries it', async () => {
		const options = { credentials: credentialOf(service), items: list() };
		const first = await run(service, mixed(how), options);
		const again = await run(service, mixed(how), options);
		const retried = await first.retry();
		for (const { items, error } of [again, retried]) {
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.amount)).toEqual(amounts);
		}
		expect(paidBy(service)).toEqual({ AUD: 2, PHP: 2, INR: 1 });
	});

	it('goes on past a currency without an account, with “continue on fail”', async () => {
		const items = payees(AUD, { ...AUD, currency: 'MYR' }, PHP);
		const options = { credentials: credentialOf(service), items, settings: goOn };
		const { items: output } = await run(service, mixed(how), options);
		expect(output.map(({ json }) => json.error ?? json.amount)).toEqual([
			'20.00',
			'The credential holds no account for MYR',
			'500.00',
		]);
		expect(output[1]?.json).toMatchObject({
			remedy: expect.stringContaining('It holds accounts for AUD, INR, PHP.'),
		});
	});

	it('is not begun when its first currency has no account', async () => {
		const items = payees({ ...AUD, currency: 'MYR' }, PHP);
		const { error } = await run(service, mixed(how), { credentials: credentialOf(service), items });
		expect(error?.message).toBe('The credential holds no account for MYR');
		expect(error?.description).toContain('Nothing was sent.');
		expect(service.writes()).toBe(0);
	});

	it('says what one account has refused, and pays from the others with “continue on fail”', async () => {
		const items = payees(AUD, { ...PHP, method: 'au_bank_aud', currency: 'PHP' }, INR);
		const options = { credentials: credentialOf(service), items, settings: goOn };
		const { items: output } = await run(service, mixed(how), options);
		expect(output.map(({ json }) => json.error ?? json.amount)).toEqual([
			'20.00',
			'The account has no payout method au_bank_aud',
			'500.00',
		]);
		expect(paidBy(service)).toEqual({ AUD: 1, INR: 1 });
	});

	it('counts to Max per Run over all accounts, and by account to Max per Day', async () => {
		const limits = 'AUD 30\nPHP 1000\nINR 500';
		const credentials = credentialOf(service, { maxPerRun: limits, maxPerDay: limits });
		const { items } = await run(service, mixed(how), { credentials, items: list(), settings: goOn });
		const failed = items.map(({ json }) => 'error' in json);
		// A list that is over its limit stops as a whole; payments one by one stop where it is reached.
		expect(failed).toEqual([how === together, false, false, true, false]);
		expect(paidBy(service)).toMatchObject({ PHP: 2, INR: 1 });
	});
});

it('a list sends one batch for each account', async () => {
	await run(service, mixed(together), { credentials: credentialOf(service), items: list() });
	expect(service.calls()['v2.payouts.create']).toBe(3);
});

it('executions that pay the same lists at the same moment, in whatever order, pay once and do not wait for each other', async () => {
	const credentials = credentialOf(service);
	const pay = async (items: IDataObject[]) => await run(service, mixed(together), { credentials, items });
	const runs = await Promise.all([pay(list()), pay(list().reverse()), pay(list().slice(1)), pay(list().slice(2, 4))]);
	expect(runs.map(({ error }) => error)).toEqual([undefined, undefined, undefined, undefined]);
	expect(paidBy(service)).toEqual({ AUD: 2, PHP: 2, INR: 1 });
});

it('a list over the limit of one currency is not paid half', async () => {
	const credentials = credentialOf(service, { maxPerRun: 'AUD 100\nPHP 700\nINR 500' });
	const { error } = await run(service, mixed(together), { credentials, items: list() });
	expect(error?.description).toContain('Max per Run in the credential is 700.00 PHP');
	expect(paidBy(service)).toEqual({});
});

describe('a list of which one account cannot be asked what it has paid', () => {
	const pay = async (settings = {}) => {
		const asked = jest.spyOn(service.emulator.account('PHP').payouts, 'list').mockImplementation(() => {
			throw new ServiceError(403, 'FORBIDDEN', 'Not for this account');
		});
		const credentials = credentialOf(service);
		return await run(service, mixed(together), { credentials, items: list(), settings }).finally(() =>
			asked.mockRestore(),
		);
	};

	it('is not begun, though its first payees are of another account', async () => {
		const { error } = await pay();
		expect(error?.message).toContain('Not for this account');
		expect(service.writes()).toBe(0);
	});

	it('is paid by the others with “continue on fail”', async () => {
		const { items } = await pay(goOn);
		expect(items.map(({ json }) => 'error' in json)).toEqual([false, true, false, false, true]);
		expect(paidBy(service)).toEqual({ AUD: 2, INR: 1 });
	});
});

it('a refusal by one account hides nothing that the others have paid, and stops those after it', async () => {
	const credentials = credentialOf(service);
	const [one, , three] = list();
	const bad = { key: 'inv-1', ...PHP, bank_code: 'NO-BANK' };
	const stopped = await run(service, mixed(together), { credentials, items: [one ?? {}, bad, three ?? {}] });
	expect(stopped.error?.description).toContain('Already made before the node stopped (1): inv-0.');
	expect(paidBy(service)).toEqual({ AUD: 1 });
	const items = [one ?? {}, { ...bad, bank_code: PHP.bank_code }, three ?? {}];
	const { items: output } = await run(service, mixed(together), { credentials, items });
	expect(output.map(({ json }) => json.outcome)).toEqual(['found', 'created', 'created']);
	expect(paidBy(service)).toEqual({ AUD: 1, PHP: 1, INR: 1 });
});

it('an account that the credential names by its currency is asked for nothing', async () => {
	const accounts = ['AUD', 'PHP'].map((currency) => tripleOf(service, currency)).join(' ');
	const { error } = await run(service, mixed({ additionalFields: { currency: 'AUD' } }), {
		credentials: service.credentials('AUD', { accounts }),
		items: payees(AUD),
	});
	expect(error).toBeUndefined();
	expect(service.calls()).not.toHaveProperty('v2.payoutMethods.list');
	expect(service.calls()['v2.payouts.create']).toBe(1);
});

it('accounts that cannot be read stop everything, and say no secret', async () => {
	const { secretKey } = service.emulator.account('PHP');
	const credentials = service.credentials('AUD', { accounts: `PHP ${secretKey}` });
	const { error } = await run(service, mixed(), { credentials, items: payees(AUD) });
	expect(error?.message).toContain('Accounts cannot be read: account 1 is not complete');
	expect(service.writes()).toBe(0);
});

describe('what has a record', () => {
	it('is read, simulated and refunded with the account that knows it', async () => {
		const credentials = credentialOf(service);
		const made = await run(
			service,
			payin({ payinMethodName: 'ph_bank_php', methodParameters: { bank_code: 'EXMAPH2X' } }),
			{
				credentials,
				items: [{ amount: 800, key: 'order-1' }],
			},
		);
		expect(made.error).toBeUndefined();
		const uuid = String(made.items[0]?.json.uuid);
		const got = await run(service, operation('payin', 'get', { uuid }), { credentials });
		expect(got.items[0]?.json).toMatchObject({ uuid, currency: 'PHP' });
		const done = await run(service, operation('payin', 'simulate', { uuid, outcome: 'completed' }), { credentials });
		expect(done.error).toBeUndefined();
		const refund = { uuid, refundType: 'full', externalId: 'refund-1', reason: 'Parcel lost' };
		const limited = credentialOf(service, { maxPerPayment: 'PHP 799' });
		const refused = await run(service, operation('payin', 'refund', refund), { credentials: limited });
		expect(refused.error?.message).toBe('800.00 PHP is more than the credential allows');
		const refunded = await run(service, operation('payin', 'refund', refund), { credentials });
		expect(refunded.error).toBeUndefined();
		expect(refunded.items[0]?.json).toMatchObject({ outcome: 'created', external_id: 'refund-1' });
	});
});

it('what names no currency takes the account of its option, by default that of App ID', async () => {
	const credentials = credentialOf(service);
	const methods = async (options: object) => {
		const parameters = operation('payoutMethod', 'getAll', { options } as never);
		return (await run(service, parameters, { credentials })).items.map(({ json }) => json.currency);
	};
	expect(new Set(await methods({}))).toEqual(new Set(['AUD']));
	expect(new Set(await methods({ currency: 'php' }))).toEqual(new Set(['PHP']));
});

it('an execution waits for a payout of the account that made it', async () => {
	const credentials = credentialOf(service);
	const made = await run(service, mixed(), { credentials, items: payees(PHP) });
	const uuid = String(made.items[0]?.json.batch_uuid);
	await service.advance(10_000);
	const wait = operation('payout', 'waitForStatus', { uuid, waitLimit: 1 });
	const { items, status } = await run(service, wait, { credentials });
	expect(status).toBe('success');
	expect(items[0]?.json).toMatchObject({ batch_uuid: uuid, batch_status: 'completed', status: 'settled' });
});

it.each([
	['one by one', {}],
	['together', together],
])('the same External ID in two currencies is a payment of each account, once: paid %s', async (_how, how) => {
	const options = { credentials: credentialOf(service), items: [AUD, PHP].map((row) => ({ ...row, key: 'inv-1' })) };
	for (const outcome of ['created', 'found']) {
		const { items } = await run(service, mixed(how), options);
		expect(items.map(({ json }) => json)).toMatchObject([{ outcome }, { outcome }]);
	}
	expect(paidBy(service)).toEqual({ AUD: 1, PHP: 1 });
});

it('the search for secrets in executions knows the keys of all accounts', () => {
	const credentials = credentialOf(service);
	const { appId, secretKey } = service.emulator.account('INR');
	expect(() => assertNothingSecret(`{"key": "${secretKey}"}`, credentials)).toThrow('holds the accounts');
	expect(() => assertNothingSecret(`{"app": "${appId}"}`, credentials)).not.toThrow();
});
