import type { PaymentFacts } from '../../../core/idempotency';
import { differingFacts, digestOf, isDefaultKey, keyOfFacts, sameFacts } from '../../../core/idempotency';
import { decides, plain } from '../../../core/paymentMatch';
import type { Subject } from './failures';
import { CannotTell, KeyTaken, UnknownOutcome } from './failures';
import type { SentMemory, Twin } from './memory';
import { identityOf } from './memory';
import type { OwnItem } from './ownItem';
import { ownItemIn } from './ownItem';
import { sentByProcess } from './processMemory';

/** What an item intends, before it is known under which key. */
export interface Intended {
	subject: Subject;
	/** Equal keys of different kinds do not collide: "payin", "refund of K7QX2M9D". */
	kind: string;
	/** The user's own reference; empty when none was given. */
	ownKey: string;
	/** The user's own reference of what it belongs to, such as a batch. Then `ownKey` is unique only within that. */
	within?: string;
	/** Its place in the node's memory, such as an item. */
	place: string;
	facts: PaymentFacts;
	/** It tells items of a loop apart that agree in all else. */
	description?: string;
	/** What the item tells of a payment that was made of it before; see `ownItemsOf`. */
	ownItems?: readonly OwnItem[];
	/** Whether the service can be asked for it. */
	canLookUp: boolean;
}

/** Under which key an item's payment is sent or looked for. */
export interface Identified {
	/** Its `external_id`. */
	key: string;
	identity: string;
	/** Whether somebody other than this execution may have used the key, so that the service is asked first. */
	isKnownElsewhere: boolean;
	/** Whether the key is derived from the facts: then a repeat looks like a second payment with the same facts. */
	isMadeOfFacts: boolean;
	/** Whether an earlier try of this execution had other remarks: they change with every try, and do not count. */
	hasOtherRemarks?: true;
	/** What was sent from this place before, with other facts and under another key. It has to be cleared up first. */
	before?: Twin;
}

/**
 * Which payment an item means. How two of them are told apart depends on the situation in which the node runs: see the
 * table in ARCHITECTURE, "How money moves once".
 * @throws {CannotTell} where a repeat cannot be told from a new payment
 * @throws {KeyTaken} where this place has made another payment before
 */
export function identify(intended: Intended, memory: SentMemory): Identified {
	const { subject, place, facts } = intended;
	const elsewhere = memory.sentElsewhere(place);
	if (elsewhere) {
		const { key, state } = elsewhere;
		throw state === 'done'
			? new KeyTaken(subject, key, facts, elsewhere.facts)
			: new UnknownOutcome(subject, key, false);
	}
	const identified = identifiedBy(intended, memory);
	memory.keysOfItems.set(place, identified.key);
	return identified;
}

function identifiedBy(intended: Intended, memory: SentMemory): Identified {
	const { kind, ownKey, place, facts, subject } = intended;
	const before = memory.sentFrom(place);
	// A corrected External ID is another payment where nothing was sent from here: it stood for one of another item.
	const isCorrected = before && ownKey !== '' && ownKey !== before.key && !memory.isFrom(before, place);
	if (!before || isCorrected) return newIdentity(intended, memory);
	// An External ID that changes with every try (from the time, at random) must not turn a repeat into a new payment.
	if (before.kind === kind && sameFacts(before.facts, facts)) return identifiedAs(before);
	if (memory.hasSentBesideRemarks(before, kind, facts)) return { ...identifiedAs(before), hasOtherRemarks: true };
	if (before.state === 'done') throw new KeyTaken(subject, before.key, facts, before.facts);
	const other = newIdentity(intended, memory);
	return other.identity === before.identity ? other : { ...other, before };
}

/**
 * In the retry of a calling workflow, the values of a payment that earlier calls have made may have been edited. Then
 * it looks like a payment that is still to be made. What calls did in a process before this one is not known at all. To be
 * called again right before it is sent, because two retries may go on at the same time.
 * @throws {CannotTell}
 */
export function assertNotEdited(
	{ subject }: Intended,
	{ identity, isMadeOfFacts }: Identified,
	memory: SentMemory,
): void {
	const { context } = memory;
	if (!isMadeOfFacts || context.kind !== 'called' || memory.recall(identity) || sentByProcess(identity)) return;
	const isUnseen = context.isRetry && context.unseenUntil > 0;
	if (isUnseen || memory.wasSentForOtherCall) throw new CannotTell(subject, 'callerRepeated');
}

/** A payment that cannot be looked up, and may have been sent unknown to this process, is not sent. */
function assertSeen({ subject, canLookUp }: Intended, { key, identity }: Identified, memory: SentMemory): void {
	const { context } = memory;
	const isKnown = canLookUp || context.unseenUntil === 0 || memory.recall(identity) || sentByProcess(identity);
	if (isKnown) return;
	const isLaterCall = context.kind === 'called' && !context.isRetry;
	const doubt = isLaterCall ? 'calledLate' : context.kind === 'list' ? 'retriedLate' : 'retriedUnseen';
	throw new CannotTell(subject, doubt, key);
}

/**
 * To be called again right before it is sent, because two retries may go on at the same time.
 * @throws {CannotTell} when another retry of this execution has sent the same under another key: from another place, for example
 */
export function assertNotMoved({ subject, kind, ownKey, facts }: Intended, key: string, memory: SentMemory): void {
	if (ownKey === '' && memory.hasMoved(kind, facts, key)) throw new CannotTell(subject, 'retriedList');
}

/**
 * To be called again right before it is sent, because another execution may have sent it from another account meanwhile.
 * @param key its own, or the one that it has in all retries of this execution
 * @throws {KeyTaken}
 */
export function assertNotElsewhere(intended: Intended, key: string, memory: SentMemory): void {
	const { subject, kind, within = '', facts } = intended;
	const other = memory.underOtherAccount(kind, within, key, facts);
	if (other) throw new KeyTaken(subject, key, facts, other);
}

const identifiedAs = ({ key, identity }: Twin): Identified => ({
	key,
	identity,
	isKnownElsewhere: true,
	isMadeOfFacts: false,
});

function newIdentity(intended: Intended, memory: SentMemory): Identified {
	const identified = identityAnew(intended, memory);
	assertSeen(intended, identified, memory);
	return identified;
}

function identityAnew(intended: Intended, memory: SentMemory): Identified {
	const { subject, kind, ownKey, within = '', place, facts, description, ownItems = [] } = intended;
	const { account, context } = memory;
	const isToTheSame = (each: Twin) => !isToSomebodyElse(each.facts, facts);
	const ownItem = ownItemIn(ownItems, memory, isToTheSame);
	const identified = (key: string, about: Partial<Identified> = {}): Identified => ({
		key,
		identity: identityOf(account, kind, within, key),
		isKnownElsewhere: true,
		isMadeOfFacts: false,
		...about,
	});
	const isOpen = context.kind !== 'tool' && ownItem?.state === 'open';
	const earlier = isOpen ? memory.madeEarlier(ownItem.names) : [];
	// An expression may give another reference or amount for the record than for the item that it was made for.
	const isMeant = earlier.some((each) => each.identity === identified(ownKey).identity);
	const made = isMeant ? undefined : earlier.find(isToTheSame);
	if (made) {
		memory.keysOfItems.set(place, made.key);
		throw new CannotTell(subject, 'itself', made.key);
	}
	const twin = memory.openTwin(kind, facts, ownKey);
	/** Sending what is like an unclear payment might pay twice, and taking it for the same might leave one unpaid. */
	const assertTwin = (isTwin: (other: Twin) => boolean | undefined) => {
		if (twin && !isTwin(twin)) throw new CannotTell(subject, 'unclearTwin', twin.key);
	};
	if (ownKey !== '') {
		const own = identified(ownKey);
		assertTwin(({ identity }) => identity === own.identity);
		assertNotElsewhere(intended, ownKey, memory);
		return own;
	}
	switch (context.kind) {
		case 'list': {
			const isIt = (each: Twin) => each.kind === kind && each.account === account && isToTheSame(each);
			const kept = keptKey(ownItem, memory, isIt);
			const before = kept?.sent;
			if (before?.state === 'done') return identifiedAs(before);
			// With another remark, what is unclear may be another payment. So may what is like another item's.
			assertTwin(() => before && sameFacts(before.facts, facts) && (before.description ?? description) === description);
			if (before) {
				memory.takeOver(before, place);
				return identifiedAs(before);
			}
			if (memory.isAlike) throw new CannotTell(subject, 'begunAlike');
			const key = kept?.key ?? memory.defaultKey(place.replace('item ', ''));
			assertNotMoved(intended, key, memory);
			assertNotElsewhere(intended, key, memory);
			// Another retry of the same execution makes the same keys.
			return identified(key, { isKnownElsewhere: context.isRetry || kept !== undefined });
		}
		case 'called': {
			const key = keyOfFacts(facts, context.root, memory.node, kind, within);
			const made = identified(key, { isMadeOfFacts: true });
			assertNotEdited(intended, made, memory);
			return made;
		}
		default:
			throw new CannotTell(subject, context.kind);
	}
}

/**
 * The key of an item that has failed, or whose payment has ended without money. It keeps its key, because loops hand out such an
 * item more than once. What has ended is made anew, once, under a key made of that.
 * @param isIt whether something that was sent may be the item's payment
 * @returns undefined where nothing is known of it; with what was sent under that key, if anything was
 */
export function keptKey(
	item: OwnItem | undefined,
	memory: SentMemory,
	isIt: (sent: Twin) => boolean = () => true,
): { key: string; sent?: Twin | undefined } | undefined {
	if (!item || item.state === 'open') return undefined;
	const sentAs = (name: string) => memory.sentUnder(name).find(isIt);
	const all = item.names.flatMap((name) => memory.sentUnder(name));
	// What has ended may be made anew to a corrected account.
	const known = all.find(isIt) ?? (item.state === 'ended' ? all[0] : undefined);
	let [key = ''] = item.names;
	if (known) ({ key } = known);
	else if (item.state === 'ended' || !isDefaultKey(key)) return undefined;
	// The failed item of another node, or of another execution, may come more than once as well.
	else if (!key.startsWith(memory.stem)) key = memory.stem + digestOf(key);
	let sent = known ?? sentAs(key);
	const hasEnded = () => (sent ?? memory.sentUnder(key)[0])?.ended !== undefined;
	for (let isOver = item.state === 'ended'; isOver || hasEnded(); isOver = false) {
		key = `${key}-again`;
		sent = sentAs(key);
	}
	return { key, sent };
}

/**
 * Whether facts that decide where money goes differ. A record shows amounts as the service has booked them, and an
 * expression gives nothing for what it does not show.
 */
const isToSomebodyElse = (made: PaymentFacts, facts: PaymentFacts): boolean =>
	differingFacts(facts, made).some((fact) => {
		const isOfSomebody = decides(fact) && fact !== 'amount' && fact !== 'currency';
		return isOfSomebody && !['', plain(made[fact])].includes(plain(facts[fact]));
	});
