import type { INodeProperties } from 'n8n-workflow';
import * as otherwise from '../../../emulator/otherwise';
import { everywhere, type Fields } from '../../../emulator/otherwise/difference';
import { runNode } from '../engine/execution';
import { startProcess } from '../../sequences/n8nProcess';
import { ACTION, nodeTypes } from '../engine/nodeTypes';
import { startService } from '../engine/service';
import { startWire, type Wire } from '../transport/wire';
import { tripleOf } from '../accounts/mixed';
import { startRecorded, type Recorded } from './recorded';
import { run } from './resourceRun';

const parameters = {
	resource: 'checkoutLink',
	operation: 'create',
	amount: '49.90',
	paymentDescription: 'Order 77',
	customerEmail: 'ada@shop.test',
	firstName: 'Ada',
	lastName: 'Byron',
	externalId: 'ord-78',
	additionalFields: {},
};

describe('what a link is created with', () => {
	let wire: Wire;
	beforeEach(async () => {
		wire = await startWire((answer, { method, path }) => {
			answer.setHeader('content-type', 'application/json');
			const created = {
				uuid: 'L-1',
				payment_url: 'https://pay.example/L-1',
				expired_at: '2031-01-01T00:00:00Z',
			};
			const isList = method === 'GET' && path.startsWith('/v3/payin_links?');
			answer.end(JSON.stringify(isList ? { total: 0, page: 1, limit: 100, records: [] } : created));
		});
	});
	afterEach(async () => await wire.close());

	async function sent(changes: object) {
		const { error } = await runNode({ credentials: wire.credentials, parameters: { ...parameters, ...changes } });
		expect(error).toBeUndefined();
		const [body] = wire.requests.filter(({ method }) => method === 'POST').map(({ body: text }) => text);
		return JSON.parse(body ?? '{}') as Record<string, unknown>;
	}

	it('holds what the specification shows, and its External ID in the metadata', async () => {
		const body = await sent({});
		const fields = ['amount', 'description', 'meta_data', 'sender_info', 'webhook_notification'];
		expect(Object.keys(body).sort()).toEqual(fields);
		expect(body.meta_data).toEqual({ external_id: 'ord-78' });
	});

	it.each([
		['Metadata', '{"cart":"c-9"}', { cart: 'c-9', external_id: 'ord-78' }],
		['empty Metadata', '{}', { external_id: 'ord-78' }],
	])('with %s', async (_what, metadata, all) => {
		expect((await sent({ additionalFields: { metadata } })).meta_data).toEqual(all);
	});

	it('has no notification object where nobody is to be notified, because v3 does not require one', async () => {
		expect(await sent({ notify: 'none' })).not.toHaveProperty('webhook_notification');
	});
});

describe('the body of a link', () => {
	let recorded: Recorded;
	beforeAll(async () => void (recorded = await startRecorded()));
	beforeEach(async () => await recorded.service.reset());
	afterAll(async () => await recorded.close());

	const bodyOf = async (changes: object): Promise<unknown> => {
		const { sent, error } = await recorded.run({ ...parameters, ...changes });
		expect(error).toBeUndefined();
		expect(sent).toHaveLength(1);
		return sent[0];
	};
	const plain = {
		amount: 49.9,
		description: 'Order 77',
		sender_info: { email: 'ada@shop.test', first_name: 'Ada', last_name: 'Byron' },
		meta_data: { external_id: 'ord-78' },
	};

	it('holds the fields of the specification and no others, with what the form gives', async () => {
		const body = await bodyOf({
			payinMethodCode: { __rl: true, mode: 'list', value: 'au_card_aud' },
			...{ notify: 'custom', endpointUrl: 'https://127.0.0.1:1/hook', authorizationHeader: 'Basic b3RoZXI=' },
			additionalFields: {
				expiresIn: 1_200,
				successUrl: 'https://shop.test/thanks',
				failureUrl: 'https://shop.test/failed',
				address: '12 Harbour Road',
				city: 'Sydney',
				state: 'NSW',
				postalCode: '2000',
				countryCode: 'AU',
			},
		});
		expect(body).toEqual({
			...plain,
			sender_info: {
				...plain.sender_info,
				address: '12 Harbour Road',
				city: 'Sydney',
				state: 'NSW',
				postal_code: '2000',
				country_code: 'AU',
			},
			payin_method_code: 'au_card_aud',
			expires_in: 1_200,
			redirect_url: { success: 'https://shop.test/thanks', failure: 'https://shop.test/failed' },
			webhook_notification: {
				endpoint_url: 'https://127.0.0.1:1/hook',
				authorization_header: 'Basic b3RoZXI=',
			},
		});
	});

	it('holds no field that may be left out and that the form leaves out', async () => {
		expect(await bodyOf({ notify: 'none' })).toEqual(plain);
	});

	it('has a life of 900 seconds at least, and the form begins with the 1,800 that it has without one', () => {
		const { properties } = nodeTypes.getByNameAndVersion(ACTION).description;
		const fields = properties.flatMap(({ options = [] }) => options as INodeProperties[]);
		expect(fields.filter(({ name }) => name === 'expiresIn')).not.toHaveLength(0);
		for (const field of fields.filter(({ name }) => name === 'expiresIn'))
			expect(field).toMatchObject({ default: 1_800, typeOptions: { minValue: 900 } });
	});

	it.each([
		['success', 'successUrl'],
		['failure', 'failureUrl'],
	])('sends the customer to the address for %s alone where no other is given', async (name, field) => {
		const address = 'https://shop.test/back';
		expect(await bodyOf({ notify: 'none', additionalFields: { [field]: address } })).toEqual({
			...plain,
			redirect_url: { [name]: address },
		});
	});
});

it('a link of an amount that was rounded is found again, where the record does not show its currency', async () => {
	const service = await startService({ start: new Date(), wrongGuesses: ['linkShapes'] });
	const rounded = { ...parameters, amount: '5000.4', options: { settleSeconds: 0 } };
	const outcome = async (changes: object) => {
		const { items, error } = await run(
			service,
			{ ...rounded, ...changes },
			{ currency: 'JPY', nodeTypes: startProcess().nodeTypes },
		);
		return error?.message ?? items[0]?.json.outcome;
	};
	expect(await outcome({})).toBe('created');
	expect(await outcome({})).toBe('found');
	expect(await outcome({ amount: '5002' })).toContain('belongs to another link');
	await service.close();
});

describe('a link of an amount that the service rounds', () => {
	const codes = { JPY: 'jp_card_jpy', AUD: 'au_card_aud' };
	/** The link when it is made, and when another process finds it. */
	const made = async (currency: keyof typeof codes, changes: object = {}, isNamed = false) => {
		const service = await startService({ start: new Date() });
		const link = {
			...{ ...parameters, amount: '1000.6', options: { settleSeconds: 0 } },
			...(!isNamed && { payinMethodCode: { __rl: true, mode: 'id', value: codes[currency] } }),
			...changes,
		};
		const credentials = service.credentials(currency, isNamed ? { accounts: tripleOf(service, currency) } : {});
		const links: Fields[] = [];
		for (const outcome of ['created', 'found']) {
			const { items, error } = await runNode({
				credentials,
				parameters: link,
				nodeTypes: startProcess().nodeTypes,
			});
			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject({ outcome });
			links.push(items[0]?.json ?? {});
		}
		await service.close();
		return links;
	};
	const rounded = { note: 'The service has rounded the amount: 1000.6 JPY was asked for.' };

	it.each([
		['its method tells the currency', false],
		['the credential names the currency', true],
	])('shows no amount while it is new, and both once the service has told: %s', async (_how, isNamed) => {
		const [created, found] = await made('JPY', {}, isNamed);
		expect(created).toMatchObject({ amount: null });
		expect(created).toMatchObject({ note: null });
		expect(found).toMatchObject({ amount: '1001', currency: 'JPY', ...rounded });
	});

	it('shows both in the record as it came, too', async () => {
		expect((await made('JPY', { options: { simplify: false } }))[1]).toMatchObject({ amount: 1001, ...rounded });
	});

	it.each<[string, keyof typeof codes, string]>([
		['is of whole units', 'JPY', '1000'],
		['is of a currency with decimals', 'AUD', '1000.6'],
	])('shows the amount at once where it %s', async (_what, currency, amount) => {
		for (const link of await made(currency, { amount })) {
			expect(link).toMatchObject({ note: null });
			expect(Number(link.amount)).toBe(Number(amount));
		}
	});
});

describe('a link that was made before is found again', () => {
	const reference = { ...parameters, options: { settleSeconds: 0 } };
	const shownAs = (change: (link: Fields) => Fields) =>
		jest
			.spyOn(otherwise, 'answerOtherwise')
			.mockImplementation((_world, endpoint, answer) =>
				endpoint === 'v3.links.list'
					? everywhere(answer as Fields, (fields) => ('meta_data' in fields ? change(fields) : fields))
					: answer,
			);
	afterEach(() => jest.restoreAllMocks());

	it.each<[string, (link: Fields) => Fields]>([
		['no amount', ({ amount: _, ...link }) => link],
		['neither amount nor email', ({ amount: _, email: _email, sender_info: _sender, ...link }) => link],
		['null for both', (link) => ({ ...link, amount: null, email: null, sender_info: null })],
		['the email of its customer alone', ({ email: _, ...link }) => link],
	])('where its record shows %s', async (_what, change) => {
		const service = await startService({ start: new Date() });
		shownAs(change);
		for (const outcome of ['created', 'found']) {
			const { items, error } = await run(service, reference, { nodeTypes: startProcess().nodeTypes });
			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject({ outcome });
		}
		await service.close();
	});

	it('and is told from that of another customer by the email of its customer alone', async () => {
		const service = await startService({ start: new Date() });
		shownAs(({ email: _, ...link }) => link);
		await run(service, reference, { nodeTypes: startProcess().nodeTypes });
		const other = { ...reference, customerEmail: 'grace@shop.test' };
		const { error } = await run(service, other, { nodeTypes: startProcess().nodeTypes });
		expect(error?.message).toContain('belongs to another link');
		await service.close();
	});
});
