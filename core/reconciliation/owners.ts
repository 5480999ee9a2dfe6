import { instantOf } from '../dates';
import { endedAs } from '../paymentMatch';
import type { LedgerEntry } from './entries';
import type { Found, PaymentRecord } from './payments';

/** Entries that take money from a payin that was paid: each is an item of its own, beside the payin. */
export const DISPUTES: ReadonlySet<string> = new Set(['dispute', 'dispute_fee']);

export const KINDS: ReadonlyMap<string, string> = new Map([
	['payment', 'payin'],
	['cashback_payout', 'payout'],
]);

export const absolute = (amount: string): string => amount.replace('-', '');

/** Tells whose an entry of the history is. */
export class Owners {
	private readonly byUuid = new Map<string, Found>();
	private readonly byBalanceId = new Map<string, Found>();
	/** The refunds of a payin. */
	private readonly refunds = new Map<string, Found[]>();
	/** By kind, and by external ID or batch: for entries that name neither a payment nor its entry. */
	private byReference: ReadonlyMap<string, readonly Found[]> = new Map();

	/** What has this uuid; none has an empty one. */
	known(uuid: string): Found | undefined {
		return this.byUuid.get(uuid);
	}

	/** Takes a payment that was not known. */
	add(found: Found): void {
		const { kind, balanceId, parent = '' } = found.record;
		this.identify(found, found.record);
		if (balanceId !== undefined) this.byBalanceId.set(balanceId, found);
		if (kind !== 'refund') return;
		const siblings = this.refunds.get(parent);
		if (siblings) siblings.push(found);
		else this.refunds.set(parent, [found]);
	}

	/** Takes further identifiers of a payment. */
	identify(found: Found, { uuid, otherIds = [] }: PaymentRecord): void {
		for (const id of [uuid, ...otherIds]) if (id !== '') this.byUuid.set(id, found);
	}

	of(entry: LedgerEntry): Found | undefined {
		return this.byBalanceId.get(entry.id) ?? this.named(entry);
	}

	private named(entry: LedgerEntry): Found | undefined {
		const { transaction_type, reference_id } = entry;
		if (DISPUTES.has(transaction_type)) return undefined;
		const owner = this.byUuid.get(reference_id);
		const isRefund = transaction_type === 'refund';
		if (owner && (!isRefund || owner.kind === 'refund')) return owner;
		// The entry of a refund may name its payin.
		const siblings = isRefund ? (this.refunds.get(reference_id) ?? []) : [];
		return refundIn(siblings, entry) ?? (owner ? undefined : this.referredTo(entry));
	}

	/** What `reference_id` names is not specified: it may be the merchant's own reference, or the batch. */
	private referredTo({ transaction_type: type, reference_id, gross }: LedgerEntry): Found | undefined {
		if (reference_id === '') return undefined;
		const found = this.byReference.get(`${KINDS.get(type) ?? type} ${reference_id}`) ?? [];
		const isIts = (each: Found) => isFree(each) && each.amounts.includes(absolute(gross));
		return found.find(isIts);
	}

	/** To be called when all payments are complete, before the first entry. Yields after every payment. */
	*refer(all: readonly Found[]): Generator<undefined> {
		const references = new Map<string, Found[]>();
		for (const found of all) {
			yield;
			const { kind, externalId, parent = '' } = found.record;
			for (const reference of new Set([externalId, kind === 'payout' ? parent : ''])) {
				if (reference === '') continue;
				const those = references.get(`${kind} ${reference}`);
				if (those) those.push(found);
				else references.set(`${kind} ${reference}`, [found]);
			}
		}
		this.byReference = references;
	}
}

const isFree = ({ entries, movesLater }: Found): boolean => entries.length === 0 && !movesLater;

/** Of several refunds with an amount, an entry belongs to one that has come as far, and to the one nearest in time. */
function refundIn(siblings: readonly Found[], { gross, status, created_at }: LedgerEntry): Found | undefined {
	const rankOf = ({ isPaid, record }: Found) => {
		const hasEnded = endedAs(record.status.replace('return_', ''), '') !== null;
		const isSame = status === (isPaid ? 'done' : hasEnded ? 'failed' : 'waiting');
		const apart = Math.abs((instantOf(created_at) ?? 0) - (instantOf(record.createdAt) ?? 0));
		return isSame ? apart : apart + Number.MAX_SAFE_INTEGER / 2;
	};
	const free = siblings.filter((each) => isFree(each) && each.record.amount === absolute(gross));
	const [first, ...others] = free;
	return first && others.reduce((best, each) => (rankOf(each) < rankOf(best) ? each : best), first);
}
