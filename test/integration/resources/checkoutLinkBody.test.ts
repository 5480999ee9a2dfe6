import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { without, type Fields } from '../../../emulator/otherwise/difference';
import { runNode } from '../engine/execution';
import { startProcess } from '../../sequences/n8nProcess';
import { ACTION, nodeTypes } from '../engine/nodeTypes';
import { startService } from '../engine/service';
import { serviceOfFile } from '../engine/serviceOfFile';
import { tripleOf } from '../accounts/mixed';
import { startRecorded, type Recorded } from './recorded';
import { shown, type Change } from '../wrongGuesses/differing';

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

	// Among them the notification object, which v3 does not require.
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

/** Without a settle time, the node asks the service first, whatever the process remembers. */
const asking = { ...parameters, options: { settleSeconds: 0 } };

const service = serviceOfFile({ start: new Date() });

/** What one process after the other says of the link. */
const told = async (asked: INodeParameters, credentials = service.credentials('AUD'), processes = 2) => {
	const links: IDataObject[] = [];
	for (let process = 0; process < processes; process++) {
		const { nodeTypes } = startProcess();
		const { items, error } = await runNode({ credentials, parameters: asked, nodeTypes });
		links.push(items[0]?.json ?? { outcome: error?.message });
	}
	return links;
};
const outcomes = async (...asked: Parameters<typeof told>) => (await told(...asked)).map(({ outcome }) => outcome);
const ofMethod = (code: string) => ({ payinMethodCode: { __rl: true, mode: 'id', value: code } });

it('a link of an amount that was rounded is found again, where the record does not show its currency', async () => {
	const other = await startService({ start: new Date(), wrongGuesses: ['linkShapes'] });
	const credentials = other.credentials('JPY');
	expect(await outcomes({ ...asking, amount: '5000.4' }, credentials)).toEqual(['created', 'found']);
	const [another] = await outcomes({ ...asking, amount: '5002' }, credentials, 1);
	expect(another).toContain('belongs to another link');
	await other.close();
});

describe('a link of an amount that the service rounds', () => {
	const yen = { ...asking, ...ofMethod('jp_card_jpy'), amount: '1000.6' };
	const rounded = { note: 'The service has rounded the amount: 1000.6 JPY was asked for.' };

	it.each([
		['its method tells the currency', yen, false],
		['the credential names the currency', { ...asking, amount: '1000.6' }, true],
	])('shows no amount while it is new, and both once the service has told: %s', async (_how, link, isNamed) => {
		const credentials = service.credentials('JPY', isNamed ? { accounts: tripleOf(service, 'JPY') } : {});
		const [created, found] = await told(link, credentials);
		expect(created).toMatchObject({ outcome: 'created', amount: null, note: null });
		expect(found).toMatchObject({ outcome: 'found', amount: '1001', currency: 'JPY', ...rounded });
	});

	it('shows both in the record as it came, too', async () => {
		const link = { ...yen, options: { ...asking.options, simplify: false } };
		const [, found] = await told(link, service.credentials('JPY'));
		expect(found).toMatchObject({ amount: 1001, ...rounded });
	});

	it.each([
		['JPY', 'jp_card_jpy', '1000'],
		['AUD', 'au_card_aud', '1000.6'],
	])('shows an amount that %s can have at once', async (currency, code, amount) => {
		for (const link of await told({ ...asking, ...ofMethod(code), amount }, service.credentials(currency))) {
			expect(link).toMatchObject({ note: null });
			expect(Number(link.amount)).toBe(Number(amount));
		}
	});
});

const listedAs = (change: (link: Fields) => Fields) =>
	shown(['v3.links.list'], (fields) => ('meta_data' in fields ? change(fields) : fields));

it.each<[string, (link: Fields) => Fields]>([
	['no amount', ({ amount: _, ...link }) => link],
	['neither amount nor email', ({ amount: _, email: _email, sender_info: _sender, ...link }) => link],
	['null for both', (link) => ({ ...link, amount: null, email: null, sender_info: null })],
	['the email of its customer alone', ({ email: _, ...link }) => link],
])('a link is found where its record shows %s', async (_what, change) => {
	listedAs(change);
	expect(await outcomes(asking)).toEqual(['created', 'found']);
});

it('a link is told from that of another customer by the email of its customer alone', async () => {
	listedAs(({ email: _, ...link }) => link);
	await told(asking, undefined, 1);
	const [other] = await outcomes({ ...asking, customerEmail: 'grace@shop.test' }, undefined, 1);
	expect(other).toContain('belongs to another link');
});

it.each<[string, Change, IDataObject, IDataObject]>([
	[
		'not what was asked for, where it shows none of it',
		(fields) => without(fields, 'amount', 'description'),
		{ amount: '60', paymentDescription: 'Another' },
		{ amount: null, description: null },
	],
	[
		'its reference, whatever its record calls its data',
		({ meta_data: metadata, ...fields }) => (metadata === undefined ? fields : { ...fields, metadata }),
		{},
		{ external_id: 'ord-78' },
	],
])('a link that was found shows %s', async (_what, change, again, found) => {
	await told(asking, undefined, 1);
	shown(['v3.links.list', 'v3.links.detail'], change);
	expect(await told({ ...asking, ...again } as INodeParameters, undefined, 1)).toMatchObject([
		{ outcome: 'found', ...found },
	]);
});
