import * as n8nWorkflow from 'n8n-workflow';

/** What every node context carries outside its public interface. Tried with n8n 1.100.1, 2.40.7 and 2.41.1. */
interface HoldsAddresses {
	additionalData?: { webhookBaseUrl?: unknown; webhookTestBaseUrl?: unknown };
}

/**
 * Address of a webhook with a path of its own, as published or while the editor listens for a test. Operators may name the
 * endpoints themselves (N8N_ENDPOINT_WEBHOOK and its like), and a node may not read the environment.
 */
export function webhookAddress(n8n: { getRestApiUrl(): string }, path: string, { test = false } = {}): string {
	const { webhookBaseUrl, webhookTestBaseUrl } = (n8n as HoldsAddresses).additionalData ?? {};
	const base = test ? webhookTestBaseUrl : webhookBaseUrl;
	// An n8n that does not carry them: the public address, taken from that of the REST interface, with the usual names.
	const usual = () => `${n8n.getRestApiUrl().replace(/\/?rest\/?$/, '')}/webhook${test ? '-test' : ''}`;
	return `${typeof base === 'string' && base !== '' ? base : usual()}/${path.replace(/^\/+|\/+$/g, '')}`;
}

/**
 * Whether this n8n answers a webhook before it stores the execution, as every n8n before 2.8 does. n8n does not tell a node
 * its version, so a function that was added in 2.8 serves as the sign.
 */
export const answersBeforeStoring = (n8n: object = n8nWorkflow): boolean => !('isNodeConnected' in n8n);
