import {
	NodeOperationError,
	type IAllExecuteFunctions,
	type IDataObject,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
} from 'n8n-workflow';
import { accountsOf } from '../../core/accounts';
import { attempt, attemptNow } from '../../core/attempt';
import { hasGuards, type Movement } from '../../core/payments/guards';
import {
	outcomeOfFailure,
	outcomeOfStatus,
	pauseBeforeRepeat,
	RETRY_TABLE,
	type RequestOutcome,
	type RequestKind,
} from '../../core/service/retryPolicy';
import { textOfPage } from '../../core/service/refusalReason';
import { serviceAddress } from '../../core/service/serviceAddress';
import { parseServiceJson } from '../../core/service/payload';
import { proofOf, PROOF_HEADER } from '../../core/service/writeProof';
import { requestContext } from '../n8n/requestContext';
import { EMPTY_BODY, isAnswer, type Check, textOfStreamed } from './answers';
import { CREDENTIAL_TYPE, recentCredential, type PaymentsCredential } from './credential';
import { pause, timerOf } from './time';
import { ServiceFailure } from './failure';
import { isObjectOrList } from '../../core/objects';

/** A request to the service; the path is the one after the base address. */
export interface ServiceRequest {
	method: 'GET' | 'POST';
	path: string;
	query?: IDataObject;
	/** An object is sent as JSON; a buffer is sent as it is and needs a content type among the headers. */
	body?: object | Buffer;
	headers?: Record<string, string>;
}

/** A request that changes nothing: a GET, unless it says otherwise. */
export type ReadRequest = Omit<ServiceRequest, 'method'> & { method?: ServiceRequest['method'] };

/** What a write moves out of the account. */
export type Moved = Pick<ServiceRequest, 'path'> & { moves: readonly Movement[] };

/** A request that may change something. */
export type WriteRequest = ServiceRequest & Moved;

/** What the credential allows to be written. Its methods throw where it is forbidden, before anything is sent. */
export interface WriteGuard {
	/** Whether the amounts of payments must be known before they are sent. */
	readonly limitsAmounts: boolean;
	/** Whether it must be known what a request moves. */
	readonly looksAtPayments: boolean;
	/** Whether anything may be written at all. */
	assertWritable(): void;
	/** Checks what can be told of each payment by itself. */
	assertEach(moves: readonly Movement[]): void;
	/** Checks a whole list before its first part is sent, so that it is not paid half. @throws {ServiceFailure} */
	assertTogether(payments: Moved, client: ServiceClient): Promise<void>;
	/** To be called before each write. @returns what is to be called when it had no effect. @throws {ServiceFailure} */
	allow(request: Moved, client: ServiceClient): Promise<() => void>;
}

/** How long requests may take, in milliseconds. */
export interface Patience {
	/** One attempt. */
	requestTimeout: number;
	/** One request with all its repeats and pauses. */
	timeLimit: number;
	/** How long a request is repeated while the service is down. Default: the time limit. */
	outage?: number;
	/** Counts the requests, including repeats, where they are limited. */
	count?: RequestCount;
}

/** A limit on requests. A request that is under way when the limit is reached is completed, but not repeated. */
export interface RequestCount {
	add(): void;
	readonly isReached: boolean;
}

/** The defaults in the options of an item. */
export const DEFAULT_PATIENCE: Patience = { requestTimeout: 30_000, timeLimit: 120_000, outage: 25_000 };

interface RequestAttempt extends Omit<ServiceFailure['details'], 'attempts'> {
	outcome: RequestOutcome;
}

/** What all clients of a run share. */
interface Shared {
	/** How often requests were repeated. */
	repeats: number;
	/** Until when the service wants no requests, in milliseconds since 1970. */
	resumeAt: number;
}

/** Called around each write. */
export interface WriteHooks {
	/** @throws where it may not be sent any more */
	before(): Promise<void>;
	/** The service has answered that it was carried out. */
	accepted(): void;
}

/** The contexts of n8n in which the service is called. */
export type ServiceContext = Pick<IAllExecuteFunctions, 'helpers' | 'getNode' | 'getCredentials'> & {
	getExecutionCancelSignal?: () => AbortSignal | undefined;
};

/**
 * The one place that knows the credential, when to repeat, and what an answer looks like. Every request that an
 * operation or a trigger makes goes through {@link read} or {@link write}. The table in core/service/retryPolicy says what
 * follows each outcome.
 */
export class ServiceClient {
	constructor(
		private readonly context: ServiceContext,
		readonly credential: PaymentsCredential,
		/** Without one, nothing can be written. */
		readonly guard?: WriteGuard,
		private readonly patience: Patience = DEFAULT_PATIENCE,
		private readonly shared: Shared = { repeats: 0, resumeAt: 0 },
		private readonly hooks?: WriteHooks,
	) {}

	/** The same client with other time limits, for one item. */
	with(patience: Partial<Patience>, hooks = this.hooks): ServiceClient {
		const { context, credential, shared, guard } = this;
		return new ServiceClient(context, credential, guard, { ...this.patience, ...patience }, shared, hooks);
	}

	/** How many requests this client and those made by {@link with} have repeated so far: a sign of an overloaded service. */
	get repeats(): number {
		return this.shared.repeats;
	}

	/** How long one request with all its repeats may take, in milliseconds. */
	get timeLimit(): number {
		return this.patience.timeLimit;
	}

	get cancelSignal(): AbortSignal | undefined {
		return this.context.getExecutionCancelSignal?.();
	}

	/**
	 * Sends what changes nothing at the service. It is repeated when the failure may pass, and when the answer lacks what it
	 * must contain. @throws {ServiceFailure}
	 */
	async read<T>(request: ReadRequest, check: Check = isAnswer): Promise<T> {
		return await this.send<T>('read', { method: 'GET', ...request }, check);
	}

	/**
	 * Sends what may move money. It is repeated only where the first attempt provably had no effect.
	 * @param check what the answer must contain to tell that it was carried out
	 * @throws what the guard throws
	 * @throws {ServiceFailure} whose `unclear` says whether the service may have carried it out nevertheless
	 */
	async write<T>(request: WriteRequest, check: Check): Promise<T> {
		if (!this.guard) throw new Error('A client without a guard is for reading');
		const start = Date.now();
		await this.hooks?.before();
		const takeBack = await this.guard.allow(request, this);
		// What the guard has to read is part of the time: others wait no longer for what is on its way.
		const sent = await attempt(() => this.send<T>('write', request, check, start));
		if ('failure' in sent) {
			if (!mayHaveEffect(sent.failure)) takeBack();
			throw sent.failure;
		}
		this.hooks?.accepted();
		return sent.value;
	}

	private async send<T>(kind: RequestKind, request: ServiceRequest, check: Check, start = Date.now()): Promise<T> {
		const { timeLimit, outage = timeLimit } = this.patience;
		const deadline = start + timeLimit;
		const { method, path } = request;
		const failureOf = (outcome: RequestOutcome, unclear: boolean, details: ServiceFailure['details']) =>
			new ServiceFailure(outcome, unclear, { method, path }, details);
		/** The last answer of the service, reported when the time limit cuts the next attempt short. */
		let said: RequestAttempt | undefined;
		let failed: ServiceFailure | undefined;
		for (let attempts = 1; ; attempts++) {
			await pause(Math.min(this.shared.resumeAt, deadline) - Date.now(), this.cancelSignal);
			const isStopped = this.cancelSignal?.aborted;
			// Others had to wait, and this one as well. What leaves without time for an answer, or after a stop, would count as sent.
			if (kind === 'write' && (isStopped || Date.now() >= deadline))
				throw failed ?? failureOf(isStopped ? 'cancelled' : 'rateLimited', false, { attempts });
			// An item before may have stopped the node while this one waited.
			if (kind === 'write' && attempts > 1) await this.hooks?.before();
			this.patience.count?.add();
			const attempt = await this.attempt(request, deadline, check);
			if (attempt.status !== undefined) said = attempt;
			const isCutShort = kind === 'read' && attempt.outcome === 'timedOut' && Date.now() >= deadline;
			const { outcome, answer, ...details } = (isCutShort && said) || attempt;
			const decision = RETRY_TABLE[kind][outcome];
			if (decision === 'accept') return answer as T;
			failed = failureOf(outcome, decision === 'lookUp', { ...details, answer, attempts });
			const wait =
				decision === 'repeat' && this.patience.count?.isReached !== true
					? pauseBeforeRepeat({
							attempt: attempts,
							random: Math.random(),
							retryAfterHeader: details.retryAfter,
							now: Date.now(),
							deadline: failed.isOutage ? Math.min(deadline, start + outage) : deadline,
						})
					: null;
			if (wait !== null) {
				this.shared.repeats++;
				// Requests of other items wait as well: they would only get the same answer.
				if (outcome === 'rateLimited') this.shared.resumeAt = Math.max(this.shared.resumeAt, Date.now() + wait);
				await pause(wait, this.cancelSignal);
			}
			if (wait === null || this.cancelSignal?.aborted) throw failed;
		}
	}

	private async attempt(request: ServiceRequest, deadline: number, check: Check): Promise<RequestAttempt> {
		const timeout = timerOf(Math.min(this.patience.requestTimeout, deadline - Date.now()));
		const { cancelSignal } = this;
		// n8n's own timeout ends with the headers of the answer.
		const time = AbortSignal.timeout(timeout);
		const connection = new AbortController();
		const end = () => connection.abort();
		for (const signal of [time, cancelSignal]) signal?.addEventListener('abort', end);
		if (cancelSignal?.aborted) end();
		try {
			const options = { ...asHttpOptions(request, this.credential), timeout };
			const response = await this.call(options, connection.signal);
			const text = await textOfStreamed(response.body, connection.signal);
			// What a refusal repeats of the request is quoted in messages.
			const { secretKey } = this.credential;
			const isQuoted = response.statusCode >= 400 && secretKey !== '';
			return readAnswer(response, isQuoted ? text.replaceAll(secretKey, '…') : text, check);
		} catch (error) {
			end();
			// n8n itself refused, for example because the node has no credential: that is not the service's answer.
			if (error instanceof NodeOperationError) throw new NodeOperationError(this.context.getNode(), error);
			if (cancelSignal?.aborted) return { outcome: 'cancelled' };
			const code = time.aborted ? 'ETIMEDOUT' : codeOf(error);
			return { outcome: outcomeOfFailure(code), code };
		} finally {
			for (const signal of [time, cancelSignal]) signal?.removeEventListener('abort', end);
		}
	}

	/**
	 * @param signal ends the connection
	 * @throws NodeOperationError when the credential is for another account by now, of which this run knows nothing
	 */
	private async call(options: IHttpRequestOptions, signal: AbortSignal): Promise<IN8nHttpFullResponse> {
		const { context, credential } = this;
		let changed: NodeOperationError | undefined;
		const getCredentials = async () => {
			const now = await recentCredential(context);
			// An address that cannot be read is another one.
			const compared = attemptNow(
				() =>
					serviceAddress(now.baseUrl) === credential.baseUrl &&
					accountsOf(now).some(({ appId }) => appId === credential.appId),
			);
			if ('value' in compared && compared.value) return now;
			changed = new NodeOperationError(
				context.getNode(),
				'The credential was changed to another App ID or Base URL meanwhile',
				{ description: 'Start a new execution: it uses the other account from its beginning.' },
			);
			throw changed;
		};
		try {
			return (await context.helpers.httpRequestWithAuthentication.call(
				requestContext(context, { signal, getCredentials }),
				CREDENTIAL_TYPE,
				options,
			)) as IN8nHttpFullResponse;
		} catch (error) {
			// n8n has made another error of it.
			throw changed ?? error;
		}
	}
}

/** Whether a failed write may have been carried out: not where n8n refused it, or where it was not to be sent any more. */
const mayHaveEffect = (failure: unknown): boolean =>
	failure instanceof ServiceFailure ? failure.unclear : failure instanceof TypeError || failure instanceof RangeError;

function asHttpOptions(request: ServiceRequest, credential: PaymentsCredential): IHttpRequestOptions {
	const { baseUrl, appId, secretKey, guards } = credential;
	const { method, path, query, headers } = request;
	const json = request.body !== undefined && !Buffer.isBuffer(request.body);
	const url = baseUrl + path;
	const body = json ? JSON.stringify(request.body) : (request.body as Buffer | undefined);
	return {
		method,
		url,
		qs: query,
		headers: {
			accept: 'application/json',
			// Chooses the account where the credential holds several.
			'app-id': appId,
			...(json && { 'content-type': 'application/json' }),
			...(method !== 'GET' && hasGuards(guards) && { [PROOF_HEADER]: proofOf(secretKey, { method, url, body }) }),
			...headers,
		},
		body,
		// Read and parsed here: n8n would hold a body of any length, and pass on one that is cut short as a string.
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// n8n would send the credential to the other host as well.
		disableFollowRedirect: true,
	};
}

function readAnswer({ statusCode, headers }: IN8nHttpFullResponse, text: string, check: Check): RequestAttempt {
	const outcome = outcomeOfStatus(statusCode);
	const parsed = text.trim() === '' ? EMPTY_BODY : parseServiceJson(text);
	// A refusal may come as a text or a page, which is not empty even where it says nothing.
	const answer = parsed === undefined && statusCode >= 400 ? textOfPage(text) || undefined : parsed;
	const header = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined);
	return {
		outcome: outcome === 'answered' && !check(answer) ? 'unreadableAnswer' : outcome,
		answer,
		status: statusCode,
		retryAfter: header('retry-after'),
		date: header('date'),
	};
}

/** The system's code for a failed connection, such as ECONNRESET. n8n wraps it in errors of its own. */
function codeOf(error: unknown): string | undefined {
	for (let inner = error; isObjectOrList(inner); inner = (inner as { cause?: unknown }).cause) {
		const { code } = inner as { code?: unknown };
		if (typeof code === 'string') return code;
	}
	const { httpCode } = error as { httpCode?: unknown };
	return typeof httpCode === 'string' ? httpCode : undefined;
}
