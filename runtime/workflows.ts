import { randomUUID } from 'node:crypto';
import type { IDataObject, INode } from 'n8n-workflow';
import type { WorkflowDefinition } from './n8nRecords';
import { CREDENTIAL_TYPE, type NamedCredential } from './paymentCredential';

/** n8n names the nodes of a community package after the package. */
export const PACKAGE = 'n8n-nodes-multi-currency-payments';

export const NODE_TYPES = {
	action: { name: `${PACKAGE}.multiCurrencyPayments`, version: 1 },
	trigger: { name: `${PACKAGE}.multiCurrencyPaymentsTrigger`, version: 1.1 },
	pollingTrigger: { name: `${PACKAGE}.multiCurrencyPaymentsPollingTrigger`, version: 1.1 },
} as const;

/** A node of a workflow. Nodes are placed and connected from left to right. */
export interface NodeSketch {
	name: string;
	type: string;
	typeVersion: number;
	parameters?: IDataObject;
	credential?: NamedCredential;
	/** A second trigger: placed below the first, and not connected to it. */
	isSecondTrigger?: boolean;
	/** Further node properties, for example `retryOnFail`. */
	more?: Partial<INode>;
}

/** A node of this package. */
export function paymentsNode(
	kind: keyof typeof NODE_TYPES,
	name: string,
	credential: NamedCredential,
	parameters: IDataObject,
): NodeSketch {
	const { name: type, version } = NODE_TYPES[kind];
	return { name, type, typeVersion: version, parameters, credential };
}

export const manualStart: NodeSketch = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 };

/** n8n's own Webhook node, to start an execution as in production. */
export const webhookStart = (path: string): NodeSketch => ({
	name: 'Order',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	parameters: { path, httpMethod: 'POST', responseMode: 'onReceived', options: {} },
});

/** A node that passes its input on, so that a test can read it. */
export const end = (name: string): NodeSketch => ({ name, type: 'n8n-nodes-base.noOp', typeVersion: 1 });

/** A workflow of nodes connected in a row. */
export function workflow(name: string, sketches: readonly NodeSketch[]): WorkflowDefinition {
	const nodes = sketches.map(
		({ name: nodeName, type, typeVersion, parameters = {}, credential, isSecondTrigger, more = {} }, index): INode => ({
			id: randomUUID(),
			name: nodeName,
			type,
			typeVersion,
			position: isSecondTrigger ? [(index - 1) * 240, 200] : [index * 240, 0],
			parameters: parameters as INode['parameters'],
			...(credential ? { credentials: { [CREDENTIAL_TYPE]: credential } } : {}),
			...more,
		}),
	);
	const connections = Object.fromEntries(
		sketches.slice(0, -1).flatMap(({ name: from }, index) => {
			const to = sketches.slice(index + 1).find(({ isSecondTrigger }) => !isSecondTrigger);
			return to ? [[from, { main: [[{ node: to.name, type: 'main' as const, index: 0 }]] }]] : [];
		}),
	);
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}
