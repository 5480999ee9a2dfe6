import type { IDataObject } from 'n8n-workflow';
import { endpoints, type EndpointId } from '../contract/endpoints';
import { attempt } from '../core/attempt';
import { pathSegment } from '../core/service/pathSegment';
import { acknowledges, isAnswer } from '../nodes/service/answers';
import { ServiceClient, type Patience, type WriteGuard } from '../nodes/service/client';
import type { PaymentsCredential } from '../nodes/service/credential';
import { ServiceFailure } from '../nodes/service/failure';
import { keysIn } from './refusal';
import { contextOf } from './transport';

/** One request and what came of it. */
export interface Exchange {
	endpoint: EndpointId;
	/** refused: the service looked at it and said no. failed: it told nothing, or nothing that can be read. */
	result: 'answered' | 'refused' | 'failed';
	status?: number;
	body: unknown;
	/** Every field that the request named. */
	sent: readonly string[];
	/** Whether the service may have carried it out nevertheless. */
	unclear: boolean;
	/** Why there is no answer; empty where there is one. */
	why: string;
}

/** The parts of a request. */
export interface RequestMade {
	query?: Record<string, string | number | undefined>;
	body?: object;
	uuid?: string;
	headers?: Record<string, string>;
}

/** One account of the service. */
export interface Access {
	baseUrl: string;
	/** In capital letters; empty until its methods tell it. */
	currency: string;
	appId: string;
	secretKey: string;
}

/** How the run waits. */
export interface Waiting extends Patience {
	/** How long a new record may take to show, and a notification to arrive, in milliseconds. */
	settle: number;
}

export const USUAL_WAITING: Waiting = { requestTimeout: 10_000, timeLimit: 20_000, outage: 5_000, settle: 30_000 };

/** After so many requests in a row without an answer, the others are not sent. */
const GIVES_UP_AFTER = 3;

/** The run allows every write that its steps make; the steps keep the amounts small. */
const open: WriteGuard = {
	limitsAmounts: false,
	looksAtPayments: false,
	assertWritable: () => undefined,
	assertEach: () => undefined,
	assertTogether: () => Promise.resolve(),
	allow: () => Promise.resolve(() => undefined),
};

/** The service as one account sees it, through the client of the nodes. Never throws. */
export class Service {
	private readonly client: ServiceClient;
	private silent = 0;
	private heard = false;
	/** Why nothing more is asked; empty while it answers. */
	ended = '';
	/** Until when something is asked, in milliseconds since 1970. */
	deadline = Infinity;

	constructor(
		readonly access: Access,
		waiting: Waiting,
		private readonly stop: AbortSignal,
		readOnly: boolean,
	) {
		const { baseUrl, appId, secretKey } = access;
		const stored = { environment: 'sandbox', baseUrl, appId, secretKey };
		const credential: PaymentsCredential = {
			...stored,
			environment: 'sandbox',
			currency: '',
			notificationSecret: secretKey,
			guards: {},
		};
		this.client = new ServiceClient(contextOf(stored, stop), credential, readOnly ? undefined : open, waiting);
	}

	/** Sends one request. A write is sent once, whatever comes of it. */
	async ask(endpoint: EndpointId, { query, body, uuid, headers }: RequestMade): Promise<Exchange> {
		const { method, path: written } = endpoints[endpoint];
		const asked = { endpoint, sent: [...Object.keys(query ?? {}), ...keysIn(body)] };
		const isOver = this.stop.aborted || Date.now() > this.deadline;
		const ended = this.ended || (isOver ? 'the time of the run was over' : '');
		if (ended !== '')
			return { ...asked, result: 'failed', body: undefined, unclear: false, why: `not asked: ${ended}` };
		const path = written.replace(':uuid', pathSegment(uuid ?? ''));
		const request = { method, path, query: query as IDataObject, body, headers };
		const sent = await attempt(() =>
			method === 'GET'
				? this.client.read<unknown>(request, isAnswer)
				: this.client.write<unknown>({ ...request, moves: [] }, acknowledges),
		);
		if ('value' in sent) {
			this.silent = 0;
			this.heard = true;
			return { ...asked, result: 'answered', status: 200, body: sent.value, unclear: false, why: '' };
		}
		return { ...asked, ...this.read(sent.failure) };
	}

	private read(failure: unknown): Omit<Exchange, 'endpoint' | 'sent'> {
		if (!(failure instanceof ServiceFailure))
			return { result: 'failed', body: undefined, unclear: true, why: 'the request could not be sent' };
		const { outcome, unclear, details } = failure;
		const { status, answer: body, code } = details;
		const isRefused = outcome === 'refused';
		this.silent = isRefused ? 0 : this.silent + 1;
		// Later, the same status says of one part of the service only that the account has no access to it.
		if (outcome === 'unauthorised' && !this.heard) this.ended = 'the service refused the keys';
		else if (this.silent >= GIVES_UP_AFTER) this.ended = `the service gave no answer ${GIVES_UP_AFTER} times in a row`;
		const told = [status && `status ${status}`, code].filter(Boolean).join(', ');
		const why = `${isRefused ? 'refused' : (WORDS[outcome] ?? 'no answer')}${told === '' ? '' : ` (${told})`}`;
		return { result: isRefused ? 'refused' : 'failed', status, body, unclear, why };
	}
}

const WORDS: Partial<Record<ServiceFailure['outcome'], string>> = {
	unreadableAnswer: 'an answer that cannot be read',
	redirected: 'sent elsewhere',
	unauthorised: 'the keys were refused',
	rateLimited: 'too many requests',
	serviceFailure: 'the service failed',
	connectionRefused: 'no connection',
	connectionLost: 'the connection broke off',
	nameNotFound: 'the host was not found',
	certificateRefused: 'the certificate is not trusted',
	timedOut: 'no answer in time',
	cancelled: 'stopped',
};
