import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { nameEvent } from '../../core/events';
import { asObject } from '../../core/payload';
import { readCredential } from '../service/credential';
import { parseJson, rawBodyOf, textOf } from '../events/notificationBody';
import { confirm } from '../events/confirmation';
import { refuse } from '../events/refusal';
import { ServiceClient } from '../service/client';
import { isGenuine } from '../events/verification';
import { presentWaited } from './resources';

/**
 * A notification at the address of a waiting execution. It is resumed by a genuine notification about its own payment
 * whose final status the service confirms; anything else leaves it waiting. The address alone is never enough.
 */
export async function resume(n8n: IWebhookFunctions): Promise<IWebhookResponseData> {
	const request = n8n.getRequestObject();
	const genuine = await isGenuine(n8n, { headers: request.headers, body: async () => await rawBodyOf(request) }).catch(
		() => null,
	);
	if (genuine === null) return refuse(n8n, 503);
	if (!genuine) return refuse(n8n, 401);
	const raw = await rawBodyOf(request);
	const body = raw && asObject(parseJson(textOf(raw, request.encoding)));
	const seen = body && nameEvent(body);
	if (!seen) return refuse(n8n, 400);
	const waitedFor = n8n.evaluateExpression('{{ $json }}', 0) as unknown as IDataObject;
	if (seen.uuid !== waitedFor.uuid) return keepWaiting('About another payment');
	if (!seen.is_final) return keepWaiting('Not final');
	const confirmed = await readCredential(n8n)
		.then(async (credential) => await confirm(new ServiceClient(n8n, credential), seen, body))
		.catch(() => null);
	if (confirmed === null) return refuse(n8n, 503);
	if (!confirmed.event.is_final) return keepWaiting('Not final');
	const record = presentWaited(n8n, confirmed.payload as IDataObject);
	const { idempotency } = waitedFor;
	const json = { ...record, idempotency, wait: { outcome: 'final' } } as IDataObject;
	return { workflowData: [[{ json, pairedItem: { item: 0 } }]] };
}

function keepWaiting(message: string): IWebhookResponseData {
	return { webhookResponse: { message } };
}
