import type { IExecuteFunctions, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { attempt } from '../../core/attempt';

/**
 * A credential as it is stored: what n8n gives a node holds values in place of expressions. Tried with n8n 1.100.1, 2.40.7 and
 * 2.41.1.
 * @returns undefined where n8n does not tell
 */
export async function rawCredential(n8n: IExecuteFunctions, type: string) {
	// A part of n8n's context that its types do not show.
	const { additionalData: data } = n8n as { additionalData?: IWorkflowExecuteAdditionalData };
	const credential = n8n.getNode().credentials?.[type];
	if (!data || !credential) return undefined;
	const stored = await attempt(
		async () =>
			await data.credentialsHelper.getDecrypted(data, credential, type, n8n.getMode(), n8n.getExecuteData(), true),
	);
	return 'value' in stored ? stored.value : undefined;
}
