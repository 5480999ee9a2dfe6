import type { IConnections, INode, IPinData, IRunExecutionData, IWorkflowSettings } from 'n8n-workflow';

/** The content of a workflow, as it is saved and exported (`examples/*.json`). */
export interface WorkflowDefinition {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	pinData?: IPinData;
}

/** A workflow as n8n stores it. */
export interface Workflow extends WorkflowDefinition {
	id: string;
	active: boolean;
	isArchived?: boolean;
}

/** A credential with the values that are typed into its form. */
export interface CredentialSettings {
	name: string;
	type: string;
	data: Record<string, unknown>;
}

export type ExecutionStatus = 'new' | 'running' | 'success' | 'error' | 'crashed' | 'canceled' | 'waiting' | 'unknown';

/** An execution; `data` is set only when requested. */
export interface Execution {
	id: string;
	status: ExecutionStatus;
	mode: string;
	workflowId: string;
	startedAt: string;
	stoppedAt: string | null;
	retryOf?: string | null;
	data?: IRunExecutionData;
}

/** Whether a published workflow's triggers are live. */
export interface PublicationStatus {
	status: 'in_progress' | 'not_published' | 'published' | 'partial' | 'failed';
	triggers: { nodeId: string; status: string; errorMessage?: string | null }[];
}

/** What the editor sends to fill a list or a form of a node. `path` names the parameter, e.g. `parameters.methodParameters`. */
export interface DynamicParameterRequest {
	nodeTypeAndVersion: { name: string; version: number };
	path: string;
	methodName: string;
	currentNodeParameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	filter?: string;
	paginationToken?: string;
}
