import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
	ICredentialTestFunction,
} from 'n8n-workflow';
import { accountsOf, type Account } from '../../core/accounts';
import { attemptNow } from '../../core/attempt';
import { guardsOf } from '../../core/payments/guards';
import { serviceAddress } from '../../core/service/serviceAddress';
import { textOfFetched } from '../service/answers';
import { isObjectOrList } from '../../core/objects';

/** How long the test waits for the answer, in milliseconds. */
const PATIENCE = 15_000;

/** Asks what the account may read, and says what is wrong. A declarative test would show only the system's code for a failed connection. */
async function paymentServiceConnection(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { data = {} } = credential;
	const { baseUrl, appId = '', secretKey = '' } = data;
	if (appId === '' || secretKey === '') return failed('Fill in the App ID and the Secret Key.');
	const read = attemptNow(() => [serviceAddress(baseUrl), accountsOf(data), guardsOf(data)] as const);
	if ('failure' in read) return failed((read.failure as Error).message);
	const [address, accounts] = read.value;
	const faults = await Promise.all(accounts.map(async (account) => await faultOf(address, account)));
	const fault = faults.find((each) => each !== undefined);
	return fault === undefined
		? { status: 'OK', message: 'The payment service accepted the credential.' }
		: failed(fault);
}

/**
 * What an account may be asked for, and a field of the answer. An account may have links alone, because v2 does not offer
 * every currency (specification: "Supported v2 currencies"), payouts alone, or v1 alone.
 */
const QUESTIONS = [
	['/v2/payins/payin_methods', 'records'],
	['/v3/payin_methods', 'records'],
	['/v2/payouts/payout_methods', 'records'],
	['/v1/balances/detail', 'available_balance'],
] as const;

/** Why an account cannot be used; undefined where the service accepts it. */
async function faultOf(address: string, { currency, appId, secretKey }: Account): Promise<string | undefined> {
	const statuses: (number | undefined)[] = [];
	for (const [path, field] of QUESTIONS) {
		const answer = await fetch(address + path, {
			headers: { accept: 'application/json', 'app-id': appId, 'secret-key': secretKey },
			redirect: 'manual',
			signal: AbortSignal.timeout(PATIENCE),
		}).catch(() => null);
		const body = answer?.status === 200 ? await bodyOf(answer).catch(() => null) : null;
		if (isObjectOrList(body) && field in body) return undefined;
		statuses.push(answer?.status);
		// Also at 401: the specification does not show how v2 answers an account that has v1 alone.
		const isRefused = answer !== null && answer.status >= 400 && answer.status < 500;
		if (!isRefused) break;
	}
	const [status] = statuses;
	if (status === undefined)
		return `The payment service cannot be reached at ${address}. Check the base URL, and that n8n can reach that host.`;
	if (status === 401 || status === 403)
		return `The payment service did not accept the App ID and Secret Key${currency && ` of ${currency}`}. Check that they belong to this environment.`;
	return `${address} answers, but not as the payment service does (status ${status}). Check the base URL: it ends with /api.`;
}

const bodyOf = async ({ body }: Response): Promise<unknown> => body && JSON.parse(await textOfFetched(body));

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

export const credentialTest: Record<string, ICredentialTestFunction> = { paymentServiceConnection };
