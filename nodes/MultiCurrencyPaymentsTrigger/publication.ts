import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';
import { canReach, isLoopback } from '../../core/service/serviceAddress';
import { isUsablePath, UNUSABLE_PATH } from '../events/fields';
import { readAccounts } from '../service/credential';
import { answersBeforeStoring } from '../n8n/webhooks';

const ANSWERS_BEFORE_STORING =
	'This n8n answers the payment service before it has stored the execution. When n8n ends between the two, the event is lost. n8n 2.8 and later answer afterwards. Update n8n, or add the Polling Trigger to the workflow: it finds such events.';

/**
 * Whether the service could deliver to this trigger.
 * @throws NodeOperationError saying why the trigger cannot work and what to do, when it is published
 */
export async function checkPublication(n8n: IHookFunctions): Promise<void> {
	const node = n8n.getNode();
	const [{ baseUrl }] = await readAccounts(n8n);
	const path = String(n8n.getNodeParameter('path') ?? '').trim();
	if (!isUsablePath(path)) {
		const { message, description } = UNUSABLE_PATH;
		throw new NodeOperationError(node, message, { description });
	}
	if (node.webhookId === undefined) {
		throw new NodeOperationError(node, 'The address of this trigger would not be its path', {
			description: 'The node has no webhook ID. Delete it and add it again in the editor, then publish the workflow.',
		});
	}
	// A test is called by hand, from wherever the user likes.
	if (n8n.getMode() === 'manual') return;
	if (answersBeforeStoring()) n8n.logger.warn(ANSWERS_BEFORE_STORING);
	const service = new URL(baseUrl).hostname;
	if (isLoopback(service)) return;
	const address = n8n.getNodeWebhookUrl('default') ?? '';
	if (!address.startsWith('https://') || !canReach(service, new URL(address).hostname)) {
		throw new NodeOperationError(node, `The payment service cannot notify this n8n at ${originOf(address)}`, {
			description:
				'It delivers to public https addresses only. Set the environment variable N8N_WEBHOOK_URL of n8n (WEBHOOK_URL before n8n 2.40) to its public https address and restart n8n, or use the Polling Trigger.',
		});
	}
}

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : 'its address');
