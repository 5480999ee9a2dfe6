import { setTimeout as wait } from 'timers/promises';
import { once } from 'events';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { FaultRule } from '../engine/faults';
import { ServiceError } from '../engine/serviceError';
import { errorBody, type Generation } from './errors';
import type { Exchange } from './handlers';

const STATUS_ERRORS = {
	429: ['TOO_MANY_REQUESTS', 'Too many requests'],
	500: ['INTERNAL_SERVER_ERROR', 'Something went wrong'],
	502: ['BAD_GATEWAY', 'Bad gateway'],
	503: ['SERVICE_UNAVAILABLE', 'Service unavailable'],
} as const;

// Used when a fault strikes before the service has made an answer.
const LOST_ANSWER = JSON.stringify({ status: 'processing your request' });

/** Waits in real time; ends early when the emulator stops. */
export async function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
	await wait(milliseconds, undefined, { signal: stopped }).catch(() => undefined);
}

/**
 * What the caller gets when a fault strikes. `answer` is the real answer, or undefined when the call never reached its
 * handler. Reset, stall and truncate act on the socket itself, as in a real failure.
 */
export async function spoil(
	exchange: Exchange,
	rule: FaultRule,
	answer: Response | undefined,
	context: { generation: Generation; stopped: AbortSignal },
): Promise<Response> {
	const { incoming, outgoing } = exchange.env;
	switch (rule.fault) {
		case 'reset':
			incoming.socket.resetAndDestroy();
			return RESPONSE_ALREADY_SENT;
		case 'stall':
			if (!incoming.socket.destroyed)
				await once(incoming.socket, 'close', { signal: context.stopped }).catch(() => undefined);
			return RESPONSE_ALREADY_SENT;
		case 'truncate': {
			const body = Buffer.from((await answer?.text()) ?? LOST_ANSWER);
			const half = body.subarray(0, Math.ceil(body.length / 2));
			outgoing.writeHead(answer?.status ?? 200, { 'content-type': 'application/json', 'content-length': body.length });
			// Destroyed only after the bytes are sent, so that the client sees that the rest is missing.
			outgoing.write(half, () => incoming.socket.destroySoon());
			return RESPONSE_ALREADY_SENT;
		}
		case 'invalid-json': {
			const body = (await answer?.text()) ?? LOST_ANSWER;
			return new Response(body.slice(0, Math.ceil(body.length / 2)), {
				status: answer?.status ?? 200,
				headers: { 'content-type': 'application/json' },
			});
		}
		case 'status': {
			const status = rule.status ?? 500;
			const [code, message] = STATUS_ERRORS[status];
			const headers = rule.retryAfter === undefined ? undefined : { 'retry-after': rule.retryAfter };
			return Response.json(errorBody(context.generation, new ServiceError(status, code, message)), { status, headers });
		}
		case 'slow':
			await pause(rule.delayMs ?? 0, context.stopped);
			return answer ?? RESPONSE_ALREADY_SENT;
		case 'repeat-cursor': {
			if (answer?.ok !== true) return answer ?? RESPONSE_ALREADY_SENT;
			const page = (await answer.json()) as Record<string, unknown>;
			return Response.json({ ...page, has_more: true, next_cursor: exchange.req.query('cursor') });
		}
	}
}
