import { unauthorized, unprocessable } from '../../../emulator/engine/serviceError';
import * as wire from '../../../emulator/otherwise';
import { checkoutLink, operation } from '../action/orders';
import { serviceOfFile } from '../engine/serviceOfFile';
import { run } from '../resources/resourceRun';
import { mixed, payees, PHP, tripleOf } from './mixed';

/** Accounts of NZD and HKD take cards on the hosted page alone: the lists of v2 name no method, so no currency either. */

const service = serviceOfFile();

const LISTS = ['v2.payins.methods', 'v2.payouts.methods', 'v3.methods'] as const;

/** Refuses the lists of methods to all accounts. */
const refuse = (...lists: readonly string[]) =>
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_world, endpoint, answer) => {
		if (lists.includes(endpoint)) throw unprocessable({ account: 'has none of these' });
		return answer;
	});

const withPhp = (currency: string) => service.credentials(currency, { accounts: tripleOf(service, 'PHP') });
const link = (currency: string) => {
	const { options, ...parameters } = checkoutLink();
	return { ...parameters, options: { ...(options as object), currency } };
};
const linksOf = (currency: string) => service.emulator.account(currency).links.list({ from: 0, to: Infinity });
const row = [{ key: 'order-1', amount: 100 }];
const period = { fromDate: '={{ $now.minus({ hours: 1 }) }}', toDate: '={{ $now.plus({ hours: 1 }) }}' };

describe.each(['NZD', 'HKD'])('the account of %s', (currency) => {
	it.each([
		['v2 names no method', []],
		['v2 refuses its lists', LISTS.slice(0, 2)],
	])('has its currency from the hosted page where %s', async (_how, refused) => {
		refuse(...refused);
		for (const name of ['get', 'getAll']) {
			const { items, error } = await run(service, operation('balance', name), { currency });
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.currency)).toEqual([currency]);
		}
	});

	it('makes a link where App ID is that account and others stand beside it', async () => {
		const { error } = await run(service, link(currency), { credentials: withPhp(currency), items: row });
		expect(error).toBeUndefined();
		expect(linksOf(currency)).toHaveLength(1);
		expect(linksOf('PHP')).toHaveLength(0);
	});

	it('is reconciled and exported in its currency', async () => {
		const { items } = await run(service, operation('reconciliation', 'run', period), { currency });
		expect(items.at(-1)?.json).toMatchObject({ currencies: [{ currency }], balance_is_exact: true });
		const exported = await run(service, operation('reconciliation', 'export', period), { currency });
		expect(exported.items[0]?.json).toMatchObject({ currency });
	});
});

it('the hosted page is not asked where v2 names the currency, and v2 once for all items', async () => {
	const { error } = await run(service, operation('balance', 'get'), { currency: 'PHP', items: [{}, {}, {}] });
	expect(error).toBeUndefined();
	expect(service.calls()).toEqual({ 'v2.payins.methods': 1, 'v2.payouts.methods': 1, 'v2.balances.detail': 3 });
});

it('an account whose payments cannot be read does not hide what others have to be reconciled', async () => {
	const { payins } = service.emulator.account('NZD');
	jest.spyOn(payins, 'list').mockImplementation(() => {
		throw unprocessable({ account: 'has none of these' });
	});
	const credentials = service.credentials('AUD', { accounts: tripleOf(service, 'NZD') });
	const expected = operation('reconciliation', 'run', {
		...period,
		externalId: 'a',
		amount: 100,
		options: { currency: '={{ $json.currency }}' },
	});
	const items = [{ currency: 'NZD' }, { currency: 'AUD' }];
	const settings = { onError: 'continueRegularOutput' as const };
	const compared = await run(service, expected, { credentials, items, settings });
	expect(compared.items[0]?.json.error).toContain('has none of these');
	expect(compared.items.filter(({ json }) => 'error' in json)).toHaveLength(1);
	expect(compared.items.at(-1)?.json).toMatchObject({ currencies: [{ currency: 'AUD' }] });
	expect((await run(service, expected, { credentials, items })).error?.message).toContain('has none of these');
});

describe('an account of App ID of which nothing tells the currency', () => {
	beforeEach(() => refuse(...LISTS));

	it.each([
		['AUD', operation('audBalance', 'get')],
		['NZD', operation('balance', 'get', { currency: 'NZD' })],
	])('is meant where the request states %s, for which Accounts has no line', async (currency, parameters) => {
		const { items, error } = await run(service, parameters, { credentials: withPhp(currency) });
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ currency });
	});

	it('is not meant where the request states no currency: it may be of another one', async () => {
		const { error } = await run(service, link('NZD'), { credentials: withPhp('AUD'), items: row });
		expect(error?.message).toBe('The credential holds no account for NZD');
		expect(error).toHaveProperty('description', expect.stringContaining('add the account to Accounts'));
		expect(service.writes()).toBe(0);
	});

	it('is not reconciled with payments of a currency that no account is known to have', async () => {
		const expected = operation('reconciliation', 'run', { ...period, externalId: 'a', amount: 100, currency: 'THB' });
		const { error } = await run(service, expected, { credentials: withPhp('AUD') });
		expect(error?.message).toBe('The credential holds no account for THB');
	});

	it('is never meant by a currency that stands in Accounts', async () => {
		const { error } = await run(service, link('PHP'), { credentials: withPhp('NZD'), items: row });
		expect(error).toBeUndefined();
		expect(linksOf('NZD')).toHaveLength(0);
		expect(linksOf('PHP')).toHaveLength(1);
	});

	it('is not meant by a method that another account has, whatever its line says', async () => {
		const { appId, secretKey } = service.emulator.account('PHP');
		const credentials = service.credentials('NZD', { accounts: `USD ${appId} ${secretKey}` });
		const paid = await run(service, mixed({ additionalFields: {} }), { credentials, items: payees(PHP) });
		expect(paid.error?.message).toBe('No account of the credential has the payout method ph_bank_php');
		expect(service.writes()).toBe(0);
	});

	it('is asked for where its balance is wanted', async () => {
		for (const name of ['get', 'getAll']) {
			const { items, error } = await run(service, operation('balance', name), { credentials: withPhp('NZD') });
			expect(items).toEqual([]);
			expect(error?.message).toBe('The account of App ID names no currency');
			expect(error).toHaveProperty('description', expect.stringMatching(/Fill in .*Accounts/));
		}
	});

	it('has no balance that a reconciliation could call exact', async () => {
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_world, endpoint, answer) => {
			if ((LISTS as readonly string[]).includes(endpoint)) return { records: [] };
			return endpoint === 'v2.balances.history' ? { ...(answer as object), records: [] } : answer;
		});
		const { items } = await run(service, operation('reconciliation', 'run', period), { currency: 'NZD' });
		expect(items.at(-1)?.json).toMatchObject({ currencies: [], balance_is_exact: false });
	});
});

it('an account that v2 does not know is meant by AUD operations', async () => {
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_world, endpoint, answer) => {
		if ((LISTS as readonly string[]).includes(endpoint)) throw unauthorized();
		return answer;
	});
	const { items, error } = await run(service, operation('audBalance', 'get'), { credentials: withPhp('AUD') });
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ currency: 'AUD' });
	const made = await run(service, link('NZD'), { credentials: withPhp('AUD'), items: row });
	expect(made.error?.message).toContain('did not accept the credential');
});

it('a list that fails otherwise decides for no account', async () => {
	service.fault({ endpoint: [...LISTS], fault: 'status', status: 503 });
	const options = { requestTimeout: 1, timeLimit: 1 };
	const parameters = { ...operation('audBalance', 'get'), options };
	const { error } = await run(service, parameters, { credentials: withPhp('AUD') });
	expect(error?.message).toContain('payment service');
	expect(service.calls()['v1.balances.detail']).toBeUndefined();
});
