import * as n8nWorkflow from 'n8n-workflow';

/**
 * Whether this n8n answers a webhook before it stores the execution, as every n8n before 2.8 does. n8n does not tell a node
 * its version, so a function that was added in 2.8 serves as the sign.
 */
export const answersBeforeStoring = (n8n: object = n8nWorkflow): boolean => !('isNodeConnected' in n8n);

/**
 * Whether this n8n tells a poll when it could not start the execution, as n8n does from 2.35 on. A part of the context that
 * was added in 2.36 serves as the sign.
 */
export const reportsFailedStarts = (pollContext: object): boolean => '__commitCursor' in pollContext;
