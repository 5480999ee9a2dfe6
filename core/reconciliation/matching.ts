/**
 * Finds for each payment that a user expects the one that the service has made, and tells what differs. Each loop is a
 * generator that yields after every step, so that its caller can let others run.
 */

import { isBookedAs } from '../money';
import { isOtherWord } from '../paymentMatch';
import type { LedgerEntry } from './entries';
import { grouped, paired } from './pairing';

/** A payment that a user expects. Texts are empty where the user says nothing. */
export interface Expectation {
	externalId: string;
	/** The service's identifier. */
	uuid: string;
	/** `payin`, `payout` or `refund`. */
	kind: string;
	/** Canonical decimal text. */
	amount: string;
	currency: string;
	/** The calendar day, `YYYY-MM-DD`. */
	day: string;
	/** The payer or payee. */
	name: string;
}

/** A payment in the service's records. */
export interface PaymentRecord extends Expectation {
	/** Further amounts under which it may be expected, such as the one with tax. */
	total?: string;
	status: string;
	/** Whether the money has arrived. */
	isPaid: boolean;
	/** Whether it was made within the period: not before, nor at a time that nothing shows. */
	isOfPeriod: boolean;
	/** The payin of a refund or of a dispute, the batch of a payout. */
	parent?: string;
	/** Its entry in the balance history, where the record names it. */
	balanceId?: string;
	/** The tax within the amount; only payins show it. */
	tax?: string;
	createdAt: string;
	/** What a list left out that only the detail may show: the status or amount, or the external ID. */
	lacks?: 'facts' | 'reference';
}

export type Verdict =
	| 'matched'
	| 'amount_differs'
	| 'status_differs'
	| 'missing_at_service'
	| 'not_expected'
	| 'duplicate'
	| 'fee'
	| 'transfer';

export type MatchedBy = 'external_id' | 'uuid' | 'guess';

/** A record with its entries. An entry that belongs to no record is one of its own. */
export interface Found {
	kind: string;
	amounts: string[];
	isPaid: boolean;
	record: PaymentRecord;
	entries: LedgerEntry[];
	partner: Claim | undefined;
}

interface Claim {
	kind: string;
	amount: string;
	expectation: Expectation;
	partner: Found | undefined;
	by: MatchedBy | undefined;
}

export interface Result {
	verdict: Verdict;
	expectation?: Expectation;
	found?: Found;
	by?: MatchedBy;
	/** What differs: `amount`, `currency`, `status`. */
	differences: string[];
}

/** Entries that are no payments: money that the owner of the account moves, and what the service takes. */
const OTHER_KINDS: ReadonlyMap<string, Verdict> = new Map([
	['topup', 'transfer'],
	['settlement', 'transfer'],
	['withdrawal', 'transfer'],
	['transfer_in', 'transfer'],
	['transfer_out', 'transfer'],
	['dispute_fee', 'fee'],
]);

/** Entries that take money from a payin that was paid: each is an item of its own, beside the payin. */
const DISPUTES: ReadonlySet<string> = new Set(['dispute', 'dispute_fee']);

const KINDS: ReadonlyMap<string, string> = new Map([
	['payment', 'payin'],
	['cashback_payout', 'payout'],
]);

const factsOf = ({ kind, amount, total, isPaid }: PaymentRecord): Pick<Found, 'kind' | 'amounts' | 'isPaid'> => ({
	...{ kind, amounts: total === undefined || total === amount ? [amount] : [amount, total], isPaid },
});

const absolute = (amount: string): string => amount.replace('-', '');

export class Matching {
	private readonly all: Found[] = [];
	private readonly byUuid = new Map<string, Found>();
	private readonly byBalanceId = new Map<string, Found>();
	/** The refunds of a payin. */
	private readonly refunds = new Map<string, Found[]>();
	private readonly claims: Claim[] = [];
	/** Kind and external ID of all that has been paired. */
	private readonly taken = new Set<string>();
	/** Records that moved no money and that nobody expects. */
	withoutMoney = 0;

	/** @param nameKey one spelling for all ways to write a name */
	constructor(private readonly nameKey: (name: string) => string) {}

	expect(expectation: Expectation): void {
		const { kind, amount } = expectation;
		this.claims.push({ kind, amount, expectation, partner: undefined, by: undefined });
	}

	/** Adds a record of the service, before all entries. A list may show a record twice; a detail completes it. */
	add(record: PaymentRecord): void {
		const known = record.uuid === '' ? undefined : this.byUuid.get(record.uuid);
		if (known) {
			if (known.record.lacks !== undefined) Object.assign(known, { ...factsOf(record), record });
			return;
		}
		const found = this.keep(record, []);
		const { uuid, balanceId, parent = '' } = record;
		this.byUuid.set(uuid, found);
		if (balanceId !== undefined) this.byBalanceId.set(balanceId, found);
		if (record.kind !== 'refund') return;
		const siblings = this.refunds.get(parent);
		if (siblings) siblings.push(found);
		else this.refunds.set(parent, [found]);
	}

	private keep(record: PaymentRecord, entries: LedgerEntry[]): Found {
		const found: Found = { ...factsOf(record), record, entries, partner: undefined };
		this.all.push(found);
		return found;
	}

	has(uuid: string): boolean {
		return this.byUuid.has(uuid);
	}

	/** Whether a payin or a refund is expected that no record shows so far. */
	*lacksAny(): Generator<undefined, boolean> {
		const known = new Set<string>();
		for (const { record } of this.all) {
			known.add(`${record.kind} ${record.externalId}`).add(` ${record.externalId}`);
			yield;
		}
		for (const { kind, expectation } of this.claims) {
			const { externalId, uuid } = expectation;
			const isKnown = this.has(uuid) || (externalId !== '' && known.has(`${kind} ${externalId}`));
			// By a guess alone only refunds are looked for: lists show all others.
			const isWanted = externalId !== '' || uuid !== '' ? kind !== 'payout' : kind === 'refund';
			if (isWanted && !isKnown) return true;
			yield;
		}
		return false;
	}

	/** Gives an entry to its record. @param day the calendar day of the entry */
	attach(entry: LedgerEntry, day: string): void {
		const owner = this.byBalanceId.get(entry.id) ?? this.ownerOf(entry);
		if (owner) {
			// Its entry tells what a word that is not known here does not.
			if (owner.kind === 'payout' && entry.status === 'done' && isOtherWord(owner.record.status)) owner.isPaid = true;
			if (owner.record.day === '') owner.record = { ...owner.record, day };
			return void owner.entries.push(entry);
		}
		const { id, transaction_type: type, reference_id, gross, currency, status, created_at: createdAt } = entry;
		const isPaid = status === 'done';
		const own = DISPUTES.has(type) ? { uuid: id, parent: reference_id } : { uuid: reference_id };
		const texts = { externalId: '', ...own, balanceId: id, name: '', currency, day, status, createdAt };
		this.keep({ ...texts, kind: KINDS.get(type) ?? type, amount: absolute(gross), isPaid, isOfPeriod: true }, [entry]);
	}

	private ownerOf({ transaction_type, reference_id, gross }: LedgerEntry): Found | undefined {
		if (DISPUTES.has(transaction_type)) return undefined;
		const owner = this.byUuid.get(reference_id);
		if (transaction_type !== 'refund' || owner?.kind === 'refund') return owner;
		// The entry of a refund may name its payin.
		const siblings = this.refunds.get(reference_id) ?? [];
		return siblings.find(({ entries, record }) => entries.length === 0 && record.amount === absolute(gross));
	}

	/** By external ID first, then by uuid, then, where it is wanted, by amount, day and name. */
	*match(mayGuess: boolean): Generator<undefined> {
		yield* this.pair(
			'external_id',
			({ externalId }) => externalId,
			({ record }) => [record.externalId],
		);
		yield* this.pair(
			'uuid',
			({ uuid }) => uuid,
			({ record: { uuid, balanceId = uuid } }) => (balanceId === uuid ? [uuid] : [uuid, balanceId]),
		);
		if (!mayGuess) return;
		const likeness = (amount: string, { currency, day, name }: Expectation, hasCurrency = currency !== '') =>
			day === '' || name === '' ? '' : `${amount} ${hasCurrency ? currency : ''} ${day} ${this.nameKey(name)}`;
		yield* this.pair(
			'guess',
			(expectation) => likeness(expectation.amount, expectation),
			({ amounts, isPaid, record }) =>
				isPaid ? amounts.flatMap((amount) => [likeness(amount, record), likeness(amount, record, false)]) : [],
		);
	}

	private *pair(
		by: MatchedBy,
		keyOf: (expectation: Expectation) => string,
		keysOf: (found: Found) => string[],
	): Generator<undefined> {
		const groups = yield* grouped(this.claims, this.all, ({ expectation }) => keyOf(expectation), keysOf);
		for (const group of groups.values()) {
			yield* paired(group, (claim, found) => {
				claim.partner = found;
				claim.by = by;
				found.partner = claim;
				for (const { externalId } of [claim.expectation, found.record])
					if (externalId !== '') this.taken.add(`${found.kind} ${externalId}`).add(` ${externalId}`);
			});
		}
	}

	/** One result for each expectation, in their order. */
	*expected(): Generator<Result> {
		for (const { expectation, partner: found, by } of this.claims) {
			if (found && by) yield compared(expectation, found, by);
			else {
				const { kind, externalId } = expectation;
				const verdict = this.taken.has(`${kind} ${externalId}`) ? 'duplicate' : 'missing_at_service';
				yield { verdict, expectation, differences: [] };
			}
		}
	}

	/** One result for each record that nobody expects and that has moved money; undefined for the others. */
	*unexpected(): Generator<Result | undefined> {
		for (const found of this.all) {
			if (found.partner) continue;
			const { kind, record, entries, isPaid } = found;
			if (!(isPaid && record.isOfPeriod) && entries.every(({ status }) => status === 'failed')) {
				if (record.isOfPeriod) this.withoutMoney++;
				yield undefined;
			} else {
				const isTwice = this.taken.has(`${kind} ${record.externalId}`);
				yield { verdict: isTwice ? 'duplicate' : (OTHER_KINDS.get(kind) ?? 'not_expected'), found, differences: [] };
			}
		}
	}
}

function compared(expectation: Expectation, found: Found, by: MatchedBy): Result {
	const { amount, currency } = expectation;
	const differs = {
		amount: !found.amounts.some((each) => each !== '' && isBookedAs(amount, each, found.record.currency)),
		currency: currency !== '' && currency !== found.record.currency,
		status: !found.isPaid,
	};
	const differences = Object.entries(differs).flatMap(([name, isSo]) => (isSo ? [name] : []));
	const verdict = differs.amount || differs.currency ? 'amount_differs' : differs.status ? 'status_differs' : 'matched';
	return { verdict, expectation, found, by, differences };
}
