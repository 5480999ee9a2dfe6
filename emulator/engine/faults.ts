import { z } from 'zod/v4';
import { endpoints } from '../../contract/endpoints';
import { createRandom, type Random } from './random';

const endpointId = z.string().refine((id) => id === '*' || id in endpoints);
const position = z.number().int().min(1);

/** A fault as `/_control/faults` takes it. */
export const faultRequest = z
	.strictObject({
		id: z.string().min(1).optional(),
		/** One endpoint, several, or '*' for all. */
		endpoint: z.union(
			[endpointId, z.array(endpointId).min(1)],
			'must be an endpoint of the contract such as v2.payouts.create, several of them, or *',
		),
		/** before: the service does nothing. after: the service does what was asked, but the answer is lost or corrupted. */
		when: z.enum(['before', 'after']).default('before'),
		/** Which of the matching calls to strike, counted from 1 since the rule was added. By default every one. */
		nth: z.union([position, z.array(position), z.strictObject({ from: position, to: position })]).optional(),
		/** Drawn from the seed: the same calls in the same order meet the same faults. */
		probability: z.number().min(0).max(1).optional(),
		/** The rule ends after this many firings. */
		times: position.optional(),
		fault: z.enum(['reset', 'stall', 'truncate', 'invalid-json', 'status', 'slow', 'repeat-cursor']),
		status: z.union([z.literal(429), z.literal(500), z.literal(502), z.literal(503)]).optional(),
		/** Seconds or an HTTP date, sent as it is. */
		retryAfter: z.string().optional(),
		/** Real milliseconds of a slow answer. */
		delayMs: z.number().min(0).optional(),
		/** Only calls that carry this external_id, on the request or on one of its transactions. */
		match: z.strictObject({ external_id: z.string() }).optional(),
	})
	.refine((rule) => rule.fault !== 'status' || rule.status !== undefined, {
		path: ['status'],
		message: 'says which status: 429, 500, 502 or 503',
	})
	.refine((rule) => rule.fault !== 'slow' || rule.delayMs !== undefined, {
		path: ['delayMs'],
		message: 'says how slow the answer is',
	})
	.refine((rule) => rule.fault !== 'repeat-cursor' || rule.when === 'after', {
		path: ['when'],
		message: 'a cursor can be repeated only after the page was made: use after',
	});

export type FaultRequest = z.input<typeof faultRequest>;
export type FaultRule = z.output<typeof faultRequest> & { id: string };

/** One fault that fired, for tests to compare with what the caller reported. */
export interface FaultFiring {
	rule: string;
	endpoint: string;
	fault: FaultRule['fault'];
	when: FaultRule['when'];
	/** Number of the call among those that match the rule. */
	call: number;
	/** Virtual time, ISO 8601. */
	at: string;
	externalIds: string[];
	/** The service did what was asked, although the caller may not know. */
	effect: boolean;
}

/** The rules in force and their firings. */
export interface Faults {
	/** Throws a ZodError when the rule is invalid. */
	add(request: FaultRequest): FaultRule;
	/** Removes one rule, or all. Returns how many. */
	remove(id?: string): number;
	readonly rules: readonly FaultRule[];
	readonly firings: readonly FaultFiring[];
	/** Decides on arrival whether a fault strikes the call. The first rule that fires wins. */
	strike(call: {
		endpoint: string;
		query: Record<string, unknown>;
		body: unknown;
	}): { rule: FaultRule; firing: FaultFiring } | undefined;
}

interface RuleState {
	rule: FaultRule;
	random: Random;
	calls: number;
	fired: number;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function externalIdsOf(query: Record<string, unknown>, body: unknown): string[] {
	const bearers: unknown[] = [query, body];
	// Hosted checkout has no field for the external ID, so merchants put it here.
	if (isRecord(body)) bearers.push(body['meta_data']);
	if (isRecord(body) && Array.isArray(body['payout_transaction_details']))
		bearers.push(...(body['payout_transaction_details'] as unknown[]));
	return bearers.flatMap((bearer) =>
		isRecord(bearer) && typeof bearer['external_id'] === 'string' ? [bearer['external_id']] : [],
	);
}

function isTurn(nth: FaultRule['nth'], call: number): boolean {
	if (nth === undefined) return true;
	if (typeof nth === 'number') return call === nth;
	return Array.isArray(nth) ? nth.includes(call) : call >= nth.from && call <= nth.to;
}

/** Each rule has its own seeded random stream, so that one rule does not affect another. */
export function createFaults(context: { seed: number; now: () => Date }): Faults {
	let states: RuleState[] = [];
	let added = 0;
	const firings: FaultFiring[] = [];

	function concerns(
		{ rule }: RuleState,
		endpoint: string,
		query: Record<string, unknown>,
		externalIds: string[],
	): boolean {
		const named = Array.isArray(rule.endpoint) ? rule.endpoint : [rule.endpoint];
		if (!named.includes('*') && !named.includes(endpoint)) return false;
		// The request for the first page has no cursor to repeat.
		if (rule.fault === 'repeat-cursor' && typeof query['cursor'] !== 'string') return false;
		return rule.match === undefined || externalIds.includes(rule.match.external_id);
	}

	return {
		get rules() {
			return states.map(({ rule }) => rule);
		},
		firings,
		add(request) {
			added += 1;
			const parsed = faultRequest.parse(request);
			const rule: FaultRule = { ...parsed, id: parsed.id ?? `fault-${added}` };
			states = [
				...states.filter((state) => state.rule.id !== rule.id),
				{ rule, random: createRandom(context.seed * 1_000 + added), calls: 0, fired: 0 },
			];
			return rule;
		},
		remove(id) {
			const before = states.length;
			states = id === undefined ? [] : states.filter((state) => state.rule.id !== id);
			return before - states.length;
		},
		strike({ endpoint, query, body }) {
			const externalIds = externalIdsOf(query, body);
			let struck: RuleState | undefined;
			for (const state of states) {
				if (!concerns(state, endpoint, query, externalIds)) continue;
				state.calls += 1;
				// Drawn even when another condition fails, so that the stream depends on the calls alone.
				const chance = state.random.next();
				const { nth, probability = 1, times = Infinity } = state.rule;
				if (struck === undefined && state.fired < times && isTurn(nth, state.calls) && chance < probability)
					struck = state;
			}
			if (struck === undefined) return undefined;
			struck.fired += 1;
			const { rule, calls } = struck;
			const firing: FaultFiring = {
				rule: rule.id,
				endpoint,
				fault: rule.fault,
				when: rule.when,
				call: calls,
				at: context.now().toISOString(),
				externalIds,
				effect: false,
			};
			firings.push(firing);
			return { rule, firing };
		},
	};
}
