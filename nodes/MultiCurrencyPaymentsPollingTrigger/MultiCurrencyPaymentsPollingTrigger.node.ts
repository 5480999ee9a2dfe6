import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { confirmItems } from './confirmItems';
import { poll } from './poll';
import { pollingProperties } from './pollingProperties';

/** Starts a workflow when payments have changed: for an n8n without a public address, and for what was never delivered. */
export class MultiCurrencyPaymentsPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Multi-Currency Payments Polling Trigger',
		name: 'multiCurrencyPaymentsPollingTrigger',
		icon: { light: 'file:../../icons/payments.svg', dark: 'file:../../icons/payments.dark.svg' },
		group: ['trigger'],
		// The same as the webhook trigger, because both emit the same events.
		version: [1.1],
		subtitle: '={{ $parameter["events"].join(", ") }}',
		description:
			'Starts the workflow when payments have changed, without a public address. Beside the webhook trigger of the same workflow it catches what was never delivered.',
		eventTriggerDescription: 'Looking for recent events of the account',
		activationMessage: 'The payment service is now asked for changes at the times you set.',
		defaults: { name: 'Multi-Currency Payments Polling Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'multiCurrencyPaymentsApi', required: true, testedBy: 'paymentServiceConnection' }],
		properties: pollingProperties,
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await confirmItems(this)];
	}
}
