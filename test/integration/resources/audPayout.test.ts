import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ACTION, nodeTypes } from '../engine/nodeTypes';
import { serviceOfFile } from '../engine/serviceOfFile';
import { asked } from '../wrongGuesses/differing';
import { expectRefusal, run } from './resourceRun';

const service = serviceOfFile();

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
		const bodies: IDataObject[] = [];
		asked(['v1.payouts.create'], (request) => {
			bodies.push(request.body as IDataObject);
			return request;
		});
		const { error } = await run(service, { ...byPayid, additionalFields });
		jest.restoreAllMocks();
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
		['an ambiguous amount', byPayid, { amount: '1.250,50' }, /more than one way/],
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
		['no account number', byAccount, { accountNumber: '' }, /Account Number is empty/],
	])('refuses %s', async (_what, parameters, bad, message) => {
		// When an expression sets the addressing, as with rows of a table, the fields of both kinds count.
		const good = { ...parameters, addressing: `={{ "${parameters.addressing}" }}` };
		const { addressing: _addressing, ...changes } = { addressing: '', ...bad };
		const clean = 'bsb' in bad && parameters.addressing === 'payid' ? { ...good, bsb: '' } : good;
		await expectRefusal(service, { good: clean, bad: changes, message });
		expect(books().payments).toBe(2);
	});
});

describe('all items in few requests', () => {
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
});
