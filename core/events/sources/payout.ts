import { instantOf } from '../../time/dates';
import { asObject, asObjects, textOrNull, stateDigest, sha256, type JsonObject } from '../../service/payload';
import { byStatus } from '../identity';
import type { Order } from '../order';
import { carriesCredentials, hasPaymentKeys, paymentStatuses } from '../payments';
import { isOfGateway } from './gatewayLink';
import { isOneOf, lowerCase, usualFields, type Source } from '../source';

/**
 * Specification: States, "Payout batch status". `failed` is the status of a simulated failure; `cancelled` is assumed, and so
 * is `settled`, the end of one transaction that is paid.
 */
const STATUSES = [
	'created',
	'scheduled',
	'processing',
	'completed',
	'settled',
	'expired',
	'cancelled',
	'rejected',
	'failed',
] as const;

type PayoutStatus = (typeof STATUSES)[number];

const FINAL: readonly PayoutStatus[] = ['completed', 'settled', 'failed', 'expired', 'cancelled', 'rejected'];

/** `scheduled` and `processing` may follow each other: the specification leaves open which comes first. */
const OVERTAKEN_BY: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
	created: ['scheduled', 'processing', ...FINAL],
	scheduled: FINAL,
	processing: FINAL,
	completed: [],
	settled: [],
	expired: [],
	cancelled: [],
	rejected: [],
	failed: [],
};
/** What else a transaction may be called while it is under way: the specification does not show its statuses. */
const OTHER_WORDS = { initiated: FINAL, pending: FINAL, waiting: FINAL };

const ORDER: Order = { overtakenBy: { ...OVERTAKEN_BY, ...OTHER_WORDS } };

/** A batch of v1 or v2. Specification: Events, "Payout". */
export const payout: Source = {
	...usualFields,
	name: 'payout',
	title: 'Payout',
	action: 'On payout status',
	description: 'A payout or one of its transactions changes its status',
	statuses: STATUSES,
	finalStatuses: FINAL,
	order: ORDER,
	shows: isShownPayout,
	recognises: isPayout,
	mayHide: (body) => isStatusAlone(body) || hasOwnWord(body),
	uuid: (body) => textOrNull(body.uuid) ?? textOrNull(body.id),
	amount: (body) => textOrNull(body.total_amount) ?? (isSingle(body) ? textOrNull(body.amount) : null),
	identity: byStatus((body) => [transactionStatuses(body)]),
	/**
	 * Specification: "v2: payout queries and actions". It shows no detail of v1. Its batches have an `id`, alone or beside the
	 * uuid, and its transactions fields of their own: then it may be one of v2 all the same.
	 */
	record: {
		address: (uuid, body) => {
			if (textOrNull(body.id) !== null && textOrNull(body.uuid) === null) return null;
			const isPart = isSingle(body);
			return {
				path: '/v2/payouts/detail',
				query: { uuid },
				...(isOfV1(body) && { isAssumed: true }),
				...(isPart && { isPart }),
			};
		},
		// A record may show a simulated failure so (specification: States, "Payout batch status").
		showsMeanwhile: { failed: ['expired'] },
	},
	isPart: isSingle,
	/** A transaction may change while its batch stays in its status, and the body does not show which. */
	hidesEvent: (body) => asObjects(body.payout_transactions).length === 0 && !isTransaction(body) && !isOfV1(body),
	isBeginning: (body, status, now) =>
		(status === 'created' || (status === 'scheduled' && isAhead(body.scheduled_at, now))) &&
		asObjects(body.payout_transactions).every((transaction) => !isOneOf(FINAL, lowerCase(transaction.status))),
};

/** How long after its time a scheduled payout may still begin, in milliseconds. One that is scheduled later waits for funds. */
const LATE_START = 60_000;

function isAhead(scheduledAt: unknown, now: number): boolean {
	const text = textOrNull(scheduledAt);
	return text !== null && (instantOf(text) ?? now) + LATE_START > now;
}

/** What a payout of v1 may show beside its status (specification: "v1: AUD payouts"), and no payment to the merchant. */
const AUD_PAYOUT_KEYS = ['bsb', 'payid_type', 'is_retry'];

const shows = (body: JsonObject, keys: readonly string[]) => keys.some((key) => (body[key] ?? null) !== null);

function isOfV1(body: JsonObject): boolean {
	return textOrNull(body.id) !== null || shows(body, AUD_PAYOUT_KEYS);
}

/** Specification: Resources, "Payout batch and transaction". */
export function isShownPayout(body: JsonObject): boolean {
	return Array.isArray(body.payout_transactions) || textOrNull(body.payout_method_name) !== null || isTransaction(body);
}

function isPayout(body: JsonObject): boolean {
	if (hasPaymentKeys(body) || isOfGateway(body)) return false;
	if (textOrNull(body.total_amount) !== null && body.refund_amount === undefined && !carriesCredentials(body))
		return true;
	if (shows(body, ['payee', ...AUD_PAYOUT_KEYS]) && lowerCase(body.status) !== null) return true;
	return isStatusAlone(body) && hasOwnWord(body);
}

/** Whether its status is one that payments do not have: they share `expired` and `failed`. */
function hasOwnWord({ status }: JsonObject): boolean {
	const word = lowerCase(status);
	return isOneOf(STATUSES, word) && !isOneOf(paymentStatuses, word);
}

/** Whether it shows no more than a status that not only payments have: the specification lists all of theirs. */
function isStatusAlone(body: JsonObject): boolean {
	if (hasPaymentKeys(body) || isOfGateway(body)) return false;
	const word = lowerCase(body.status);
	return textOrNull(body.uuid) !== null && (isOneOf(STATUSES, word) || !isOneOf(paymentStatuses, word));
}

/** Whether a body may be about one transaction: it shows nothing that only its batch has. */
function isSingle(body: JsonObject): boolean {
	return !Array.isArray(body.payout_transactions) && !shows(body, ['total_amount', 'payout_method_name']);
}

/** One transaction by itself (specification: Resources, "Payout batch and transaction"). */
function isTransaction(body: JsonObject): boolean {
	return asObject(body.payout_method_params) !== null && !Array.isArray(body.payout_transactions);
}

/**
 * One transaction may change while the batch stays in its status. Sorted, because the order of the transactions in a
 * batch is not guaranteed. A batch without transactions is identified by its whole content.
 */
function transactionStatuses(body: JsonObject): string {
	if (isTransaction(body)) return 'transaction';
	const transactions = asObjects(body.payout_transactions);
	if (transactions.length === 0) return stateDigest(body);
	const statuses = transactions.map((transaction) => [
		textOrNull(transaction.uuid) ?? textOrNull(transaction.external_id),
		textOrNull(transaction.status)?.toLowerCase() ?? null,
	]);
	return sha256(
		statuses
			.map((entry) => JSON.stringify(entry))
			.sort()
			.join(),
	);
}
