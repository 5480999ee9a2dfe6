import type { IDataObject } from 'n8n-workflow';
import { keepNewest } from '../../../core/keepNewest';
import { decidingFacts } from '../../../core/payments/facts';
import { Turns } from '../../../core/turns';
import type { Payment } from './payment';

/** What is known of a payment that was sent or found: unclear as long as it has no record. */
export interface Sent extends Pick<Payment, 'externalId' | 'list' | 'facts' | 'settleTime'> {
	/** When its outcome became unclear, or its record came. Milliseconds since 1970. */
	at: number;
	record?: IDataObject | undefined;
	/** The status in which it ended without money. */
	ended?: string | undefined;
	/** Whether a look-up that finds nothing tells nothing: the service has said that it took it, or lists it late. */
	staysUnclear?: boolean | undefined;
	/** The execution that sent it; undefined where it was only found. */
	execution?: string | undefined;
}

/** How long what can be looked up is remembered, in milliseconds. */
const WITH_LOOK_UP = 600_000;

/** The same for what the service cannot be asked for. */
const WITHOUT_LOOK_UP = 86_400_000;

/** For how long the same facts under another External ID are not sent after an unclear answer, in milliseconds. */
const SEAT_BELT = 600_000;

/** Most payments of each kind that are remembered beyond their settle time. */
const MOST = 50_000;

/**
 * What this process of n8n has sent, by identity. All executions share it, so that a list of the service that lags cannot
 * hide a payment made a moment ago, and so that what cannot be looked up is sent once.
 */
export class Memory {
	/** Oldest first. Two maps, because one kind is forgotten sooner than the other. */
	private readonly withLookUp = new Map<string, Sent>();
	private readonly withoutLookUp = new Map<string, Sent>();
	/** The identities of payments that were unclear, by what they have in common. */
	private readonly unclear = new Map<string, Set<string>>();
	/** By name. */
	private readonly claims = new Map<string, number>();
	/** Executions that mean the same payment take turns. */
	readonly turns = new Turns();

	/** @param startedAt when this process began: what an earlier one sent may still be missing from lists */
	constructor(public startedAt: number) {}

	get({ identity }: Pick<Payment, 'identity'>): Sent | undefined {
		return this.withLookUp.get(identity) ?? this.withoutLookUp.get(identity);
	}

	/** @param canLookUp whether the service can be asked for it, whoever asks. If not, this memory is all there is */
	set(payment: Payment, sent: Sent, canLookUp: boolean): void {
		const { identity } = payment;
		const isBrief = canLookUp && !this.withoutLookUp.has(identity);
		this.delete(payment);
		const memory = isBrief ? this.withLookUp : this.withoutLookUp;
		memory.set(identity, sent);
		const facts = sent.record ? undefined : sharedFacts(payment);
		if (facts) this.unclear.set(facts, (this.unclear.get(facts) ?? new Set()).add(identity));
		keepNewest(this.unclear, MOST);
		prune(memory, isBrief ? WITH_LOOK_UP : WITHOUT_LOOK_UP, sent.at);
	}

	delete({ identity }: Payment): void {
		this.withLookUp.delete(identity);
		this.withoutLookUp.delete(identity);
	}

	/** An unclear payment with the same facts under another External ID. */
	twinOf(payment: Payment, now: number): Sent | undefined {
		const facts = this.unclear.size === 0 ? undefined : sharedFacts(payment);
		const identities = [...((facts && this.unclear.get(facts)) || [])];
		const others = identities.filter((identity) => identity !== payment.identity);
		return others
			.map((identity) => this.get({ identity }))
			.find((sent) => sent && !sent.record && now - sent.at <= SEAT_BELT);
	}

	/** The number of the last claim of this process under a name that has ended; 0 for none. */
	lastClaim(name: string): number {
		return this.claims.get(name) ?? 0;
	}

	noteClaim(name: string, number: number): void {
		this.claims.set(name, number);
		keepNewest(this.claims, MOST);
	}
}

/** By which payments to or from the same people are known. */
function sharedFacts({ account, kind, facts }: Payment): string | undefined {
	const deciding = decidingFacts(facts);
	return deciding && JSON.stringify([account, kind, deciding]);
}

/** Forgets the oldest if they are too old or too many, but never one that the service may not show yet. */
function prune(memory: Map<string, Sent>, remembered: number, now: number): void {
	for (const [identity, { at, settleTime }] of memory) {
		const age = now - at;
		if (age <= settleTime || (age <= remembered && memory.size <= MOST)) return;
		memory.delete(identity);
	}
}
