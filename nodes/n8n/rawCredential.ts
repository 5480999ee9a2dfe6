import type {
	ICredentialDataDecryptedObject,
	IExecuteData,
	IExecuteFunctions,
	INodeCredentialsDetails,
} from 'n8n-workflow';
import { attempt } from '../../core/attempt';

/** Parts of n8n's context that its types do not show. Each may be missing. */
interface ContextWithHelper {
	additionalData?: {
		credentialsHelper?: {
			getDecrypted?: (
				additionalData: unknown,
				credential: INodeCredentialsDetails,
				type: string,
				mode: string,
				executeData: IExecuteData,
				raw: true,
			) => Promise<ICredentialDataDecryptedObject | undefined>;
		};
	};
}

/**
 * A credential as it is stored: what n8n gives a node holds values in place of expressions. Tried with n8n 1.100.1, 2.40.7 and
 * 2.41.1.
 * @returns undefined where n8n does not tell
 */
export async function rawCredential(n8n: IExecuteFunctions, type: string) {
	const { additionalData } = n8n as ContextWithHelper;
	const helper = additionalData?.credentialsHelper;
	const credential = n8n.getNode().credentials?.[type];
	if (!helper?.getDecrypted || !credential) return undefined;
	const read = helper.getDecrypted.bind(helper);
	const stored = await attempt(
		async () => await read(additionalData, credential, type, n8n.getMode(), n8n.getExecuteData(), true),
	);
	return 'value' in stored ? stored.value : undefined;
}
