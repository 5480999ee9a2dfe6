import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { serviceOfFile } from '../engine/serviceOfFile';
import { BANK_ACCOUNT, batch, chosen, form, operation, payin, payout, QUICK } from './orders';
import { run as execute } from '../resources/resourceRun';

const service = serviceOfFile();

/** One wrong value in an item: the parameters that read it, a good value, the bad one, and the error. */
interface BadItem {
	parameters: INodeParameters;
	good: unknown;
	bad: unknown;
	message: string;
	/** What the error tells the user to do. */
	advice: string;
}

/** The wrong value is that of the item. */
const VALUE = '={{ $json.value }}';

const empty = (parameters: INodeParameters, label: string, good: string, bad = ''): BadItem => ({
	...{ parameters, good, bad },
	message: `${label} is empty`,
	advice: `Fill in ${label}.`,
});

const punctuated = (field: string, label: string, good: string, bad: string): BadItem => ({
	...{ parameters: { [field]: VALUE }, good, bad },
	message: `${label} may hold letters, digits and single spaces only, not “${bad}”`,
	advice:
		'Write the name without punctuation, or switch Clean Names on in Options: the payment service refuses anything else.',
});

const amount = (bad: unknown, message: string): BadItem => ({
	parameters: { amount: VALUE },
	good: '100',
	bad,
	message: `Amount cannot be used: ${message}`,
	advice: 'Give the amount in the currency’s main unit (dollars, not cents), such as 1250.50.',
});

const ofBoth: Record<string, BadItem> = {
	'no amount': { ...amount('', ''), message: 'Amount is empty' },
	'an amount of zero': amount('0.00', 'it must be more than zero, not "0.00"'),
	'an amount in words': amount('five', 'it must be a positive number such as 1250.50, not "five"'),
	'a notification address without https': {
		parameters: { notify: 'custom', endpointUrl: VALUE, authorizationHeader: 'Basic other' },
		good: 'https://127.0.0.1:1/hook',
		bad: 'http://shop.example/hook',
		message: 'The endpoint URL must start with https://',
		advice:
			'The payment service delivers notifications to https addresses with a certificate of a recognised authority only.',
	},
	'a notification without authorization': empty(
		{ notify: 'custom', endpointUrl: 'https://127.0.0.1:1/hook', authorizationHeader: VALUE },
		'Authorization Header',
		'Basic other',
	),
	'another currency than its method has': {
		parameters: { additionalFields: { currency: VALUE } },
		good: 'aud',
		bad: 'USD',
		message: 'au_bank_aud has the currency AUD, not USD',
		advice: 'Leave Currency empty, or choose a method of USD.',
	},
	'a time limit in words': {
		parameters: { options: { ...QUICK, timeLimit: VALUE } },
		good: '10',
		bad: 'ten',
		message: 'Time Limit (Seconds) must be a number, not ten',
		advice: 'Correct the expression, or leave it empty.',
	},
};

const ofPayouts: Record<string, BadItem> = {
	...ofBoth,
	'a short description': {
		parameters: { paymentDescription: VALUE },
		good: 'Wages',
		bad: ' Pay ',
		message: 'Description must have at least 5 characters, not 3',
		advice: 'Write a longer description: the payment service refuses shorter ones.',
	},
	'no email': empty({ email: VALUE }, 'Email', 'a@b.example', ' '),
	'a payee with one name only': {
		parameters: { lastName: VALUE },
		good: 'Suharto',
		bad: '',
		message: 'Last Name is empty',
		advice:
			'The payment service wants a first and a last name of every payee. Where somebody has one name only, give it in both fields.',
	},
	'a name with punctuation': punctuated('lastName', 'Last Name', 'Müller', 'O’Hara'),
	'two spaces in a first name': punctuated('firstName', 'First Name', 'Anna Maria', 'Anna  Maria'),
	'an unknown method': {
		parameters: { payoutMethodName: chosen(VALUE) },
		good: 'au_bank_aud',
		bad: 'xx_bank_xxx',
		message: 'The account has no payout method xx_bank_xxx',
		advice:
			'Choose Payout Method from the list: it shows what the service offers to this account. The service says: payout_method_name: is not available for this account.',
	},
	'no method': empty({ payoutMethodName: chosen(VALUE) }, 'Payout Method', 'au_bank_aud'),
	'a mandatory parameter that is missing': {
		parameters: { methodParameters: form({ ...BANK_ACCOUNT, bsb: VALUE }) },
		good: '062000',
		bad: '',
		message: 'The method needs BSB',
		advice:
			'Fill in these method parameters, named bsb in JSON. The form lists what the service asks for. One that does not apply can be null in Method Parameters (JSON).',
	},
	'a date without meaning': {
		parameters: { additionalFields: { scheduledAt: VALUE } },
		good: '2099-03-04T05:06:07Z',
		bad: '2031-02-30',
		message: 'Scheduled At cannot be used: "2031-02-30" is a date that does not exist',
		advice: 'Write it like 2031-03-04T05:06:07Z.',
	},
	'an amount above the method’s limit': {
		...amount('1000000.01', ''),
		message: 'The amount 1000000.01 AUD is more than the method allows',
		advice: 'au_bank_aud takes 1.00 to 1000000.00 AUD.',
	},
	'an amount below the method’s limit': {
		...amount('0.99', ''),
		message: 'The amount 0.99 AUD is less than the method allows',
		advice: 'au_bank_aud takes 1.00 to 1000000.00 AUD.',
	},
};

const ofPayins: Record<string, BadItem> = {
	...ofBoth,
	'no description': empty({ paymentDescription: VALUE }, 'Description', 'Order'),
	'no customer': empty({ customerName: VALUE }, 'Customer Name', 'Nathan'),
	'no email': empty({ customerEmail: VALUE }, 'Customer Email', 'a@b.example'),
	'metadata that is no object': {
		parameters: { additionalFields: { metadata: VALUE } },
		good: '{"cart":"c-9"}',
		bad: '["c-9"]',
		message: 'Metadata must be a JSON object',
		advice: 'Write it like {"order": "A-77"}.',
	},
	'metadata with a number whose last digits n8n would change': {
		parameters: { additionalFields: { metadata: VALUE } },
		good: '{"a":"1234567890123456789","b":9007199254740991,"c":1234567890123456800,"d":0.1234567890123456,"e":0.020000000000000004,"f":0.09130435934193513,"g":-1.25e-7}',
		bad: '{"a":{"b":[-1234567890123456789]}}',
		message: 'Metadata holds the number -1234567890123456789, of which n8n cannot keep every digit',
		advice: 'Write it as text: "-1234567890123456789".',
	},
};

const cases = (bad: Record<string, BadItem>) => Object.entries(bad).map(([name, one]) => ({ name, ...one }));

/** Three items; the middle one is wrong. */
const items = ({ good, bad }: BadItem): IDataObject[] =>
	[good, bad, good].map((value, index) => ({
		key: `key-${index}`,
		amount: 100,
		name: `Smith ${index}`,
		value: value as string,
	}));

const PAYMENTS = {
	payout: { order: payout, endpoint: 'v2.payouts.create', bad: ofPayouts },
	payin: { order: payin, endpoint: 'v2.payins.create', bad: ofPayins },
} as const;

describe.each(['payout', 'payin'] as const)('a %s with', (kind) => {
	const { order, endpoint, bad } = PAYMENTS[kind];

	it.each(cases(bad))('$name stops before anything of it or after it is sent', async (one) => {
		const run = await execute(service, order(one.parameters), { items: items(one) });
		expect(run.status).toBe('error');
		expect(run.error?.message).toBe(one.message);
		expect(run.error?.description).toBe(
			`Row 2 (key-1). Nothing was sent. ${one.advice} Already made before the node stopped (1): key-0. Retrying this execution does not make them again.`.trim(),
		);
		expect(run.error).toMatchObject({ context: { itemIndex: 1 } });
		expect(service.calls()[endpoint]).toBe(1);
	});

	it.each(cases(bad))('$name lets the other items go on, when asked to', async (one) => {
		const settings = { onError: 'continueRegularOutput' } as const;
		const run = await execute(service, order(one.parameters), { items: items(one), settings });
		expect(run.error).toBeUndefined();
		expect(run.items).toMatchObject([
			{ json: { outcome: 'created', external_id: 'key-0' }, pairedItem: { item: 0 } },
			{ json: { error: one.message }, pairedItem: { item: 1 } },
			{ json: { outcome: 'created', external_id: 'key-2' }, pairedItem: { item: 2 } },
		]);
		if (one.advice) expect(run.items[1]?.json.remedy).toBe(`Nothing was sent. ${one.advice}`);
		expect(service.calls()[endpoint]).toBe(2);
	});

	it('a wrong value goes to the error output, with the input it came from, and the others to the first', async () => {
		const one = bad['an amount in words'] as BadItem;
		const settings = { onError: 'continueErrorOutput' } as const;
		const run = await execute(service, order(one.parameters), { items: items(one), settings });
		expect(run.items.map(({ json }) => json)).toMatchObject([{ external_id: 'key-0' }, { external_id: 'key-2' }]);
		const named = { external_id: 'key-1', field: 'amount' };
		expect(run.errorItems).toMatchObject([{ json: { key: 'key-1', value: 'five', error: one.message, ...named } }]);
	});
});

describe('a batch with', () => {
	it.each(cases(ofPayouts))('$name pays nobody', async (one) => {
		const run = await execute(service, batch(one.parameters), { items: items(one) });
		expect(run.error?.message).toBe(one.message);
		expect(run.error?.description).toBe(`Row 2 (key-1). Nothing was sent. ${one.advice}`);
		expect(service.writes()).toBe(0);
	});

	it.each(cases(ofPayouts))('$name pays the others, when asked to', async (one) => {
		const settings = { onError: 'continueRegularOutput' } as const;
		const run = await execute(service, batch(one.parameters), { items: items(one), settings });
		expect(run.items).toMatchObject([
			{ json: { outcome: 'created', external_id: 'key-0' }, pairedItem: { item: 0 } },
			{ json: { error: one.message }, pairedItem: { item: 1 } },
			{ json: { outcome: 'created', external_id: 'key-2' }, pairedItem: { item: 2 } },
		]);
		const paid = service.emulator.account('AUD').payouts.payments().payouts;
		expect(paid.map(({ external_id }) => external_id)).toEqual(['key-0', 'key-2']);
	});
});

it('a refund with a short reason is not sent', async () => {
	const refund = { uuid: 'K7QX2M9D', refundType: 'full', externalId: 'refund-1', reason: 'late' };
	const parameters = operation('payin', 'refund', refund);
	const run = await execute(service, parameters);
	expect(run.error?.message).toBe('Reason must have at least 5 characters, not 4');
	expect(service.calls()).toEqual({});
});

describe('a choice in words that the form does not offer', () => {
	const anything = { uuid: 'K7QX2M9D', email: 'ada@shop.example' };

	it.each([
		['payin', 'simulate', { outcome: 'declined' }, 'Outcome must be completed or failed'],
		['payout', 'simulate', { outcome: '={{ false }}' }, 'Outcome must be completed or failed'],
		['transfer', 'simulate', { outcome: '={{ null }}' }, 'Outcome must be completed or failed'],
		['contact', 'resendVerification', { resendTo: 'sms' }, 'Resend To must be email or phone'],
	])('is not sent: %s %s %j', async (resource, name, choice, message) => {
		const parameters = operation(resource, name, { ...anything, ...choice });
		const run = await execute(service, parameters);
		expect(run.error?.message).toBe(message);
		expect(run.error?.description).toBe('Nothing was sent. Correct the expression, or use the list.');
		expect(service.calls()).toEqual({});
	});

	it('is taken in capitals', async () => {
		const { items } = await execute(service, payin(), { items: [{ key: 'a', amount: 10 }] });
		const uuid = items[0]?.json.uuid as string;
		const parameters = operation('payin', 'simulate', { uuid, outcome: 'FAILED' });
		const run = await execute(service, parameters);
		expect(run.items[0]?.json).toEqual({ uuid, outcome: 'failed', simulated: true });
		expect(service.emulator.account('AUD').payins.get(uuid).status).toBe('failed');
	});
});

describe('a list of', () => {
	it.each([
		[
			'a period that ends before it starts',
			'payin',
			{ fromDate: '2031-03-05', toDate: '2031-03-04' },
			'From Date (2031-03-05T00:00:00Z) lies after To Date (2031-03-04T23:59:59Z)',
		],
		[
			'more than a year',
			'payout',
			{ fromDate: '2029-01-01', toDate: '2031-01-01' },
			'The period is longer than one year',
		],
	])('%s is not asked for', async (_, resource, parameters, message) => {
		const run = await execute(service, operation(resource, 'getAll', parameters));
		expect(run.error?.message).toBe(message);
		expect(service.calls()).toEqual({});
	});
});

describe('a credential with', () => {
	it.each<[string, ICredentialDataDecryptedObject, string]>([
		['no App ID', { appId: '' }, 'The credential has no App ID'],
		[
			'a wrong base URL',
			{ baseUrl: 'https://service.example/api/v2' },
			'The base URL must end with /api. Probably meant: https://service.example/api',
		],
	])('%s is told before anything is sent', async (_, changes, message) => {
		const credentials = service.credentials('AUD', changes);
		const run = await execute(service, payout(), { credentials, items: [{ key: 'a', amount: 1 }] });
		expect(run.error?.message).toBe(message);
		expect(run.error?.description).toMatch(/^Nothing was sent\. Open the credential of this node and /);
		expect(service.calls()).toEqual({});
	});

	it('a wrong Secret Key is told, and pays nobody', async () => {
		const credentials = service.credentials('AUD', { secretKey: 'not-the-secret-key' });
		const run = await execute(service, payout(), { credentials, items: [{ key: 'a', amount: 1 }] });
		expect(run.error).toMatchObject({
			message: 'The payment service did not accept the credential',
			httpCode: '401',
		});
		expect(run.error?.description).toContain(
			'Check the app ID and the secret key, and that they belong to the environment of the base URL.',
		);
		expect(service.writes()).toBe(0);
		expect(service.calls()).toEqual({ 'v2.payouts.methodParams': 1 });
	});
});

describe('in production', () => {
	it.each([
		['payin', 'simulate', 'Simulate payin'],
		['payin', 'authorizeStk', 'Authorize STK of payin'],
		['payout', 'simulate', 'Simulate payout'],
	])('%s %s refuses without a request', async (resource, name, action) => {
		const credentials = service.credentials('AUD', { environment: 'production' });
		const parameters = operation(resource, name, { uuid: 'K7QX2M9D', pin: '1234' });
		const run = await execute(service, parameters, { credentials });
		expect(run.error?.message).toBe(`${action} exists in the sandbox only`);
		expect(run.error?.description).toBe(
			'Nothing was sent. The credential of this node is for production. Use a credential of the sandbox.',
		);
		expect(service.calls()).toEqual({});
	});
});

it('an n8n without a public https address cannot be notified, and is told how to get one', async () => {
	const run = await execute(service, payout(), { items: [{ key: 'a', amount: 1 }], address: 'http://n8n.example/' });
	expect(run.error?.message).toBe(
		'The service cannot notify this n8n at http://n8n.example: the address must start with https://',
	);
	expect(run.error?.description).toBe(
		'Nothing was sent. Set the environment variable N8N_WEBHOOK_URL of n8n (WEBHOOK_URL before n8n 2.40) to its public https address, or use Create with Notify: None and poll.',
	);
	expect(service.writes()).toBe(0);
});

it('a refusal of the service is told in its own words', async () => {
	const run = await execute(
		service,
		payout({
			payoutMethodName: chosen('au_payid_npp_aud'),
			methodParameters: form({ pay_id: 'ada', pay_id_type: 'EMAIL' }),
		}),
		{ items: [{ key: 'a', amount: 1 }] },
	);
	expect(run.error).toMatchObject({
		message: 'The payment service refused this: PayID: is no PayID of type EMAIL',
		httpCode: '422',
	});
	expect(run.error?.description).toBe(
		'Nothing was paid. Correct the values of this item. The service says: payout_transaction_details[0].payout_method_params.pay_id: is no PayID of type EMAIL.',
	);
});

it('a column whose name begins with a byte order mark is named, also for all rows at once', async () => {
	const items = [0, 1, 2, 3].map((row) => ({ '\ufeffreference': `INV-${row}`, amount: 100 }));
	const externalId = { externalId: '={{ $json.reference }}' };
	for (const parameters of [payout(externalId), batch(externalId)]) {
		const { error } = await execute(service, parameters, { items });
		expect(error?.message).toBe('4 of 4 payees cannot be paid; nothing was sent: these have no External ID');
		expect(error?.description).toContain('Switch on Exclude Byte Order Mark (BOM)');
		expect(error?.description).toContain('4 rows (1, 2, 3 and 1 more): these have no External ID.');
	}
	expect(service.writes()).toBe(0);
});
