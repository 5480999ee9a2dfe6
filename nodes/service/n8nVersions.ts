import * as n8nWorkflow from 'n8n-workflow';

/**
 * Whether this n8n answers a webhook before it stores the execution, as every n8n before 2.8 does. n8n does not tell a node
 * its version: a function that came with 2.8 stands for it.
 */
export function answersBeforeStoring(n8n: object = n8nWorkflow): boolean {
	return !('isNodeConnected' in n8n);
}
