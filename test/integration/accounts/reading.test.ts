import { operation } from '../action/orders';
import { designTime, testCredential } from '../engine/designTime';
import { serviceOfFile } from '../engine/serviceOfFile';
import { run } from '../resources/resourceRun';
import { AUD, credentialOf, INR, mixed, payees, PHP, tripleOf } from './mixed';

/** What a credential with several accounts reads, in n8n's engine against the emulator. */

const service = serviceOfFile();

const currencies = (items: { json: { currency?: unknown } }[]) => items.map(({ json }) => json.currency);

describe('balance.getAll', () => {
	it('reads the balance of every account', async () => {
		const { items } = await run(service, operation('balance', 'getAll'), { credentials: credentialOf(service) });
		expect(currencies(items)).toEqual(['AUD', 'PHP', 'INR']);
		expect(items[1]?.json).toHaveProperty('available_balance');
	});

	it('reads that of the only account, and asks for no methods where the credential names its currency', async () => {
		const one = await run(service, operation('balance', 'getAll'), {});
		expect(currencies(one.items)).toEqual(['AUD']);
		await service.reset();
		const credentials = service.credentials('AUD', { accounts: tripleOf(service, 'AUD') });
		const named = await run(service, operation('balance', 'getAll'), { credentials });
		expect(currencies(named.items)).toEqual(['AUD']);
		expect(service.calls()).toEqual({ 'v2.balances.detail': 1 });
	});
});

it('a balance is read from the account of its currency', async () => {
	const { items } = await run(service, operation('balance', 'get', { currency: '={{ $json.currency }}' }), {
		credentials: credentialOf(service),
		items: [{ currency: 'inr' }, { currency: '' }, { currency: 'AUD' }],
	});
	expect(currencies(items)).toEqual(['INR', 'AUD', 'AUD']);
});

it('an Account Currency that is a list is refused, not taken for none', async () => {
	const { error } = await run(service, operation('payin', 'getAll', { options: { currency: '={{ ["PHP"] }}' } }), {
		credentials: credentialOf(service),
	});
	expect(error?.message).toBe('Account Currency must be text, not a list');
	expect(service.calls()).toEqual({});
});

it('a preview checks each row with the account of its currency', async () => {
	const credentials = credentialOf(service, { maxPerRun: 'AUD 100\nPHP 900\nINR 500' });
	const parameters = mixed({ operation: 'preview' });
	const items = payees(AUD, PHP, INR, { ...AUD, currency: 'MYR' }, { ...PHP, account_number: '2' });
	const { items: output, error } = await run(service, parameters, { credentials, items });
	expect(error).toBeUndefined();
	expect(output.map(({ json }) => json.verdict)).toEqual([
		...['pay', 'pay', 'pay', 'stop', 'pay'],
		...['stop', 'stop', 'stop'],
	]);
	expect(output[3]?.json.reasons).toContain('The credential holds no account for MYR');
	const totals = output.map(({ json }) => json).filter(({ kind }) => kind === 'total');
	expect(totals).toMatchObject([
		{ currency: 'AUD', payee: '1 payee', amount: '20.00' },
		{ currency: 'INR', payee: '1 payee', amount: '500.00' },
		{ currency: 'PHP', payee: '2 payees', amount: '1000.00' },
	]);
	for (const { reasons } of totals)
		expect(reasons).toContain('1000.00 PHP together is more than the credential allows');
	expect(service.writes()).toBe(0);
});

it('a reconciliation compares each account with what is expected in its currency', async () => {
	const credentials = credentialOf(service);
	await run(service, mixed(), { credentials, items: payees(AUD, PHP) });
	await service.advance(10_000);
	const { items, error } = await run(
		service,
		operation('reconciliation', 'run', {
			kind: 'payout',
			externalId: '={{ $json.key }}',
			amount: '={{ $json.amount }}',
			currency: '={{ $json.currency }}',
		}),
		{
			credentials,
			items: [
				{ key: 'inv-0', amount: 20, currency: 'AUD' },
				{ key: 'inv-1', amount: 500, currency: 'PHP' },
				{ key: 'inv-2', amount: 500, currency: 'PHP' },
			],
		},
	);
	expect(error).toBeUndefined();
	const expected = items.filter(({ pairedItem }) => pairedItem !== undefined);
	expect(expected.map(({ json }) => json.verdict)).toEqual(['matched', 'matched', 'missing_at_service']);
	expect(items.filter(({ json }) => json.kind === 'summary')).toHaveLength(2);
});

describe('the editor', () => {
	it('lists the methods of all accounts, and shows the form of any of them', async () => {
		const parameters = { resource: 'payout', operation: 'create', payoutMethodName: mixed().payoutMethodName ?? '' };
		const editor = designTime(
			{ ...parameters, payoutMethodName: { __rl: true, mode: 'list', value: 'ph_bank_php' } },
			credentialOf(service),
		);
		const { results } = await editor.search('searchPayoutMethods');
		const values = results.map(({ value }) => value);
		expect(values).toEqual(expect.arrayContaining(['au_bank_aud', 'ph_bank_php', 'in_bank_inr']));
		const { fields } = await editor.fields('payoutMethodParameters');
		expect(fields.map(({ id }) => id)).toContain('bank_code');
	});

	it('tests the keys of all accounts, and says whose are not accepted', async () => {
		expect(await testCredential(credentialOf(service))).toMatchObject({ status: 'OK' });
		const wrong = credentialOf(service, { accounts: `${tripleOf(service, 'PHP')} INR app-unknown wrong-key` });
		const { status, message } = await testCredential(wrong);
		expect(status).toBe('Error');
		expect(message).toContain('did not accept the App ID and Secret Key of INR');
		expect(message).not.toContain('wrong-key');
		const { message: unreadable } = await testCredential(credentialOf(service, { accounts: 'PHP app-php' }));
		expect(unreadable).toContain('Accounts cannot be read: account 1 is not complete');
	});
});
