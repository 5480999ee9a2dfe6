import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { execute } from './execute';
import { credentialTest } from './credentialTest';
import { listSearch } from './form/pickers';
import { recordSearch } from './form/recordPickers';
import { resourceMapping } from './form/methodForms';
import { resourceProperties } from './operation';
import { resources } from './resources';
import { resume } from './resume';
import { WAIT_WEBHOOKS } from './form/notification';

/** One field for people and AI agents: n8n lists the operations of each field of this name, so two would show all twice. */
const resourceField: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: resources.map(({ value, name, description }) => ({ value, name, description })),
	// Moves no money: an AI agent is offered the default first.
	default: 'balance',
};

export class MultiCurrencyPayments implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Multi-Currency Payments',
		name: 'multiCurrencyPayments',
		icon: { light: 'file:../../icons/payments.svg', dark: 'file:../../icons/payments.dark.svg' },
		group: ['transform'],
		version: [1],
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Pay people, take payments, refund, and read balances and reports in many currencies',
		defaults: { name: 'Multi-Currency Payments' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Caps belong in the credential. Put a review before every tool that pays or refunds. Retry On Fail is safe here.',
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'multiCurrencyPaymentsApi', required: true, testedBy: 'paymentServiceConnection' }],
		webhooks: WAIT_WEBHOOKS,
		waitingNodeTooltip: 'Waiting for the final status of the payment',
		properties: [resourceField, ...resources.flatMap(resourceProperties)],
	};

	methods = { credentialTest, listSearch: { ...listSearch, ...recordSearch }, resourceMapping };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await execute(this)];
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await resume(this);
	}
}
