import './temporaryN8n';
import {
	ICredentialsHelper,
	NodeHelpers,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type IHttpRequestOptions,
	type INodeCredentialsDetails,
	type INodeParameters,
	type INodeProperties,
	type IRequestOptionsSimplified,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { MultiCurrencyPaymentsApi } from '../../../credentials/MultiCurrencyPaymentsApi.credentials';

const credentialType = new MultiCurrencyPaymentsApi();

export const CREDENTIAL_TYPE = credentialType.name;

/** A node's reference to its credential. */
export const credentialOfNode = { [CREDENTIAL_TYPE]: { id: 'credential-1', name: 'Payments account' } };

/** One stored credential, read with the type's defaults and applied by its own `authenticate`, as n8n does it. */
export class OneCredential extends ICredentialsHelper {
	constructor(private readonly stored: ICredentialDataDecryptedObject) {
		super();
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		return await credentialType.authenticate(credentials, requestOptions as IHttpRequestOptions);
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(details: INodeCredentialsDetails): Promise<ICredentials> {
		throw new Error(`The stored form of ${details.name} is not kept here`);
	}

	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		_details: INodeCredentialsDetails,
		_type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		_raw?: boolean,
		item?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const withDefaults = NodeHelpers.getNodeParameters(
			credentialType.properties,
			this.stored as Parameters<typeof NodeHelpers.getNodeParameters>[1],
			true,
			false,
			null,
			null,
		);
		const values = structuredClone(withDefaults ?? this.stored) as ICredentialDataDecryptedObject;
		if (!item || !Object.values(values).some((value) => String(value).startsWith('='))) return values;
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = item;
		return workflow.expression.getParameterValue(
			values as INodeParameters,
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			mode,
			{},
			executeData,
		) as ICredentialDataDecryptedObject;
	}

	async updateCredentials(): Promise<void> {
		throw new Error('A node must not change its credential');
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		throw new Error('A node must not change its credential');
	}

	getCredentialsProperties(): INodeProperties[] {
		return credentialType.properties;
	}
}
