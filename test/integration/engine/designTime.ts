import './temporaryN8n';
import type {
	ICredentialDataDecryptedObject,
	INodeCredentialTestResult,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	ResourceMapperFields,
} from 'n8n-workflow';
import { CredentialTestContext, LoadOptionsContext } from 'n8n-core';
import { additionalDataOf } from './additionalData';
import { CREDENTIAL_TYPE } from './credentials';
import { ACTION, nodeTypes } from './nodeTypes';
import { workflowOf } from './workflow';

/** The editor's requests to a node while its form is filled in. */
export interface DesignTime {
	search(method: string, filter?: string, paginationToken?: string): Promise<INodeListSearchResult>;
	fields(method: string): Promise<ResourceMapperFields>;
	options(method: string): Promise<INodePropertyOptions[]>;
}

const typeOf = (type: string) => nodeTypes.getByNameAndVersion(type);

function named<M>(methods: Record<string, M> | undefined, name: string): M {
	const method = methods?.[name];
	if (!method) throw new Error(`The node has no method ${name}`);
	return method;
}

/** The node's form with these parameters chosen so far. */
export function designTime(
	parameters: INodeParameters,
	credentials: ICredentialDataDecryptedObject,
	type = ACTION,
): DesignTime {
	const workflow = workflowOf({ nodes: [{ name: 'Node', type, parameters }], wires: [] });
	const [node] = Object.values(workflow.nodes);
	if (!node) throw new Error('The workflow has no node');
	const additionalData = {
		...additionalDataOf(credentials, { executionId: '', mode: 'internal' }),
		currentNodeParameters: node.parameters,
	};
	const context = new LoadOptionsContext(workflow, node, additionalData, '');
	const { methods } = typeOf(type);
	return {
		search: async (method, filter, token) => await named(methods?.listSearch, method).call(context, filter, token),
		fields: async (method) => await named(methods?.resourceMapping, method).call(context),
		options: async (method) => await named(methods?.loadOptions, method).call(context),
	};
}

/** n8n's "Test" of a credential, which runs the method that the node's description names. */
export async function testCredential(
	credentials: ICredentialDataDecryptedObject,
	type = ACTION,
): Promise<INodeCredentialTestResult> {
	const { description, methods } = typeOf(type);
	const testedBy = description.credentials?.find(({ name }) => name === CREDENTIAL_TYPE)?.testedBy;
	if (typeof testedBy !== 'string') throw new Error('The node does not name a test of its credential');
	const context = new CredentialTestContext(additionalDataOf(credentials, { executionId: '', mode: 'internal' }));
	return await named(methods?.credentialTest, testedBy).call(context, {
		id: 'credential-1',
		name: 'Payments account',
		type: CREDENTIAL_TYPE,
		data: credentials,
	});
}
