import type { INodeParameters, IWebhookDescription } from 'n8n-workflow';
import { DEFAULT_TRIGGER_PATH } from '../events/triggerPath';

/**
 * Where n8n looks for a way to read a field of a webhook's description without evaluating its expression, which costs a
 * sandbox per delivery. An n8n that does not know it evaluates the expression.
 */
const NATIVE_RESOLVERS = Symbol.for('n8n.webhookDescriptionResolvers');

const path = {
	template: `={{$parameter["path"] || "${DEFAULT_TRIGGER_PATH}"}}`,
	resolve: (parameters: INodeParameters) => parameters.path || DEFAULT_TRIGGER_PATH,
};

/** One webhook under a path of the user's choice. Nothing beside the path is an expression, for the same reason. */
export const webhookDescription: IWebhookDescription = {
	name: 'default',
	httpMethod: 'POST',
	responseMode: 'onReceived',
	// The service reads the status alone; without this n8n answers with the name of its own default.
	responseData: 'noData',
	isFullPath: true,
	path: path.template,
	[NATIVE_RESOLVERS]: { path },
};
