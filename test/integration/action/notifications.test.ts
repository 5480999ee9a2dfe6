import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { verifyAuthorization } from '../../../core/service/authorization';
import { webhookAddress } from '../../../nodes/n8n/webhooks';
import { N8N_ADDRESS } from '../engine/additionalData';
import { type NodeRunOptions } from '../engine/execution';
import { serviceOfFile } from '../engine/serviceOfFile';
import { payin } from './orders';
import { run } from '../resources/resourceRun';

/** Where the node tells the service to send the notifications of a payment, and with which authorization value. */

const service = serviceOfFile();

const create = async (notify: INodeParameters, options: Partial<NodeRunOptions> = {}) =>
	await run(service, payin(notify), { items: [{ amount: '100', key: 'order-77' }], ...options });
const target = () => {
	const { payins } = service.emulator.account('AUD');
	const [{ uuid } = { uuid: '' }] = payins.payments().payins;
	return payins.get(uuid).target;
};

const elsewhere = (): ICredentialDataDecryptedObject =>
	service.credentials('AUD', { baseUrl: 'https://service.example/api' });

it('a word for Notify in another case is that word, and any other stops before anything is sent', async () => {
	expect((await create({ notify: '={{ "NONE" }}' })).error).toBeUndefined();
	await service.reset();
	const own = { endpointUrl: 'http://127.0.0.1:9/mine', authorizationHeader: 'x' };
	expect((await create({ notify: '={{ "Custom" }}', ...own })).error).toBeUndefined();
	expect(target().endpoint_url).toBe(own.endpointUrl);
	await service.reset();
	const { error } = await create({ notify: '={{ "off" }}', ...own });
	expect(error?.message).toBe('Notify must be trigger or testTrigger or thisExecution or none or custom');
	expect(service.writes()).toBe(0);
});

describe('the address', () => {
	it.each<[string, INodeParameters, Partial<NodeRunOptions>, string]>([
		['of the trigger', { notify: 'trigger' }, {}, `${N8N_ADDRESS}webhook/multi-currency-payments`],
		[
			'of a trigger with its own path',
			{ notify: 'trigger', options: { triggerPath: '/a/b/' } },
			{},
			`${N8N_ADDRESS}webhook/a/b`,
		],
		[
			'of the trigger that listens in the editor',
			{ notify: 'testTrigger' },
			{ mode: 'manual' },
			`${N8N_ADDRESS}webhook-test/multi-currency-payments`,
		],
		[
			'of the user',
			{ notify: 'custom', endpointUrl: 'https://shop.example/n', authorizationHeader: 'Bearer shop' },
			{},
			'https://shop.example/n',
		],
		['of nobody', { notify: 'none' }, {}, 'https://nobody.invalid/'],
	])('is that %s', async (_whose, notify, options, expected) => {
		expect((await create(notify, options)).error).toBeUndefined();
		expect(target().endpoint_url).toBe(expected);
	});

	it('of a trigger that listens is refused outside manual runs', async () => {
		expect((await create({ notify: 'testTrigger' })).error?.message).toMatch(/listens in the editor only while/);
		expect(service.writes()).toBe(0);
	});

	it.each(['http://127.0.0.1:1', 'https://192.168.1.20', 'https://n8n.lan', 'https://n8n'])(
		'of this machine or a private network (%s) is refused when the service is elsewhere, before anything is sent',
		async (origin) => {
			for (const parameters of [{ notify: 'trigger' }, { notify: 'thisExecution' }]) {
				const { error } = await create(parameters, { credentials: elsewhere(), address: `${origin}/` });
				expect(error?.message).toBe(`The service cannot reach this n8n at ${origin}: it is no public address`);
				expect((error as { description?: string }).description).toMatch(/WEBHOOK_URL.*Notify: None/);
			}
			expect(service.writes()).toBe(0);
		},
	);

	it.each(['http://localhost:9/hook', 'https://10.0.0.7/hook', 'https://shop.internal/hook'])(
		'that the user gives is refused when the service cannot reach it: %s',
		async (endpointUrl) => {
			const parameters = { notify: 'custom', endpointUrl, authorizationHeader: 'Bearer shop' };
			const { error } = await create(parameters, { credentials: elsewhere() });
			expect(error?.message).toBe('The service cannot reach the endpoint URL: it is no public address');
		},
	);

	it('follows the names that the operator gave the endpoints, where n8n tells them', () => {
		const rest = { getRestApiUrl: () => 'https://n8n.example/rest' };
		const named = {
			...rest,
			additionalData: {
				webhookBaseUrl: 'https://n8n.example/hooks',
				webhookTestBaseUrl: 'https://n8n.example/hooks-test',
			},
		};
		expect([webhookAddress(named, 'a'), webhookAddress(named, '/a/', { test: true })]).toEqual([
			'https://n8n.example/hooks/a',
			'https://n8n.example/hooks-test/a',
		]);
		for (const unnamed of [rest, { ...rest, additionalData: {} }, { ...rest, additionalData: { webhookBaseUrl: '' } }])
			expect([webhookAddress(unnamed, 'a'), webhookAddress(unnamed, 'a', { test: true })]).toEqual([
				'https://n8n.example/webhook/a',
				'https://n8n.example/webhook-test/a',
			]);
	});
});

it('the authorization value is bound to the external id that the payment is sent with', async () => {
	await create({ notify: 'trigger' });
	const { appId, secretKey } = service.emulator.account('AUD');
	const verified = verifyAuthorization(target().authorization_header, {
		accounts: [{ appId, secrets: [secretKey] }],
		accepted: [],
	});
	expect(verified).toMatchObject({ outcome: 'derived', reference: { externalId: 'order-77' } });
});
