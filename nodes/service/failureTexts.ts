import type { Explanation } from '../../core/text/explained';
import type { RequestOutcome } from '../../core/service/retryPolicy';
import { LARGEST_ANSWER } from './answerBody';

const MEGABYTES = LARGEST_ANSWER / 2 ** 20;

/** What the texts about a failed request mention. */
export interface FailureFacts {
	method: string;
	path: string;
	status?: number;
	/** The system's code of a connection that failed. */
	code?: string;
	attempts: number;
	/** The service's own words; empty when it gave none. */
	reason: string;
	/** The same with the labels of the form in place of the names of fields. */
	labelled: string;
	/** Whether the service may have carried the request out. */
	unclear: boolean;
}

/** What to do about an unclear write that is not looked up afterwards. One that is looked up ends as UnknownOutcome with its key. */
const LOOK_FIRST =
	'It is unknown whether the service carried the request out: look at the record before you send it again.';

/** A sentence on what happened and one on what to do, for each way in which a request can end. */
export function failureText(outcome: RequestOutcome, facts: FailureFacts): Explanation {
	const { status, code, attempts, reason, labelled, unclear } = facts;
	const next = unclear ? LOOK_FIRST : 'Run the node again later.';
	const said = reason ? ` The service says: ${reason}.`.replace(/\.\.$/, '.') : '';
	const tries = attempts > 1 ? ` (tried ${attempts} times)` : '';
	const texts: Record<RequestOutcome, Explanation> = {
		answered: { message: 'The payment service answered', description: '' },
		unreadableAnswer: {
			message: `The payment service sent an answer that cannot be ${labelled ? `used: ${labelled}` : 'read'}${tries}`,
			description: `The answer was cut short, is not JSON, or lacks what it must contain. ${next} If it stays, check what stands between n8n and the service.${said}`,
		},
		tooLarge: {
			message: 'The payment service sent an answer that is too large',
			description: `It has more than ${MEGABYTES} MB and was not read. ${unclear ? LOOK_FIRST : 'Ask for less at once: a shorter period, or a smaller limit.'} If it stays, check what stands between n8n and the service.`,
		},
		redirected: {
			message: 'The payment service redirected the request to another address',
			description:
				`Redirects are not followed, so that the credential stays with the service. Check the base URL of the credential. ${unclear ? LOOK_FIRST : ''}`.trim(),
		},
		unauthorised: {
			message: 'The payment service did not accept the credential',
			description: `Check the app ID and the secret key, and that they belong to the environment of the base URL.${said}`,
		},
		requestTimeout: {
			message: `The payment service gave up waiting for the request${tries}`,
			description: `${next}${said}`,
		},
		rateLimited: {
			message: `The payment service is receiving too many requests${tries}`,
			description: `Run the node again later, or send less at once.${said}`,
		},
		refused: refusalText(facts, said),
		serviceFailure: {
			message: `The payment service failed with status ${status}${tries}`,
			description: `${next}${said}`,
		},
		connectionRefused: {
			message: `Nothing answers at the base URL of the credential${tries}`,
			description: 'The request did not leave n8n. Check the base URL, and that n8n can reach that host.',
		},
		nameNotFound: {
			message: `The host of the base URL cannot be found${tries}`,
			description:
				'The request did not leave n8n. Check the base URL for a typing slip, and the name resolution of the machine n8n runs on.',
		},
		certificateRefused: {
			message: 'The certificate of the payment service was not accepted',
			description: `The request did not leave n8n. Code: ${code ?? 'unknown'}. Check the base URL and the certificates that n8n trusts.`,
		},
		connectionLost: {
			message: `The connection to the payment service broke${tries}`,
			description: `${next}${code ? ` Code: ${code}.` : ''}`,
		},
		timedOut: {
			message: `The payment service did not answer in time${tries}`,
			description: unclear ? LOOK_FIRST : 'Run the node again later, or allow more time in Options.',
		},
		cancelled: {
			message: 'The execution was stopped',
			description: unclear ? LOOK_FIRST : 'No further request was sent after that.',
		},
	};
	return texts[outcome];
}

/** The requests of a list share its Batch External ID, which a service may take only once. */
const SHARED_REFERENCE =
	'If a list went in several requests, the service may take its Batch External ID only once: raise Max per Batch, or choose One Request per Item.';

const NAMES_REFERENCE = /external.?id|batch identifier|already|duplicate|unique/i;

function refusalText({ method, path, status, labelled }: FailureFacts, said: string): Explanation {
	if (status === 404) {
		return {
			message: 'The payment service has no such record',
			description: `Check the ID, and that it belongs to the account of this credential.${said} (${method} ${path})`,
		};
	}
	const advice =
		status === 403
			? 'Check the app ID and the secret key, and what the account may do; otherwise correct the values of this item.'
			: 'Correct the values of this item.';
	if (labelled === '') {
		return {
			message: `The payment service refused the request with status ${status}`,
			description: `It gave no reason. ${advice}`,
		};
	}
	const more =
		method === 'POST' && path === '/v2/payouts' && NAMES_REFERENCE.test(labelled) ? ` ${SHARED_REFERENCE}` : '';
	return {
		message: `The payment service refused this: ${labelled}`,
		description: `${advice}${more}${said}`,
	};
}
