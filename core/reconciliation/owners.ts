import { instantOf } from '../time/dates';
import { putUnder } from '../grouped';
import { endedAs } from '../payments/match';
import type { LedgerEntry } from './entries';
import type { RecordedPayment, PaymentRecord } from './payments';

/** Entries that take money from a payin that was paid: each is an item of its own, beside the payin. */
export const DISPUTES: ReadonlySet<string> = new Set(['dispute', 'dispute_fee']);

const KINDS: ReadonlyMap<string, string> = new Map([
	['payment', 'payin'],
	['cashback_payout', 'payout'],
]);

export const kindOf = ({ transaction_type: type }: LedgerEntry): string => KINDS.get(type) ?? type;

export const absolute = (amount: string): string => amount.replace('-', '');

/** Tells whose an entry of the history is. */
export class Owners {
	private readonly byUuid = new Map<string, RecordedPayment>();
	/** The payees of a batch may share a balance. */
	private readonly byBalanceId = new Map<string, RecordedPayment[]>();
	/** The refunds of a payin. */
	private readonly refunds = new Map<string, RecordedPayment[]>();
	/** By kind, and by external ID or batch: for entries that name neither a payment nor its entry. */
	private byReference: ReadonlyMap<string, readonly RecordedPayment[]> = new Map();

	/** What has this uuid; none has an empty one. */
	known(uuid: string): RecordedPayment | undefined {
		return this.byUuid.get(uuid);
	}

	/** Takes a payment that was not known. */
	add(found: RecordedPayment): void {
		const { kind, balanceId, parent = '' } = found.record;
		this.identify(found, found.record);
		if (balanceId !== undefined) putUnder(this.byBalanceId, balanceId, found);
		if (kind === 'refund') putUnder(this.refunds, parent, found);
	}

	/** Takes further identifiers of a payment. */
	identify(found: RecordedPayment, { uuid, otherIds = [] }: PaymentRecord): void {
		for (const id of [uuid, ...otherIds]) if (id !== '') this.byUuid.set(id, found);
	}

	of(entry: LedgerEntry): RecordedPayment | undefined {
		const sharers = this.byBalanceId.get(entry.id) ?? [];
		const only = sharers.length === 1 ? sharers[0] : undefined;
		return this.named(entry) ?? only ?? this.referredTo(entry) ?? freeOne(sharers, entry);
	}

	private named(entry: LedgerEntry): RecordedPayment | undefined {
		const { transaction_type, reference_id } = entry;
		if (DISPUTES.has(transaction_type)) return undefined;
		const owner = this.byUuid.get(reference_id);
		const isRefund = transaction_type === 'refund';
		if (owner && (!isRefund || owner.kind === 'refund')) return owner;
		// The entry of a refund may name its payin, or the link of that.
		const payin = owner?.record.uuid ?? reference_id;
		return isRefund ? refundIn(this.refunds.get(payin) ?? [], entry) : undefined;
	}

	/** What `reference_id` names is not specified: it may be the merchant's own reference, or the batch. */
	private referredTo(entry: LedgerEntry): RecordedPayment | undefined {
		return freeOne(this.byReference.get(`${kindOf(entry)} ${entry.reference_id}`) ?? [], entry);
	}

	/** To be called when all payments are complete, before the first entry. Yields after every payment. */
	*refer(all: readonly RecordedPayment[]): Generator<undefined> {
		const references = new Map<string, RecordedPayment[]>();
		for (const found of all) {
			yield;
			const { kind, externalId, parent = '' } = found.record;
			for (const reference of new Set([externalId, kind === 'payout' ? parent : '']))
				if (reference !== '') putUnder(references, `${kind} ${reference}`, found);
		}
		this.byReference = references;
	}
}

const isFree = ({ entries, movesLater }: RecordedPayment): boolean => entries.length === 0 && !movesLater;

/** One of an entry's kind and amount that has no entry yet, and has been paid if the entry has. */
function freeOne(among: readonly RecordedPayment[], entry: LedgerEntry): RecordedPayment | undefined {
	const isIts = (each: RecordedPayment) =>
		each.kind === kindOf(entry) && isFree(each) && each.amounts.includes(absolute(entry.gross));
	const isPaid = entry.status === 'done';
	return among.find((each) => each.isPaid === isPaid && isIts(each)) ?? among.find(isIts);
}

/**
 * Refunds of the period that no entry names, or of a time that nothing shows. Each is handed out once, the oldest first: it
 * belongs to an entry that names nothing known, of its amount, and best one that has come as far.
 */
export function unnamedRefunds(all: readonly RecordedPayment[]): (entry: LedgerEntry) => RecordedPayment | undefined {
	const left = new Map<string, RecordedPayment[]>();
	for (const found of all) {
		const { amount, currency, createdAt, isOfPeriod } = found.record;
		if (found.kind === 'refund' && isFree(found) && (isOfPeriod || createdAt === ''))
			putUnder(left, `${amount} ${currency} ${stateOf(found)}`, found);
	}
	const timeOf = ({ record }: RecordedPayment) => instantOf(record.createdAt) ?? Number.MAX_SAFE_INTEGER;
	for (const those of left.values()) those.sort((a, b) => timeOf(b) - timeOf(a));
	return ({ gross, currency, status }) => {
		// What has ended without money has no part in money that moves.
		const states =
			status === 'done' ? ['done', 'waiting'] : status === 'failed' ? ['failed', 'waiting'] : ['waiting', 'done'];
		const keys = states.flatMap((state) => [currency, ''].map((each) => `${absolute(gross)} ${each} ${state}`));
		const key = keys.find((each) => left.get(each)?.length);
		return key === undefined ? undefined : left.get(key)?.pop();
	};
}

/** The state that the entry of a refund has at best. */
const stateOf = (found: RecordedPayment): string => (found.isPaid ? 'done' : hasEnded(found) ? 'failed' : 'waiting');

const hasEnded = ({ record }: RecordedPayment): boolean => endedAs(record.status.replace('return_', ''), '') !== null;

/** Of several refunds with an amount, an entry belongs to one that has come as far, and to the one nearest in time. */
function refundIn(
	siblings: readonly RecordedPayment[],
	{ gross, status, created_at }: LedgerEntry,
): RecordedPayment | undefined {
	const rankOf = (found: RecordedPayment) => {
		const isSame = status === stateOf(found);
		const apart = Math.abs((instantOf(created_at) ?? 0) - (instantOf(found.record.createdAt) ?? 0));
		return isSame ? apart : apart + Number.MAX_SAFE_INTEGER / 2;
	};
	const free = siblings.filter((each) => isFree(each) && each.record.amount === absolute(gross));
	const [first, ...others] = free;
	return first && others.reduce((best, each) => (rankOf(each) < rankOf(best) ? each : best), first);
}
