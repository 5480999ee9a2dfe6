import type { INodeParameters, IWebhookDescription } from 'n8n-workflow';
import { DEFAULT_TRIGGER_PATH } from '../events/triggerPath';

/**
 * Under this symbol n8n looks for a function that reads a field of a webhook's description, instead of evaluating its
 * expression, which costs a sandbox per delivery. An n8n that does not know it evaluates the expression.
 */
const NATIVE_RESOLVERS = Symbol.for('n8n.webhookDescriptionResolvers');

const path = {
	template: `={{$parameter["path"] || "${DEFAULT_TRIGGER_PATH}"}}`,
	resolve: (parameters: INodeParameters) => parameters.path || DEFAULT_TRIGGER_PATH,
};

/** One webhook under a path of the user's choice. For the same reason, nothing but the path is an expression. */
export const webhookDescription: IWebhookDescription = {
	name: 'default',
	httpMethod: 'POST',
	responseMode: 'onReceived',
	// The service reads only the status. Without this, n8n would answer with a default body of its own.
	responseData: 'noData',
	isFullPath: true,
	path: path.template,
	[NATIVE_RESOLVERS]: { path },
};
