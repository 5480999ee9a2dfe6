import type { IDataObject } from 'n8n-workflow';
import { keepNewest } from '../../../core/keepNewest';
import type { PaymentFacts } from '../../../core/payments/facts';
import { decides } from '../../../core/payments/match';
import type { Payment } from './payment';

/** What is known of a payment that was sent or found: unclear as long as it has no record. */
export interface Sent {
	externalId: string;
	/** The reference of its list; empty for a payment by itself. */
	list: string;
	facts: PaymentFacts;
	/** When it left, when its outcome became unclear, or when its record came. Milliseconds since 1970. */
	at: number;
	record?: IDataObject;
	/** The status in which it ended without money. */
	ended?: string;
	/** Whether its request has left and may still be answered. */
	isUnderWay?: boolean;
	/** Whether a look-up that finds nothing tells nothing: the service has said that it took it, or lists it late. */
	staysUnclear?: true;
	/** The execution that sent it; undefined where it was only found. */
	execution?: string;
	/** How late the service may show it, in milliseconds. */
	settleTime: number;
}

const MINUTE = 60_000;

/** How long what can be looked up is remembered, in milliseconds. */
const WITH_LOOK_UP = 10 * MINUTE;

/** The same for what the service cannot be asked for. */
const WITHOUT_LOOK_UP = 24 * 60 * MINUTE;

/** For how long the same facts under another External ID are not sent after an unclear answer, in milliseconds. */
const SEAT_BELT = 10 * MINUTE;

/** Most payments of each kind that are remembered beyond their settle time. */
const MOST = 50_000;

/** How many that must stay are passed over at a time. */
const MOST_LOOKS = 4;

/**
 * What this process of n8n has sent, by identity. All executions share it, so that a list of the service that lags cannot
 * hide a payment made a moment ago, and so that what cannot be looked up is sent once.
 */
export class ProcessMemory {
	/** Oldest first. Two maps, because one kind is forgotten sooner than the other. */
	private readonly withLookUp = new Map<string, Sent>();
	private readonly withoutLookUp = new Map<string, Sent>();
	/** The identities of unclear payments, by what they have in common. */
	private readonly unclear = new Map<string, Set<string>>();
	/** The same the other way round. */
	private readonly nameOfUnclear = new Map<string, string>();

	/** By name, the last number that this process has claimed. */
	private readonly claims = new Map<string, number>();

	/** @param startedAt when this process began: what an earlier one sent may still be missing from lists */
	constructor(public startedAt: number) {}

	get(identity: string): Sent | undefined {
		return this.withLookUp.get(identity) ?? this.withoutLookUp.get(identity);
	}

	/** @param canLookUp whether the service can be asked for it. If not, this memory is all there is */
	set(payment: Payment, sent: Sent, canLookUp: boolean): void {
		const { identity } = payment;
		this.delete(payment);
		const memory = canLookUp ? this.withLookUp : this.withoutLookUp;
		memory.set(identity, sent);
		if (sent.record === undefined && !sent.isUnderWay) {
			const name = factsName(payment);
			this.unclear.set(name, (this.unclear.get(name) ?? new Set()).add(identity));
			this.nameOfUnclear.set(identity, name);
		}
		this.prune(memory, canLookUp ? WITH_LOOK_UP : WITHOUT_LOOK_UP, sent.at);
	}

	delete({ identity }: Payment): void {
		this.withLookUp.delete(identity);
		this.withoutLookUp.delete(identity);
		this.forgetUnclear(identity);
	}

	/** An unclear payment with the same facts under another External ID. */
	twinOf(payment: Payment, now: number): Sent | undefined {
		if (this.unclear.size === 0 || !tellsWho(payment)) return undefined;
		for (const identity of this.unclear.get(factsName(payment)) ?? []) {
			const sent = this.get(identity);
			if (!sent || sent.record || now - sent.at > SEAT_BELT) this.forgetUnclear(identity);
			else if (identity !== payment.identity) return sent;
		}
		return undefined;
	}

	/** The last number that this process has claimed under a name; 0 for none. */
	lastClaim(name: string): number {
		return this.claims.get(name) ?? 0;
	}

	noteClaim(name: string, number: number): void {
		const last = Math.max(number, this.lastClaim(name));
		this.claims.delete(name);
		this.claims.set(name, last);
		keepNewest(this.claims, MOST);
	}

	private forgetUnclear(identity: string): void {
		const name = this.nameOfUnclear.get(identity) ?? '';
		const identities = this.unclear.get(name);
		this.nameOfUnclear.delete(identity);
		identities?.delete(identity);
		if (identities?.size === 0) this.unclear.delete(name);
	}

	/** Forgets the oldest if they are too old or too many, but never one that the service may not show yet. */
	private prune(memory: Map<string, Sent>, remembered: number, now: number): void {
		let looks = 0;
		for (const [identity, sent] of memory) {
			const age = now - sent.at;
			const isMany = memory.size > MOST;
			const mayGo = age > Math.max(remembered, sent.settleTime) || (isMany && age > sent.settleTime);
			if (!mayGo && !isMany) return;
			memory.delete(identity);
			if (mayGo) this.forgetUnclear(identity);
			// One that must stay keeps no others.
			else memory.set(identity, sent);
			if (!mayGo && ++looks >= MOST_LOOKS) return;
		}
	}
}

/** Facts that many payments to or from different people have in common. */
const OF_ANYBODY = ['amount', 'currency', 'method', 'GST'];

const tellsWho = ({ facts }: Payment): boolean =>
	Object.entries(facts).some(([name, fact]) => fact !== '' && decides(name) && !OF_ANYBODY.includes(name));

/** What payments have in common that pay the same people the same, whatever their remarks. */
const factsName = ({ account, kind, facts }: Payment): string =>
	JSON.stringify([
		account,
		kind,
		...Object.entries(facts)
			.filter(([name]) => decides(name))
			.sort(([one], [other]) => (one < other ? -1 : 1)),
	]);

/** What one execution remembers, beside its process: it survives a restart of n8n where the service cannot be asked. */
export class Memory {
	/**
	 * @param execution its number
	 * @param kept what n8n keeps with the execution, by identity; undefined where it keeps nothing
	 */
	constructor(
		private readonly process: ProcessMemory,
		readonly execution: string,
		private readonly kept: Record<string, Sent> | undefined,
	) {}

	get startedAt(): number {
		return this.process.startedAt;
	}

	get({ identity }: Payment): Sent | undefined {
		return this.process.get(identity) ?? this.kept?.[identity];
	}

	/** @param canLookUp whether the service can be asked for it */
	set(payment: Payment, sent: Sent, canLookUp: boolean): void {
		this.process.set(payment, sent, canLookUp);
		if (this.kept && !canLookUp) this.kept[payment.identity] = sent;
	}

	/** To be called when a send provably had no effect. */
	delete(payment: Payment): void {
		this.process.delete(payment);
		if (this.kept) Reflect.deleteProperty(this.kept, payment.identity);
	}

	twinOf(payment: Payment, now: number): Sent | undefined {
		return this.process.twinOf(payment, now);
	}

	lastClaim(name: string): number {
		return this.process.lastClaim(name);
	}

	noteClaim(name: string, number: number): void {
		this.process.noteClaim(name, number);
	}
}
