import '../engine/temporaryN8n';
import type { INode, INodeExecutionData, IWebhookData, IWebhookFunctions } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { WebhookContext } from 'n8n-core';
import { resume } from '../../../nodes/MultiCurrencyPayments/resume';
import { WAIT_WEBHOOKS } from '../../../nodes/MultiCurrencyPayments/money/waiting';
import { additionalDataOf } from '../engine/additionalData';
import { credentialOfNode } from '../engine/credentials';
import { newRunData } from '../engine/newRunData';
import { ACTION, nodeTypes } from '../engine/nodeTypes';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { believed, newPayin, newPayout, notificationsAbout, receivedPayin } from './payments';
import { exchange } from './triggerEngine';

let service: Service;
beforeAll(async () => {
	service = await startService();
});
beforeEach(async () => await service.reset());
afterAll(async () => await service.close());

interface Call {
	waitingFor: string;
	body: unknown;
	headers?: Record<string, string>;
	credentialFails?: boolean;
}

/** What a call at the address of a waiting execution is answered, and the items that the execution goes on with. */
async function call({ waitingFor, body, headers = believed(service), credentialFails = false }: Call) {
	const node: INode = {
		id: `node-${waitingFor}`,
		name: 'Create and Wait',
		type: ACTION,
		typeVersion: 1,
		position: [0, 0],
		parameters: { resource: 'payin', operation: 'createAndWait' },
		credentials: structuredClone(credentialOfNode),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: true, nodeTypes });
	const waited: INodeExecutionData = {
		json: { uuid: waitingFor, status: 'pending', idempotency: { outcome: 'created' }, wait: { outcome: 'timed_out' } },
	};
	const run = newRunData({
		executionData: { nodeExecutionStack: [{ node, data: { main: [[waited]] }, source: null }] },
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

it('goes on with the record when the payment has come to its end', async () => {
	const uuid = receivedPayin(service);
	const { items } = await call({ waitingFor: uuid, body: notificationsAbout(service, uuid)[0] });
	expect(items).toMatchObject([
		{ uuid, status: 'received', idempotency: { outcome: 'created' }, wait: { outcome: 'final' } },
	]);
});

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

it('goes on waiting after a notification about another payment, or of a status that is not final', async () => {
	const [uuid, other] = [newPayin(service), receivedPayin(service)];
	expect(await call({ waitingFor: uuid, body: notificationsAbout(service, other)[0] })).toMatchObject({
		status: 200,
		answer: { message: 'About another payment' },
		items: undefined,
	});
	const batch = newPayout(service);
	await service.advance(1_000);
	expect(await call({ waitingFor: batch, body: notificationsAbout(service, batch)[0] })).toMatchObject({
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
