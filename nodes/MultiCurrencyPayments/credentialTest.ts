import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
	ICredentialTestFunction,
} from 'n8n-workflow';
import type { Account } from '../../core/accounts';
import { accountsOf } from '../../core/accounts';
import { serviceAddress } from '../../core/serviceAddress';
import { textOfFetched } from '../service/answerBody';

/** How long the test waits for the answer, in milliseconds. */
const PATIENCE = 15_000;

/**
 * Asks for the payin methods with the credential, and says what is wrong: the keys, the address, or the connection.
 * A declarative test would show only the system's code for a failed connection.
 */
async function paymentServiceConnection(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { baseUrl, appId = '', secretKey = '' } = credential.data ?? {};
	if (appId === '' || secretKey === '') return failed('Fill in the App ID and the Secret Key.');
	let address: string;
	let accounts: Account[];
	try {
		address = serviceAddress(baseUrl);
		accounts = accountsOf(credential.data ?? {});
	} catch (error) {
		return failed((error as Error).message);
	}
	const outcomes = await Promise.all(accounts.map(async (account) => await testOf(address, account)));
	return outcomes.find(({ status }) => status === 'Error') ?? { status: 'OK', message: ACCEPTED };
}

const ACCEPTED = 'The payment service accepted the credential.';

async function testOf(address: string, { currency, appId, secretKey }: Account): Promise<INodeCredentialTestResult> {
	const asked = async (path: string) => {
		const answer = await fetch(address + path, {
			headers: { accept: 'application/json', 'app-id': appId, 'secret-key': secretKey },
			redirect: 'manual',
			signal: AbortSignal.timeout(PATIENCE),
		}).catch(() => null);
		const body = answer?.status === 200 ? await bodyOf(answer).catch(() => null) : null;
		return { status: answer?.status, isList: typeof body === 'object' && body !== null && 'records' in body };
	};
	const { status, ...v2 } = await asked('/v2/payins/payin_methods');
	// v2 does not offer every currency (specification: "Supported v2 currencies"): other accounts may have links alone.
	const mayHaveLinks = status !== undefined && status !== 401 && status >= 400 && status < 500;
	const { isList } = mayHaveLinks ? await asked('/v3/payin_methods') : v2;
	if (status === undefined) {
		return failed(
			`The payment service cannot be reached at ${address}. Check the base URL, and that n8n can reach that host.`,
		);
	}
	if (!isList && (status === 401 || status === 403)) {
		return failed(
			`The payment service did not accept the App ID and Secret Key${currency && ` of ${currency}`}. Check that they belong to this environment.`,
		);
	}
	if (!isList) {
		return failed(
			`${address} answers, but not as the payment service does (status ${status}). Check the base URL: it ends with /api.`,
		);
	}
	return { status: 'OK', message: ACCEPTED };
}

async function bodyOf({ body }: Response): Promise<unknown> {
	return body === null ? null : JSON.parse(await textOfFetched(body));
}

function failed(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}

export const credentialTest: Record<string, ICredentialTestFunction> = { paymentServiceConnection };
