import {
	NodeConnectionTypes,
	NodeOperationError,
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { canReach, isLoopback } from '../../core/service/serviceAddress';
import { itemsToRun } from '../events/emitted';
import { isUsablePath, UNUSABLE_PATH } from '../events/fields';
import { answersBeforeStoring } from '../n8n/webhooks';
import { readAccounts } from '../service/credential';
import { receive } from './receive';
import { triggerProperties, webhookDescription } from './triggerProperties';

/** While the trigger listens, n8n shows a text of its own in place of this one. */
const WHILE_BUILDING =
	'<b>While building</b>, click “Execute step” here. Then, in another tab, run Create with <b>Notify: Trigger That Listens in the Editor</b> and let the payment change its status, in the sandbox with Simulate. The notification shows here and does not count as seen.<br /><br />';

const ANSWERS_BEFORE_STORING =
	'This n8n answers the payment service before it has stored the execution. When n8n ends between the two, the event is lost. n8n 2.8 and later answer afterwards. Update n8n, or add the Polling Trigger to the workflow: it finds such events.';

/** Starts a workflow when the payment service notifies a change: verified, and each event once. */
export class MultiCurrencyPaymentsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Multi-Currency Payments Trigger',
		name: 'multiCurrencyPaymentsTrigger',
		icon: { light: 'file:../../icons/payments.svg', dark: 'file:../../icons/payments.dark.svg' },
		group: ['trigger'],
		// Not 1: for a node of exactly that version n8n evaluates an expression on every delivery.
		version: [1.1],
		subtitle: '={{ $parameter["path"] }}',
		// n8n lists the trigger and the action node as one, under this text.
		description:
			'Starts the workflow when a payment changes its status: verified, and each event once. Under Actions: pay, take payments, refund.',
		eventTriggerDescription:
			'Waiting: run Create with Notify: Trigger That Listens in the Editor, then let the payment change its status',
		activationMessage: 'Notifications of the payment service now start this workflow.',
		defaults: { name: 'Multi-Currency Payments Trigger' },
		triggerPanel: {
			header: 'Receive a notification',
			executionsHelp: {
				inactive: `${WHILE_BUILDING}<b>When it is ready</b>, publish the workflow: payments whose notifications go to this trigger then start it by themselves.`,
				active: `${WHILE_BUILDING}<b>The workflow is published</b>: notifications to the production address start it, and show in the executions list.`,
			},
			activationHint: 'Publish the workflow to receive the notifications of real payments.',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'multiCurrencyPaymentsApi', required: true, testedBy: 'paymentServiceConnection' }],
		webhooks: [webhookDescription],
		properties: triggerProperties,
	};

	webhookMethods = {
		default: {
			// Each payment names its own notification address, so that nothing is registered at the service.
			checkExists: async () => false,
			async create(this: IHookFunctions): Promise<boolean> {
				await checkPublication(this);
				return true;
			},
			delete: async () => true,
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	/** Runs first in each execution that a notification has started, in whatever process. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [this.getMode() === 'manual' ? this.getInputData() : await itemsToRun(this)];
	}
}

/**
 * Whether the service could deliver to this trigger.
 * @throws NodeOperationError saying why the trigger cannot work and what to do, when it is published
 */
async function checkPublication(n8n: IHookFunctions): Promise<void> {
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
	const url = n8n.getNodeWebhookUrl('default') ?? '';
	const address = URL.canParse(url) ? new URL(url).origin : 'its address';
	if (!url.startsWith('https://') || !canReach(service, new URL(url).hostname)) {
		throw new NodeOperationError(node, `The payment service cannot notify this n8n at ${address}`, {
			description:
				'It delivers to public https addresses only. Set the environment variable N8N_WEBHOOK_URL of n8n (WEBHOOK_URL before n8n 2.40) to its public https address and restart n8n, or use the Polling Trigger.',
		});
	}
}
