import {
	webhookDescriptionIsNativelyResolvable,
	type ICredentialDataDecryptedObject,
	type INodeParameters,
} from 'n8n-workflow';
import { HookContext } from 'n8n-core';
import * as webhooks from '../../../nodes/n8n/webhooks';
import { StoredWorkflow, thisProcess } from './triggerEngine';

const credential = {
	environment: 'production',
	baseUrl: 'https://service.example/api',
	appId: 'app-1',
	secretKey: 's3cret',
};

function workflowAt(
	address: string,
	changes: ICredentialDataDecryptedObject = {},
	parameters: INodeParameters = {},
): StoredWorkflow {
	const workflow = new StoredWorkflow({ ...credential, ...changes }, { webhook: parameters });
	workflow.address = address;
	return workflow;
}

it('publishes where the service can reach it', async () => {
	expect(await workflowAt('https://n8n.example/').publish()).toBe(true);
});

it('publishes on this machine when the service is on it, too', async () => {
	expect(await workflowAt('http://localhost:5678/', { baseUrl: 'http://127.0.0.1:9000/api' }).publish()).toBe(true);
});

it('publishes in a private network when the service is in one, too', async () => {
	expect(await workflowAt('https://n8n.lan/', { baseUrl: 'https://10.0.0.5/api' }).publish()).toBe(true);
});

it('lets a test listen anywhere', async () => {
	expect(await workflowAt('http://localhost:5678/').publish('manual')).toBe(true);
});

it.each<[string, string, ICredentialDataDecryptedObject, INodeParameters, RegExp]>([
	['an address that is not https', 'http://n8n.example/', {}, {}, /cannot notify this n8n at http:\/\/n8n\.example$/],
	['an address of this machine', 'http://localhost:5678/', {}, {}, /cannot notify this n8n at http:\/\/localhost:5678/],
	[
		'an address of this machine with https',
		'https://127.0.0.1/',
		{},
		{},
		/cannot notify this n8n at https:\/\/127\.0\.0\.1/,
	],
	['an address of a private network', 'https://n8n.lan/', {}, {}, /cannot notify this n8n at https:\/\/n8n\.lan$/],
	['a credential without App ID', 'https://n8n.example/', { appId: '' }, {}, /no App ID/],
	['a credential without Secret Key', 'https://n8n.example/', { secretKey: ' ' }, {}, /no Secret Key/],
	['a wrong base URL', 'https://n8n.example/', { baseUrl: 'https://service.example' }, {}, /must end with \/api/],
	[
		'a path that n8n would change',
		'https://n8n.example/',
		{},
		{ path: 'payments/:id' },
		/characters that an address cannot have/,
	],
	[
		'a path with a question mark',
		'https://n8n.example/',
		{},
		{ path: 'payments?x' },
		/characters that an address cannot have/,
	],
])('says when it is published with %s', async (_case, address, changes, parameters, message) => {
	await expect(workflowAt(address, changes, parameters).publish()).rejects.toThrow(message);
});

it('says when its address would not be its path', async () => {
	await expect(workflowAt('https://n8n.example/').publish('trigger', { webhookId: undefined })).rejects.toThrow(
		/would not be its path/,
	);
});

it('reads its path without n8n having to evaluate an expression', () => {
	const [webhook] = thisProcess.webhook.description.webhooks ?? [];
	const { path, ...others } = webhook ?? { path: '' };
	expect(path).toBe('={{$parameter["path"] || "multi-currency-payments"}}');
	expect(Object.values(others).filter((value) => typeof value === 'string' && value.startsWith('='))).toEqual([]);
	expect(webhook && webhookDescriptionIsNativelyResolvable(webhook)).toBe(true);
	expect(thisProcess.webhook.description.version).toEqual([1.1]);
});

describe('what it says in n8n’s log', () => {
	const warn = jest.fn();
	beforeEach(() =>
		Object.defineProperty(HookContext.prototype, 'logger', { configurable: true, get: () => ({ warn }) }),
	);
	afterEach(() => {
		Reflect.deleteProperty(HookContext.prototype, 'logger');
		jest.restoreAllMocks();
		warn.mockReset();
	});

	it('is that an older n8n answers before it stores', async () => {
		jest.spyOn(webhooks, 'answersBeforeStoring').mockReturnValue(true);
		await workflowAt('https://n8n.example/').publish();
		expect(warn).toHaveBeenCalledWith(expect.stringMatching(/n8n 2\.8 and later.*Polling Trigger/));
	});

	it('is nothing about a newer one', async () => {
		jest.spyOn(webhooks, 'answersBeforeStoring').mockReturnValue(false);
		await workflowAt('https://n8n.example/').publish();
		expect(warn).not.toHaveBeenCalled();
	});

	it.each([
		['2.7', {}, true],
		['2.8', { isNodeConnected: () => true }, false],
	])('knows n8n %s by its functions', (_version, functions, expected) => {
		expect(webhooks.answersBeforeStoring(functions)).toBe(expected);
	});
});
