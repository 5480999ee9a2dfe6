import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
	ICredentialTestFunction,
} from 'n8n-workflow';
import { serviceAddress } from '../../core/serviceAddress';

/** How long the test waits for an answer, in milliseconds. */
const PATIENCE = 15_000;

/**
 * Asks for the payin methods with the credential. A declared test would show the bare error code of a connection that
 * failed; here an unauthorised, an unreachable and a wrong address each get a sentence of their own.
 */
async function paymentServiceConnection(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { baseUrl, appId = '', secretKey = '' } = credential.data ?? {};
	if (appId === '' || secretKey === '') return refused('Fill in the App ID and the Secret Key.');
	let address: string;
	try {
		address = serviceAddress(baseUrl);
	} catch (error) {
		return refused((error as Error).message);
	}
	const answer = await fetch(`${address}/v2/payins/payin_methods`, {
		headers: { accept: 'application/json', 'app-id': String(appId), 'secret-key': String(secretKey) },
		redirect: 'manual',
		signal: AbortSignal.timeout(PATIENCE),
	}).catch(() => null);
	if (answer === null) {
		return refused(
			`The payment service cannot be reached at ${address}. Check the base URL, and that n8n can reach that host.`,
		);
	}
	if (answer.status === 401 || answer.status === 403) {
		return refused(
			'The payment service did not accept the App ID and Secret Key. Check that they belong to this environment.',
		);
	}
	const body: unknown = answer.status === 200 ? await answer.json().catch(() => null) : null;
	if (typeof body !== 'object' || body === null || !('records' in body)) {
		return refused(
			`${address} answers, but not as the payment service does (status ${answer.status}). Check the base URL: it ends with /api.`,
		);
	}
	return { status: 'OK', message: 'The payment service accepted the credential.' };
}

function refused(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}

export const credentialTest: Record<string, ICredentialTestFunction> = { paymentServiceConnection };
