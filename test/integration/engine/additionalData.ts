import './temporaryN8n';
import type { ICredentialDataDecryptedObject, IWorkflowExecuteAdditionalData, WorkflowExecuteMode } from 'n8n-workflow';
import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import { OneCredential } from './credentials';

/**
 * Public address of the n8n that the engine seems to belong to. Nothing listens there, so connections are refused at once.
 */
export const N8N_ADDRESS = 'http://127.0.0.1:1/';

const notHere = (what: string) => async () => await Promise.reject(new Error(`${what} is not part of this engine`));

/** What n8n's server gives its engine for one execution. */
export function additionalDataOf(
	credentials: ICredentialDataDecryptedObject,
	{
		executionId,
		mode,
		address = N8N_ADDRESS,
		executeWorkflow = notHere('Running another workflow'),
	}: {
		executionId: string;
		mode: WorkflowExecuteMode;
		address?: string;
		executeWorkflow?: IWorkflowExecuteAdditionalData['executeWorkflow'];
	},
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper: new OneCredential(credentials),
		hooks: new ExecutionLifecycleHooks(mode, executionId, { id: 'workflow-1' } as ConstructorParameters<
			typeof ExecutionLifecycleHooks
		>[2]),
		executionId,
		currentNodeExecutionIndex: 0,
		restApiUrl: `${address}rest`,
		instanceBaseUrl: address,
		webhookBaseUrl: `${address}webhook`,
		webhookWaitingBaseUrl: `${address}webhook-waiting`,
		webhookTestBaseUrl: `${address}webhook-test`,
		formBaseUrl: `${address}form`,
		formWaitingBaseUrl: `${address}form-waiting`,
		formTestBaseUrl: `${address}form-test`,
		mcpBaseUrl: `${address}mcp`,
		mcpTestBaseUrl: `${address}mcp-test`,
		variables: {},
		externalSecretsProxy: new ExternalSecretsProxy(),
		setExecutionStatus: () => undefined,
		logAiEvent: () => undefined,
		executeWorkflow,
		getRunExecutionData: notHere('Reading another execution'),
		getRuntimeCredential: notHere('A runtime credential'),
		startRunnerTask: notHere('A task runner'),
	};
}
