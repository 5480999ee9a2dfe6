import * as wire from '../../../emulator/otherwise';
import '../engine/temporaryN8n';
import { Workflow, type INode, type INodeExecutionData, type IWebhookData, type IWebhookFunctions } from 'n8n-workflow';
import { WebhookContext } from 'n8n-core';
import { resume } from '../../../nodes/MultiCurrencyPayments/resume';
import { WAIT_WEBHOOKS } from '../../../nodes/MultiCurrencyPayments/form/notification';
import { additionalDataOf } from '../engine/additionalData';
import { credentialOfNode } from '../engine/credentials';
import { newRunData } from '../engine/newRunData';
import { ACTION, nodeTypes } from '../engine/nodeTypes';
import type { Service } from '../engine/service';
import { believed, newLink, newPayin, newPayout, notificationsAbout, paidLink, receivedPayin } from './payments';
import { exchange } from './triggerEngine';
import { startWithoutWaits } from './waits';

let service: Service;
startWithoutWaits((started) => (service = started));

interface Call {
	waitingFor: string;
	body: unknown;
	headers?: Record<string, string>;
	credentialFails?: boolean;
	resource?: string;
	batch?: string;
	/** The External ID that it was sent with. */
	key?: string;
	isSimple?: boolean;
	until?: 'credentials';
}

/** The answer to a call to a waiting execution's address, and the items that the execution continues with. */
async function call({
	waitingFor,
	body,
	headers = believed(service, body),
	credentialFails = false,
	resource = 'payin',
	batch,
	key,
	isSimple = false,
	until,
}: Call) {
	const node: INode = {
		id: `node-${waitingFor}`,
		name: 'Create {{and}} “Wait”',
		type: ACTION,
		typeVersion: 1,
		position: [0, 0],
		parameters: { resource, operation: 'createAndWait' },
		credentials: structuredClone(credentialOfNode),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: true, nodeTypes });
	const waited: INodeExecutionData = {
		json: {
			uuid: waitingFor,
			...(batch !== undefined && { batch: { uuid: batch } }),
			status: 'pending',
			outcome: 'created',
			wait: { outcome: 'timed_out' },
		},
	};
	const run = newRunData({
		executionData: {
			contextData: { [`node:${node.name}`]: { waitedFor: { key, until: until ?? 'final', isSimple } } },
			nodeExecutionStack: [{ node, data: { main: [[waited]] }, source: null }],
		},
	});
	const { request, response } = exchange({ headers, body });
	const additionalData = Object.assign(additionalDataOf(service.credentials(), { executionId: '1', mode: 'webhook' }), {
		httpRequest: request,
		httpResponse: response,
	});
	if (credentialFails) {
		additionalData.credentialsHelper.getDecrypted = async () => {
			throw new Error('Credential with ID "credential-1" does not exist');
		};
	}
	const [webhookDescription] = WAIT_WEBHOOKS;
	const webhook = { webhookDescription, node: node.name } as IWebhookData;
	const context = new WebhookContext(workflow, node, additionalData, 'webhook', webhook, [], run);
	const { workflowData, webhookResponse } = await resume(context as unknown as IWebhookFunctions);
	return {
		status: response.statusCode,
		answer: response.sent ?? (webhookResponse as unknown),
		items: workflowData?.[0]?.map(({ json }) => json),
	};
}

it('turns away a notification that cannot be verified now, is forged, or tells of nothing', async () => {
	const uuid = receivedPayin(service);
	const [body] = notificationsAbout(service, uuid);
	expect(await call({ waitingFor: uuid, body, credentialFails: true })).toMatchObject({
		status: 503,
		items: undefined,
	});
	expect(await call({ waitingFor: uuid, body, headers: {} })).toMatchObject({ status: 401, items: undefined });
	expect(await call({ waitingFor: uuid, body: { hello: 'world' } })).toMatchObject({ status: 400, items: undefined });
});

it('puts off a notification about another payment, and goes on waiting after a status that is not final', async () => {
	const [uuid, other] = [newPayin(service), receivedPayin(service)];
	expect(await call({ waitingFor: uuid, body: notificationsAbout(service, other)[0] })).toMatchObject({
		status: 503,
		items: undefined,
	});
	const batch = newPayout(service);
	await service.advance(1_000);
	expect(
		await call({ waitingFor: batch, body: notificationsAbout(service, batch)[0], resource: 'payout' }),
	).toMatchObject({
		status: 200,
		answer: { message: 'Not final' },
		items: undefined,
	});
});

it('leaves to the service what the record does not show yet', async () => {
	const uuid = newPayin(service);
	const body = { uuid, status: 'received', payment_method: 'au_bank_aud', amount: '80.0', currency: 'AUD' };
	expect(await call({ waitingFor: uuid, body })).toMatchObject({ status: 503, items: undefined });
});

it('is not resumed by a body of another source that carries the uuid, or by one that nobody can look up', async () => {
	const uuid = newPayin(service);
	const bodies = [
		{ uuid, request_payid: 'ab12cd@pay.example.test', status: 'received' },
		{ uuid, status: 'completed', payout_transactions: [] },
		{ uuid, payment_link_url: 'https://pay.example.test/x', transaction_info: { status: 'received' } },
		{ uuid, email: 'ada@shop.test', status: 'approved' },
	];
	for (const body of bodies)
		expect(await call({ waitingFor: uuid, body })).toMatchObject({ status: 503, items: undefined });
	expect(service.calls()).toEqual({});
});

it.each([
	['a payin, whatever its notification looks like', 'payin', { sender_details: { card: { card_brand: 'visa' } } }],
	['a payout, whatever else its notification carries', 'payout', { id: 17 }],
])('is resumed by the record of what it waits for: %s', async (_case, resource, looks) => {
	const uuid = resource === 'payin' ? receivedPayin(service) : newPayout(service);
	await service.advance(5_000);
	const body = { ...notificationsAbout(service, uuid).at(-1), ...looks };
	const { items } = await call({ waitingFor: uuid, body, resource });
	expect(items).toMatchObject([
		{ uuid, status: resource === 'payin' ? 'received' : 'completed', wait: { outcome: 'final' } },
	]);
});

it('is resumed by the notification of its transaction when the record of its batch is final', async () => {
	const batch = newPayout(service, { external_id: 'wages-1' });
	await service.advance(1_000);
	const [told] = notificationsAbout(service, batch) as { payout_transactions: { uuid: string }[] }[];
	const uuid = told?.payout_transactions[0]?.uuid ?? '';
	const body = { uuid, payee: 'Ada Byron', amount: '75.0', status: 'settled', external_id: 'w-1' };
	const headers = believed(service, { uuid: batch, status: 'completed', external_id: 'wages-1' });
	const resumed = { waitingFor: uuid, batch, body, resource: 'payout' };
	expect(await call({ ...resumed, headers })).toMatchObject({ status: 503, items: undefined });
	await service.advance(5_000);
	expect(await call({ ...resumed, headers: believed(service, { ...body, external_id: 'wages-2' }) })).toMatchObject({
		status: 401,
		items: undefined,
	});
	const { items } = await call({ ...resumed, headers });
	expect(items).toMatchObject([{ uuid, status: 'settled', wait: { outcome: 'final' } }]);
	expect(JSON.stringify(items)).toContain(batch);
});

it('is resumed by a checkout link without an External ID, however little its record shows', async () => {
	const uuid = paidLink(service);
	const short = jest.spyOn(wire, 'answerOtherwise').mockImplementation((_world, endpoint, answer) => {
		if (endpoint !== 'v3.links.detail') return answer;
		return { uuid, payment_url: 'https://pay.example.test/x', status: 'received', amount: 50 };
	});
	const body = { uuid, transaction_info: { status: 'received' } };
	const { items } = await call({ waitingFor: uuid, body, resource: 'checkoutLink' }).finally(() => short.mockRestore());
	expect(items).toMatchObject([{ uuid, status: 'received', wait: { outcome: 'final' } }]);
});

describe('a checkout link whose record shows neither its External ID nor a failure', () => {
	const pendingAs = (uuid: string) =>
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_world, endpoint, answer) => {
			if (endpoint !== 'v3.links.detail') return answer;
			return { uuid, payment_url: 'https://pay.example.test/x', transaction_info: { uuid: 'A1', status: 'pending' } };
		});
	const failing = async (externalId: string | null, changes: Partial<Call> = {}) => {
		const uuid = newLink(service);
		const short = pendingAs(uuid);
		const body = { uuid, transaction_info: { uuid: 'A1', status: 'failed' } };
		const headers = believed(service, {
			uuid,
			external_id: externalId,
			payment_link_url: 'https://pay.example.test/x',
		});
		const called = { waitingFor: uuid, body, headers, resource: 'checkoutLink', key: 'order-1', ...changes };
		return await call(called).finally(() => short.mockRestore());
	};

	it.each([true, false])(
		'ends its wait with the value of its own, and says that it has failed; simple: %s',
		async (isSimple) => {
			const { items } = await failing('order-1', { isSimple });
			expect(items).toMatchObject([{ status: 'failed', confirmed: false, wait: { outcome: 'final' } }]);
		},
	);

	it.each(['order-2', null])('goes on waiting after what the value of another has told: %s', async (externalId) => {
		expect((await failing(externalId)).items).toBeUndefined();
		expect((await failing(externalId, { key: 'n8n-17-abc' })).items).toBeUndefined();
	});
});

it('is not resumed with success that the record does not show', async () => {
	const uuid = newPayin(service);
	for (const status of ['received', 'return_received', 'partially_refunded', 'dispute_lost']) {
		const body = { uuid, status, payment_method: 'au_bank_aud', amount: '80.0', currency: 'AUD' };
		expect(await call({ waitingFor: uuid, body })).toMatchObject({ items: undefined });
	}
});

it('goes on unconfirmed with a failure that records have no word for', async () => {
	const uuid = newPayin(service);
	service.emulator.account('AUD').payins.simulate(uuid, 'failed');
	const [body] = notificationsAbout(service, uuid);
	expect((await call({ waitingFor: uuid, body })).items).toMatchObject([
		{ uuid, status: 'failed', confirmed: false, wait: { outcome: 'final' } },
	]);
});

it('goes on with the record when that shows that money has moved, whatever failure was notified', async () => {
	const uuid = receivedPayin(service);
	const body = { uuid, status: 'failed', payment_method: 'au_bank_aud', amount: '80.0', currency: 'AUD' };
	const [item] = (await call({ waitingFor: uuid, body })).items ?? [];
	expect(item).toMatchObject({ uuid, status: 'received' });
	expect(item).not.toHaveProperty('confirmed');
});
