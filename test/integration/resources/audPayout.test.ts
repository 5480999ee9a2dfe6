import type { IDataObject, INodeParameters } from 'n8n-workflow';
import * as wire from '../../../emulator/otherwise';
import { agentWithTool } from '../engine/agentTool';
import { ACTION, nodeTypes } from '../engine/nodeTypes';
import { startService, type Service } from '../engine/service';
import { expectRefusal, goOn, run } from './resourceRun';

let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterAll(async () => await service.close());

/** What the service has accepted: counts and the sum. */
const books = () => {
	const { aud_payout_batches: batches, aud_payouts: payments } = service.emulator.account('AUD').audPayouts.summary();
	return { batches: batches.count, payments: payments.count, sum: Number(batches.sum) };
};

const byPayid = {
	resource: 'audPayout',
	operation: 'create',
	payee: 'Ada Byron',
	email: 'ada@shop.test',
	amount: '12.50',
	addressing: 'payid',
	payid: 'ada@bank.test',
	payidType: 'email',
	paymentDescription: 'March wages',
	externalId: '={{ "wage-" + $itemIndex }}',
	additionalFields: {},
};
const byAccount = {
	...{ resource: 'audPayout', operation: 'create', payee: "Mary O'Neil", email: 'mary@shop.test', amount: 30 },
	...{ addressing: 'bankAccount', bsb: '062-000', accountNumber: '12345678', paymentDescription: 'March wages' },
	externalId: '={{ "wage-" + $itemIndex }}',
	additionalFields: {},
};

/** Parameters that take everything about a payee from the item. */
const fromItem = {
	resource: 'audPayout',
	operation: 'create',
	batchMode: 'allItems',
	batchExternalId: 'payroll-3',
	payee: '={{ $json.payee }}',
	email: 'payee@shop.test',
	amount: '={{ $json.amount }}',
	addressing: '={{ $json.bsb ? "bankAccount" : "payid" }}',
	payid: '={{ $json.payid }}',
	payidType: 'email',
	bsb: '={{ $json.bsb }}',
	accountNumber: '={{ $json.account }}',
	paymentDescription: '={{ $json.description ?? "March wages" }}',
	externalId: '={{ $json.key }}',
};
const people = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		payee: `P ${index}`,
		amount: index + 1,
		payid: `p${index}@bank.test`,
		key: `k${index}`,
	}));
const keyOf = (json: IDataObject) => json?.external_id;

describe('one request per item', () => {
	it('pays less than 1 AUD by PayID: that minimum is of the v2 method', async () => {
		const { items, error } = await run(service, { ...byPayid, amount: '0.99' });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(books()).toEqual({ batches: 1, payments: 1, sum: 0.99 });
	});

	it.each<[string, Record<string, string | number | object>, Record<string, string | object>]>([
		['a payee with a comma and an ampersand', byPayid, { payee: 'Byron, Ada & Söhne' }],
		['a payee with a curly apostrophe', byPayid, { payee: 'Mary O’Neil' }],
		['no email', byPayid, { email: '' }],
		['an email that is none', byPayid, { email: 'ada at the shop' }],
		['an email PayID in capitals', byPayid, { payid: 'Ada@Bank.test' }],
		['an email PayID of another form', byPayid, { payid: 'ada' }],
		['a phone PayID without its dash', byPayid, { payid: '+61412345678', payidType: 'phone' }],
		['a phone number of another kind', byPayid, { payid: '0298765432', payidType: 'phone' }],
		['a business number with spaces', byPayid, { payid: '51 824 753 556', payidType: 'abn' }],
		['a description of four characters', byPayid, { paymentDescription: 'Wage' }],
		['a description of 141 characters', byPayid, { paymentDescription: 'x'.repeat(141) }],
		['no description', byPayid, { paymentDescription: '' }],
		['a schedule in the past', byPayid, { additionalFields: { scheduledAt: '2020-01-01T00:00:00Z' } }],
		['an address', byPayid, { additionalFields: { address: '12 Harbour Road' } }],
		['a BSB with a space', byAccount, { bsb: '062 000' }],
		['a BSB without its dash', byAccount, { bsb: '062000' }],
		['an account number of four digits', byAccount, { accountNumber: '1234' }],
		['an account number with spaces', byAccount, { accountNumber: '1234 5678' }],
	])('sends %s as it was given: no rule of the service forbids it', async (_what, parameters, changes) => {
		const { audPayouts } = service.emulator.account('AUD');
		const create = jest.spyOn(audPayouts, 'create');
		const asked = { ...parameters, ...changes } as INodeParameters;
		const { items, error } = await run(service, asked);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		const { address } = asked.additionalFields as INodeParameters;
		const [[{ description, details }]] = create.mock.calls as [[Parameters<typeof audPayouts.create>[0]]];
		expect({ description, ...details[0] }).toMatchObject({
			payee: asked.payee,
			...(asked.email !== '' && { email: asked.email }),
			...(asked.paymentDescription !== '' && { description: asked.paymentDescription }),
			...(address !== undefined && { address }),
			...('payid' in asked
				? { payid: asked.payid, payid_type: asked.payidType }
				: { bsb: asked.bsb, account_number: asked.accountNumber }),
		});
		if (asked.email === '') expect(details[0]).not.toHaveProperty('email');
		create.mockRestore();
	});

	it('pays by every kind of PayID, in the words of the service', async () => {
		const { description } = nodeTypes.getByNameAndVersion(ACTION);
		const { options = [] } = description.properties.find(({ name }) => name === 'payidType') ?? {};
		const items = options.map((kind) => ({ kind: 'value' in kind ? kind.value : '' }));
		expect(items.map(({ kind }) => kind)).toEqual(['abn', 'email', 'org_id', 'phone']);
		const { error } = await run(service, { ...byPayid, payidType: '={{ $json.kind }}' }, { items });
		expect(error).toBeUndefined();
		expect(books().payments).toBe(4);
	});

	it.each([
		['nothing', {}, undefined],
		['off', { isRetry: false }, false],
		['on', { isRetry: true }, true],
	])('sends whether the service tries again only where the form says it: %s', async (_what, additionalFields, sent) => {
		const original = wire.otherwise({ wrongGuesses: [] });
		const asked = jest.spyOn(wire, 'otherwise');
		const bodies: IDataObject[] = [];
		asked.mockImplementation(() => ({
			...original,
			request(endpoint, request) {
				if (endpoint === 'v1.payouts.create') bodies.push(request.body as IDataObject);
				return request;
			},
		}));
		const { error } = await run(service, { ...byPayid, additionalFields });
		asked.mockRestore();
		expect(error).toBeUndefined();
		expect(bodies.map(({ is_retry }) => is_retry)).toEqual([sent]);
	});

	it('takes out of a name what the service may forbid, when asked to', async () => {
		const named = { ...byPayid, payee: 'Anne-Marie O’Neil (Sales)', options: { cleanNames: true } };
		const { items, error } = await run(service, named);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ payee: "Anne Marie O'Neil Sales" });
	});

	it('pays by PayID and by bank account', async () => {
		const payid = await run(service, byPayid);
		expect(payid.error).toBeUndefined();
		expect(payid.items[0]?.json).toMatchObject({
			status: 'created',
			payee: 'Ada Byron',
			amount: '12.50',
			...{ batch_uuid: expect.any(String), batch_status: 'created' },
			outcome: 'created',
		});
		const account = await run(service, {
			...byAccount,
			options: { simplify: false },
			externalId: 'wage-1',
			additionalFields: {
				isRetry: true,
				scheduledAt: '2099-01-01T00:00:00+10:00',
				address: '12 Harbour Road',
			},
		});
		expect(account.items[0]?.json).toMatchObject({
			bsb: '062-000',
			account_number: '12345678',
			external_id: 'wage-1',
			payid: null,
			batch: {
				status: 'scheduled',
				scheduled_at: '2098-12-31T14:00:00.000+0000',
				is_retry: true,
				external_id: 'wage-1',
			},
		});
		expect(books()).toEqual({ batches: 2, payments: 2, sum: 42.5 });
	});

	it.each([
		[
			'a PayID and a bank account together',
			byPayid,
			{ bsb: '062-000', addressing: 'payid' },
			/both a PayID and a bank account/,
		],
		['no payee', byPayid, { payee: '' }, /Payee is empty/],
		['nothing to pay', byPayid, { amount: '0' }, /more than zero/],
		['a negative amount', byPayid, { amount: '-5' }, /Amount cannot be used/],
		['an ambiguous amount', byPayid, { amount: '1.250,50' }, /more than one way/],
		['no PayID', byPayid, { payid: '' }, /PayID is empty/],
		['no PayID Type', byPayid, { payidType: '' }, /PayID Type is empty/],
		[
			'a schedule that is no date',
			byPayid,
			{ additionalFields: { scheduledAt: 'soon' } },
			/Scheduled At cannot be used/,
		],
		['a BSB without its leading zero', byAccount, { bsb: 62000 }, /BSB must have six digits, not “62000”/],
		[
			'an account number that has lost digits',
			byAccount,
			{ accountNumber: 12345678901234567890 },
			/Account Number must be text, not the number 12345678901234567000/,
		],
		[
			'an account number that a spreadsheet has shortened',
			byAccount,
			{ accountNumber: '5.01E+13' },
			/Account Number has lost digits in a spreadsheet/,
		],
		['no account number', byAccount, { accountNumber: '' }, /Account Number is empty/],
	])('refuses %s', async (_what, parameters, bad, message) => {
		// When an expression sets the addressing, as with rows of a table, the fields of both kinds count.
		const good = { ...parameters, addressing: `={{ "${parameters.addressing}" }}` };
		const { addressing: _addressing, ...changes } = { addressing: '', ...bad };
		const clean = 'bsb' in bad && parameters.addressing === 'payid' ? { ...good, bsb: '' } : good;
		await expectRefusal(service, { good: clean, bad: changes, message });
		expect(books().payments).toBe(2);
	});

	it('is never sent again after an unclear outcome, by Retry On Fail or by a retried execution', async () => {
		service.fault({ endpoint: 'v1.payouts.create', when: 'after', fault: 'reset', nth: 2 });
		const keyed = {
			...byPayid,
			externalId: '={{ $json.key }}',
			amount: '={{ $json.amount }}',
			options: { concurrency: 1 },
		};
		const items = ['a', 'b', 'c'].map((key, index) => ({ key, amount: index + 1 }));
		const failed = await run(service, keyed, { items, settings: { retryOnFail: true, maxTries: 3 } });
		expect(failed.error?.message).toMatch(/unknown whether the payment b was made/);
		expect(failed.error).toHaveProperty(
			'description',
			expect.stringMatching(/Already made before the node stopped \(1\): a\./),
		);
		const retried = await failed.retry({ settings: goOn });
		expect(retried.items.map(({ json }) => (json.error ? json : keyOf(json)))).toEqual([
			'a',
			expect.objectContaining({ outcome: 'unknown', external_id: 'b' }),
			'c',
		]);
		expect(books()).toMatchObject({ batches: 3, payments: 3 });
	});

	it('pays once when Retry On Fail repeats a request that had no effect', async () => {
		service.fault({ endpoint: 'v1.payouts.create', fault: 'status', status: 429, nth: { from: 1, to: 2 } });
		const { items } = await run(service, byPayid);
		expect(items).toHaveLength(1);
		expect(books().payments).toBe(1);
	});

	it('does not pay twice when an agent repeats itself after an unclear answer', async () => {
		service.fault({ endpoint: 'v1.payouts.create', when: 'after', fault: 'status', status: 500, nth: 1 });
		const parameters = { ...byPayid, amount: "={{ $fromAI('amount') }}", externalId: 'wage-1' };
		const agent = await agentWithTool(parameters, service.credentials());
		for (let call = 0; call < 2; call++) {
			await agent.call({ amount: '12.5' }).catch(() => undefined);
		}
		expect(books().payments).toBe(1);
	});
});

describe('all items in few requests', () => {
	it('sends one request, and reports each transaction on its own item', async () => {
		const { items, error } = await run(service, fromItem, { items: people(5) });
		expect(error).toBeUndefined();
		expect(items.map(({ json, pairedItem }) => [json.payee, json.amount, keyOf(json), pairedItem])).toEqual(
			people(5).map(({ payee, amount, key }, item) => [payee, `${amount}.00`, key, { item }]),
		);
		expect(books()).toEqual({ batches: 1, payments: 5, sum: 15 });
	});

	it('splits a run with both addressing methods into one request each', async () => {
		const mixed = people(6).map((person, index) =>
			index % 2 === 0 ? person : { ...person, payid: '', bsb: '062-000', account: `1234567${index}` },
		);
		const { items, error } = await run(service, { ...fromItem, options: { simplify: false } }, { items: mixed });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => [keyOf(json), json.payid ?? json.account_number])).toEqual(
			mixed.map((person) => [person.key, 'account' in person ? person.account : person.payid]),
		);
		expect(books()).toEqual({ batches: 2, payments: 6, sum: 21 });
	});

	it('keeps payees apart whose notifications go to different addresses', async () => {
		const notified = people(4).map((person, index) => ({ ...person, url: `https://shop-${index % 2}.test/n` }));
		const parameters = {
			...fromItem,
			notify: 'custom',
			endpointUrl: '={{ $json.url }}',
			authorizationHeader: 'Bearer x',
		};
		const { items, error } = await run(service, parameters, { items: notified });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => keyOf(json))).toEqual(['k0', 'k1', 'k2', 'k3']);
		expect(books()).toMatchObject({ batches: 2, payments: 4 });
	});

	it.each([
		[10, 3, 4],
		[10, 5, 2],
		[10, 10, 1],
		[1, 3, 1],
	])('cuts %i payees by %i into %i requests', async (count, maxPerBatch, batches) => {
		const parameters = { ...fromItem, additionalFields: { maxPerBatch } };
		const { items } = await run(service, parameters, { items: people(count) });
		expect(items.map(({ json }) => keyOf(json))).toEqual(people(count).map(({ key }) => key));
		expect(books()).toMatchObject({ batches, payments: count });
	});

	it('sends nothing when one input is bad, and the rest when told to go on', async () => {
		const items = people(4).map((person, index) => (index === 2 ? { ...person, bsb: '062-000' } : person));
		const stopped = await run(service, fromItem, { items });
		expect(stopped.error?.message).toMatch(/both a PayID and a bank account/);
		expect(service.writes()).toBe(0);
		const going = await run(service, fromItem, { items, settings: goOn });
		expect(going.items.map(({ json }) => keyOf(json) ?? json.error)).toEqual([
			'k0',
			'k1',
			expect.stringContaining('both a PayID and a bank account'),
			'k3',
		]);
		expect(books()).toMatchObject({ batches: 1, payments: 3 });
	});

	it('refuses two items with one External ID', async () => {
		const items = [...people(2), { ...people(1)[0], amount: 9 }];
		const { error } = await run(service, fromItem, { items });
		expect(error?.message).toBe('Rows 1 and 3 have the same External ID k0');
		expect(service.writes()).toBe(0);
	});

	it('reports every item of an unclear chunk as unknown, and on a repeat sends only the chunks that never left', async () => {
		service.fault({ endpoint: 'v1.payouts.create', when: 'after', fault: 'reset', nth: 2 });
		const parameters = { ...fromItem, additionalFields: { maxPerBatch: 2 } };
		const failed = await run(service, parameters, { items: people(6), settings: { retryOnFail: true, maxTries: 2 } });
		expect(failed.error?.message).toMatch(/It is unknown whether/);
		expect(books()).toMatchObject({ batches: 2, payments: 4 });
		const retried = await failed.retry({ settings: goOn });
		expect(retried.items.map(({ json }) => (json.error ? json.outcome : keyOf(json)))).toEqual([
			'k0',
			'k1',
			'unknown',
			'unknown',
			'k4',
			'k5',
		]);
		expect(books()).toMatchObject({ batches: 3, payments: 6 });
	});

	it.each([
		['keys', { external_id: undefined }],
		['keys and names', { external_id: undefined, payee: undefined }],
	])('tells transactions in another order by their payees, where the answer shows no %s', async (_, changes) => {
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, _endpoint, answer) => {
			const { payout_transactions: told, ...batch } = answer as { payout_transactions: object[] };
			return { ...batch, payout_transactions: told.map((each) => ({ ...each, ...changes })).reverse() };
		});
		const items = people(3).map((person) => ({ ...person, amount: 7, email: person.payid }));
		const parameters = { ...fromItem, email: '={{ $json.email }}', options: { simplify: false } };
		const paid = await run(service, parameters, { items });
		expect(paid.error).toBeUndefined();
		expect(paid.items.map(({ json }) => json.payid)).toEqual(items.map(({ payid }) => payid));
		jest.restoreAllMocks();
	});

	it('reports a transaction that the answer does not name as it was sent', async () => {
		const { audPayouts } = service.emulator.account('AUD');
		const { create } = audPayouts;
		jest.spyOn(audPayouts, 'create').mockImplementation((order) => ({ ...create(order), payout_transactions: [] }));
		const { items, error } = await run(service, fromItem, { items: people(2) });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => [json.payee, json.amount, keyOf(json)])).toEqual([
			['P 0', '1.00', 'k0'],
			['P 1', '2.00', 'k1'],
		]);
	});
});

describe('a repeat of all items', () => {
	/** The second chunk has no effect at first: the service asks for a longer pause than the node may wait. */
	const refuseSecond = () =>
		service.fault({ endpoint: 'v1.payouts.create', fault: 'status', status: 429, retryAfter: '60', nth: 2 });
	const inTwos = { maxPerBatch: 2 };
	const booked = () =>
		service.emulator
			.account('AUD')
			.audPayouts.payments()
			.aud_payouts.map(({ external_id }) => external_id);

	it.each<[string, INodeParameters]>([
		['a description', { paymentDescription: '=March wages {{ Math.random() }}' }],
		[
			'a schedule',
			{ additionalFields: { ...inTwos, scheduledAt: '={{ $now.plus({ hours: 1000 * Math.random() + 1 }).toISO() }}' } },
		],
	])('pays nobody twice where %s is made anew at every try', async (_, changes) => {
		refuseSecond();
		const options = { requestTimeout: 5, timeLimit: 5 };
		const parameters = { ...fromItem, options, additionalFields: inTwos, ...changes } as INodeParameters;
		const { items, error } = await run(service, parameters, {
			items: people(4),
			settings: { retryOnFail: true, maxTries: 3 },
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.payee)).toEqual(people(4).map(({ payee }) => payee));
		expect(booked().sort()).toEqual(items.map(({ json }) => String(keyOf(json))).sort());
		expect(books()).toMatchObject({ payments: 4, sum: 10 });
	});

	it('does not pay twice when an agent repeats itself after an unclear answer', async () => {
		service.fault({ endpoint: 'v1.payouts.create', when: 'after', fault: 'status', status: 500, nth: 1 });
		const together = {
			...byPayid,
			batchMode: 'allItems',
			batchExternalId: 'payroll-3',
			amount: "={{ $fromAI('amount') }}",
			externalId: 'wage-1',
		};
		const agent = await agentWithTool(together, service.credentials());
		for (let call = 0; call < 2; call++) {
			await agent.call({ amount: '12.5' }).catch(() => undefined);
		}
		expect(books().payments).toBe(1);
	});
});
