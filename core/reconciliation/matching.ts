/**
 * Finds for each payment that a user expects the one that the service has made, and tells what differs. Each loop is a
 * generator that yields after every step, so that its caller can let others run.
 */

import { isBookedAs } from '../money';
import { foldedKey, isOtherWord } from '../payments/match';
import type { LedgerEntry } from './entries';
import { absolute, DISPUTES, kindOf, Owners, unnamedRefunds } from './owners';
import { grouped, paired } from './pairing';
import type { ExpectedPayment, Expectation, RecordedPayment, MatchedBy, PaymentRecord, EntryVerdict } from './payments';

export interface Result {
	verdict: EntryVerdict;
	expectation?: Expectation;
	found?: RecordedPayment;
	by?: MatchedBy;
	/** What differs: `amount`, `currency`, `status`. */
	differences: string[];
}

/** Entries that are no payments: money that the owner of the account moves, and what the service takes. */
const OTHER_KINDS: ReadonlyMap<string, EntryVerdict> = new Map([
	['topup', 'transfer'],
	['settlement', 'transfer'],
	['withdrawal', 'transfer'],
	['transfer_in', 'transfer'],
	['transfer_out', 'transfer'],
	['dispute_fee', 'fee'],
]);

const factsOf = ({
	kind,
	amount,
	total,
	isPaid,
}: PaymentRecord): Pick<RecordedPayment, 'kind' | 'amounts' | 'isPaid'> => ({
	...{ kind, amounts: total === undefined || total === amount ? [amount] : [amount, total], isPaid },
});

export class Matching {
	private readonly all: RecordedPayment[] = [];
	private readonly owners = new Owners();
	private readonly wanted: ExpectedPayment[] = [];
	/** The kinds of what has been paired, by external ID and by identifiers. */
	private readonly taken = new Map<string, string>();
	/** Records that moved no money and that nobody expects. */
	withoutMoney = 0;

	/** @param nameKey one spelling for all ways to write a name */
	constructor(private readonly nameKey: (name: string) => string) {}

	expect(expectation: Expectation): void {
		const { kind, amount } = expectation;
		this.wanted.push({ kind, amount, expectation, partner: undefined, by: undefined });
	}

	/** Adds a record of the service, before all entries. A list may show a record twice; a detail completes it. */
	add(record: PaymentRecord): void {
		const { uuid, otherIds = [] } = record;
		const known = [uuid, ...otherIds].map((id) => this.owners.known(id)).find((found) => found !== undefined);
		if (known) {
			const { lacks, externalId } = known.record;
			if (lacks !== undefined) Object.assign(known, { ...factsOf(record), record });
			else {
				// The list may show a link without the uuid of its payment.
				const ids = otherIds.length > 0 ? { uuid, otherIds } : {};
				const isOfPeriod = known.record.isOfPeriod || record.isOfPeriod;
				known.record = {
					...{ ...known.record, externalId: externalId || record.externalId, isOfPeriod },
					...ids,
				};
			}
			this.owners.identify(known, record);
			return;
		}
		this.owners.add(this.keep(record, []));
	}

	private keep(record: PaymentRecord, entries: LedgerEntry[]): RecordedPayment {
		const found: RecordedPayment = { ...factsOf(record), record, entries, movesLater: false, partner: undefined };
		this.all.push(found);
		return found;
	}

	has(uuid: string): boolean {
		return this.owners.known(uuid) !== undefined;
	}

	/**
	 * The kinds of what is expected and not found so far; an empty one stands for any. To be asked before entries are attached.
	 * @param entries those of the period: one of them may be what is expected
	 */
	*missing(entries: readonly LedgerEntry[]): Generator<undefined, Set<string>> {
		yield* this.match(false);
		const lacking = new Map<string, ExpectedPayment>();
		const byId = new Map<string, string>();
		const keyOf = ({ kind, amount, expectation: { externalId, uuid } }: ExpectedPayment) =>
			`${kind} ${externalId} ${uuid} ${amount}`;
		for (const expected of this.wanted) {
			yield;
			const { externalId, uuid } = expected.expectation;
			// By a guess alone only refunds are looked for: lists show all others.
			const isSought = externalId !== '' || uuid !== '' || expected.kind === 'refund';
			if (expected.partner || !isSought) continue;
			lacking.set(keyOf(expected), expected);
			byId.set(uuid, keyOf(expected));
		}
		for (const expected of this.wanted) {
			yield;
			// The same row twice is no reason to look.
			if (expected.partner && expected.kind !== '') lacking.delete(keyOf(expected));
			expected.partner = expected.by = undefined;
		}
		for (const found of this.all) {
			yield;
			found.partner = undefined;
		}
		for (const { id } of entries) {
			yield;
			lacking.delete(byId.get(id) ?? '');
		}
		this.taken.clear();
		return new Set([...lacking.values()].map(({ kind }) => kind));
	}

	/** Gives each entry of the period to its record, and tells which records move money after it. To be called once. */
	*attach(
		entries: readonly LedgerEntry[],
		later: readonly LedgerEntry[],
		dayOf: (time: string) => string,
	): Generator<undefined> {
		yield* this.owners.refer(this.all);
		const unnamed: LedgerEntry[] = [];
		for (const entry of entries) {
			yield;
			const owner = this.owners.of(entry);
			if (!owner && this.isUnnamedRefund(entry)) unnamed.push(entry);
			else this.attachOne(entry, owner, dayOf(entry.created_at));
		}
		const unnamedLater: LedgerEntry[] = [];
		for (const entry of later) {
			yield;
			const owner = this.owners.of(entry);
			if (entry.status === 'failed') continue;
			if (owner) owner.movesLater = true;
			else if (this.isUnnamedRefund(entry)) unnamedLater.push(entry);
		}
		if (unnamed.length + unnamedLater.length === 0) return;
		const refundOf = unnamedRefunds(this.all);
		for (const entry of unnamed) {
			yield;
			this.attachOne(entry, refundOf(entry), dayOf(entry.created_at));
		}
		for (const entry of unnamedLater) {
			yield;
			const owner = refundOf(entry);
			if (owner) owner.movesLater = true;
		}
	}

	private isUnnamedRefund({ transaction_type, reference_id }: LedgerEntry): boolean {
		return transaction_type === 'refund' && !this.has(reference_id);
	}

	/** What an entry has booked was paid, whatever was given back since. */
	private correct(owner: RecordedPayment, { gross, status }: LedgerEntry): void {
		const { asked } = owner.record;
		if (asked === undefined || status === 'failed') return;
		if (absolute(gross) !== (asked.total ?? asked.amount)) return;
		owner.record = { ...owner.record, ...asked };
		owner.amounts = factsOf(owner.record).amounts;
	}

	private attachOne(entry: LedgerEntry, owner: RecordedPayment | undefined, day: string): void {
		if (owner) {
			// Its entry tells what a word that is not known here does not.
			const isOther = owner.kind !== 'payin' && isOtherWord(owner.record.status.replace(/^return_/, ''));
			if (isOther && entry.status === 'done') owner.isPaid = true;
			this.correct(owner, entry);
			const { record } = owner;
			if (record.day === '' || record.currency === '')
				owner.record = { ...record, day: record.day || day, currency: record.currency || entry.currency };
			return void owner.entries.push(entry);
		}
		const { id, transaction_type: type, reference_id, gross, currency, status, created_at: createdAt } = entry;
		const isPaid = status === 'done';
		const own = DISPUTES.has(type) ? { uuid: id, parent: reference_id } : { uuid: reference_id };
		const texts = { externalId: '', ...own, balanceId: id, name: '', currency, day, status, createdAt };
		this.keep({ ...texts, kind: kindOf(entry), amount: absolute(gross), isPaid, isOfPeriod: true }, [entry]);
	}

	/** By external ID first, then by uuid, then by other forms of the external ID, then, where it is wanted, by amount, day and name. */
	*match(mayGuess: boolean): Generator<undefined> {
		yield* this.pair(
			'external_id',
			({ externalId }) => externalId,
			({ record }) => [record.externalId],
		);
		yield* this.pair(
			'uuid',
			({ uuid }) => uuid,
			({ record: { uuid, balanceId = '', otherIds = [] } }) => [...new Set([uuid, balanceId, ...otherIds])],
		);
		// The service may store it in another spelling.
		yield* this.pair(
			'external_id',
			({ externalId }) => foldedKey(externalId),
			({ record }) => [foldedKey(record.externalId)],
		);
		// Of a payment that no list shows there is only the entry, which may name the merchant's reference.
		yield* this.pair(
			'external_id',
			({ externalId }) => externalId,
			({ record }) => (record.externalId === '' ? [record.uuid] : []),
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
		keysOf: (found: RecordedPayment) => string[],
	): Generator<undefined> {
		const groups = yield* grouped(this.wanted, this.all, ({ expectation }) => keyOf(expectation), keysOf);
		for (const group of groups.values()) {
			yield;
			yield* paired(group, (expected, found) => {
				expected.partner = found;
				expected.by = by;
				found.partner = expected;
				const { externalId, uuid, balanceId = '', otherIds = [] } = found.record;
				for (const id of [
					foldedKey(expected.expectation.externalId),
					foldedKey(externalId),
					uuid,
					balanceId,
					...otherIds,
				])
					if (id !== '' && !this.isTaken(found.kind, id)) this.taken.set(id, (this.taken.get(id) ?? '') + found.kind);
			});
		}
	}

	private isTaken(kind: string, id: string): boolean {
		return this.taken.get(id)?.includes(kind) === true;
	}

	/** One result for each expectation, in their order. */
	*expected(): Generator<Result> {
		for (const { expectation, partner: found, by } of this.wanted) {
			if (found && by) yield compared(expectation, found, by);
			else {
				const { kind, externalId, uuid } = expectation;
				const isTwice = this.isTaken(kind, foldedKey(externalId)) || this.isTaken(kind, uuid);
				const verdict = isTwice ? 'duplicate' : 'missing_at_service';
				yield { verdict, expectation, differences: [] };
			}
		}
	}

	/** One result for each record that nobody expects and that has moved money; undefined for the others. */
	*unexpected(): Generator<Result | undefined> {
		for (const found of this.all) {
			if (found.partner) continue;
			const { kind, record, entries, isPaid } = found;
			// What moves later is told in the period in which it does.
			if (!(isPaid && record.isOfPeriod && !found.movesLater) && entries.every(({ status }) => status === 'failed')) {
				if (record.isOfPeriod) this.withoutMoney++;
				yield undefined;
			} else {
				const isTwice = this.isTaken(kind, foldedKey(record.externalId));
				yield { verdict: isTwice ? 'duplicate' : (OTHER_KINDS.get(kind) ?? 'not_expected'), found, differences: [] };
			}
		}
	}
}

/** Whether nothing has come of its entries, whatever its record says. */
const hasFailed = ({ entries, movesLater }: RecordedPayment): boolean =>
	entries.length > 0 && !movesLater && entries.every(({ status }) => status === 'failed');

/** Whether a record with one of its amounts is what was expected. The service may have rounded what has too many decimals. */
export const isExpectedAs = (expected: string | undefined, amount: string, currency = ''): boolean =>
	expected !== undefined && amount !== '' && isBookedAs(expected, amount, currency);

function compared(expectation: Expectation, found: RecordedPayment, by: MatchedBy): Result {
	const { amount, currency } = expectation;
	const differs = {
		amount: !found.amounts.some((each) => isExpectedAs(amount, each, found.record.currency)),
		currency: ![currency, ''].includes(found.record.currency) && currency !== '',
		status: !found.isPaid || hasFailed(found),
	};
	const differences = Object.entries(differs).flatMap(([name, isSo]) => (isSo ? [name] : []));
	const verdict = differs.amount || differs.currency ? 'amount_differs' : differs.status ? 'status_differs' : 'matched';
	return { verdict, expectation, found, by, differences };
}
