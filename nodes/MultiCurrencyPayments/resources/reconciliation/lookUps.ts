import type { IDataObject } from 'n8n-workflow';
import { inParallel } from '../../../../core/service/parallelPages';
import { endedAs } from '../../../../core/payments/match';
import { refundListOf } from '../../../../core/payments/refundList';
import type { LedgerEntry } from '../../../../core/reconciliation/entries';
import type { Matching } from '../../../../core/reconciliation/matching';
import type { PaymentRecord } from '../../../../core/reconciliation/payments';
import { readLink, type ShownLink } from '../../../service/checkoutLinks';
import { exceptWhere, isRefused } from '../../../service/failure';
import { LANES } from '../../../service/lists';
import { readPayin } from '../../../service/payins';
import { beginLists, requestsLeft } from '../../../service/payouts';
import { LONGEST_PERIOD, type Period } from '../../../service/period';
import { finish } from '../../../service/time';
import { numberIn, type ItemCall } from '../../run/itemCall';
import { readLinks, readPayouts, readRecords, type Records, type ShownRefund } from './records';

export const MOST_LOOK_UPS = 1000;

/** How many received payments are read first, where one of them must be the refunded one: then twice as many each time. */
const FIRST_LOOK_UPS = 50;

/** What has been read of the balance history. */
interface Read {
	/** The days before the period as well. */
	period: Period;
	entries: readonly LedgerEntry[];
	/** Those after the period. */
	later: readonly LedgerEntry[];
}

/** What the summary says of it. */
export interface LookedUp {
	look_ups_left_out: number;
	/** Whether the lists of checkout links were read: only if something was missing. */
	checkout_links: 'not_needed' | 'read' | 'not_shown';
}

/**
 * Reads the payins and payouts that may have moved money in the period. What is expected and still missing is looked for
 * where their lists do not show it: among checkout links, earlier payouts and refunds. A payin whose status or amount no list
 * has shown is read in any case.
 * @throws {ServiceFailure} {PagingError}
 */
export async function findRecords(item: ItemCall, matching: Matching, records: Records, read: Read): Promise<LookedUp> {
	const lookUps = new LookUps(item, matching, records, read);
	await readRecords(item, read.period, records, (record) => lookUps.take(record));
	await lookUps.readFacts();
	await lookUps.readLinks();
	await lookUps.readPayouts();
	await lookUps.readNamed();
	await lookUps.readLikelyRefunded();
	return lookUps.end();
}

/** One search for what is missing. Each step reads only where something still is. */
class LookUps {
	private readonly done: LookedUp = { look_ups_left_out: 0, checkout_links: 'not_needed' };
	/** How many requests are left. */
	private left: number;
	private missing = new Set<string>();
	/**
	 * Payins of the lists by their uuid: those whose status or amount they have not shown, those without external ID, refunded
	 * ones, and received ones, which may be refunded in part.
	 */
	private readonly listed = {
		...{ facts: new Set<string>(), reference: new Set<string>() },
		...{ refunded: new Set<string>(), received: new Set<string>() },
	};
	/** Whose detail has been read, or need not be. */
	private readonly asked = new Set(['']);
	/** Links by the uuid of their payment, as long as their detail may show more. */
	private readonly links = new Map<string, ShownLink>();
	/** The payments of links, by the uuid of the link. */
	private readonly paymentOfLink = new Map<string, string>();
	private readonly paidLinks = new Set<string>();
	private readonly lackingLinks = new Set<string>();
	/** Those that show no uuid of their payment. */
	private readonly bareLinks = new Set<string>();
	/** Links whose detail must be read: without their payment they would be found in its place. */
	private readonly hidden = new Map<string, PaymentRecord>();
	private readonly refundsShown = new Set<string>();

	constructor(
		private readonly item: ItemCall,
		private readonly matching: Matching,
		private readonly records: Records,
		private readonly read: Read,
	) {
		this.left = mostLookUpsOf(item);
	}

	take(record: PaymentRecord): void {
		const { uuid, kind, status, isPaid, lacks } = record;
		this.matching.add(record);
		if (lacks) this.listed[lacks].add(uuid);
		if (kind !== 'payin') return;
		// Only its detail shows refunds: its status may tell of them (specification: States, "Payin status").
		if (status === 'partially_refunded' || status.startsWith('return_')) this.listed.refunded.add(uuid);
		else if (isPaid) this.listed.received.add(uuid);
	}

	async readFacts(): Promise<void> {
		await this.readEach(this.listed.facts);
		await this.see();
	}

	async readLinks(): Promise<void> {
		if (!this.lacks('payin', 'refund')) return;
		const areShown = await readLinks(this.item, this.read.period, (link) => this.addLink(link));
		this.done.checkout_links = areShown ? 'read' : 'not_shown';
		await this.see();
	}

	/** Payouts that were made in the year before the days that were read, and are paid or fail in the period. */
	async readPayouts(): Promise<void> {
		if (!this.lacks('payout')) return;
		const { item, matching, left, records, done } = this;
		const { entries, later, period } = this.read;
		if (left === 0) return void done.look_ups_left_out++;
		const wanted = new Set<string>();
		for (const { id, transaction_type, reference_id } of [...entries, ...later])
			if (transaction_type === 'payout' && !matching.has(reference_id)) wanted.add(id).add(reference_id);
		wanted.delete('');
		const isWanted = ({ uuid, balanceId = '', parent = '', isPaid, status }: PaymentRecord) =>
			[uuid, balanceId, parent].some((id) => wanted.has(id)) || !(isPaid || endedAs(status, '') !== null);
		const year = { from: new Date(period.from.getTime() - LONGEST_PERIOD), to: period.from };
		// A service that does not list so far back refuses. Then there is nothing to find.
		const begun = await exceptWhere(isRefused, () => beginLists(item.client, [year]));
		if (!begun) return;
		const more = requestsLeft(begun);
		if (more > left - 1 && Number.isFinite(more)) done.look_ups_left_out += more;
		else await readPayouts(begun, records, (record) => isWanted(record) && matching.add(record));
	}

	/** What entries name. Refunds first: nothing but the detail of their payin shows them. */
	async readNamed(): Promise<void> {
		if (this.lacks('refund')) await this.readEach([...this.refundNames(), ...this.listed.refunded]);
		const { hidden, listed, lackingLinks } = this;
		if (this.lacks('payin'))
			await this.readEach([...hidden.keys(), ...listed.reference, ...this.unknownPayments(), ...lackingLinks]);
		// The entry of a payment may name it by the uuid that only the detail of its link shows.
		if (this.bareLinks.size > 0 && this.unknownPayments().length > 0) await this.readEach(this.bareLinks);
	}

	/** An entry may name the refund itself, or nothing. Then any payment that was received may be the refunded one. */
	async readLikelyRefunded(): Promise<void> {
		const { hidden, bareLinks, paidLinks, listed } = this;
		if (!this.lacks('refund') || !this.refundNames().some((uuid) => !this.matching.has(uuid))) return;
		await this.see();
		const received = [...hidden.keys(), ...bareLinks, ...paidLinks, ...listed.received];
		const candidates = received.filter((uuid) => !this.asked.has(uuid));
		for (let size = FIRST_LOOK_UPS; this.lacks('refund') && candidates.length > 0; size *= 2) {
			await this.readEach(candidates.splice(0, this.left > 0 ? size : candidates.length));
			await this.see();
		}
	}

	/** Gives out what was kept back in vain. @returns what the summary says */
	end(): LookedUp {
		for (const [uuid, record] of this.hidden) if (!this.matching.has(uuid)) this.matching.add(record);
		return this.done;
	}

	/** Sees what is still missing. */
	private async see(): Promise<void> {
		this.missing = await finish(this.matching.missing(this.read.entries));
	}

	/** Whether a payment of one of these kinds is missing, or one of any kind. */
	private lacks(...kinds: ('payin' | 'payout' | 'refund')[]): boolean {
		return this.missing.has('') || kinds.some((kind) => this.missing.has(kind));
	}

	private refundNames(): string[] {
		const { entries, later } = this.read;
		return [...namedBy('refund', entries), ...namedBy('refund', later)];
	}

	private unknownPayments(): string[] {
		return namedBy('payment', this.read.entries).filter((uuid) => !this.matching.has(uuid));
	}

	/** Reads the details of payments that have not been read, as many as may be. */
	private async readEach(uuids: Iterable<string>): Promise<void> {
		const named = [...uuids].map((uuid) => this.paymentOfLink.get(uuid) ?? uuid);
		const fresh = [...new Set(named)].filter((uuid) => !this.asked.has(uuid));
		const now = fresh.slice(0, this.left);
		this.left -= now.length;
		this.done.look_ups_left_out += fresh.length - now.length;
		for (const uuid of fresh) this.asked.add(uuid);
		await inParallel(now, LANES, async (uuid) => await this.readOne(uuid));
	}

	private async readOne(uuid: string): Promise<void> {
		const { item, records, matching } = this;
		const link = this.links.get(uuid);
		await exceptWhere(isRefused, async () => {
			if (link) return this.addLink(await readLink(item.client, link.uuid));
			const payin = await readPayin(item.client, uuid);
			const record = records.payin(payin);
			matching.add(record);
			for (const refund of refundsIn({ ...payin })) matching.add(records.refund(refund, record));
		});
	}

	private addLink(link: ShownLink): void {
		const { transaction_info: payment, ...rest } = link;
		const refunds = refundsIn(rest, { ...payment });
		const record = this.records.link(link);
		const { uuid, isPaid, lacks } = record;
		if (lacks === 'facts' && ![uuid, link.uuid].some((each) => this.asked.has(each))) this.hidden.set(uuid, record);
		else this.matching.add(record);
		if (refunds.length > 0 && !this.refundsShown.has(uuid)) {
			this.refundsShown.add(uuid);
			for (const refund of refunds) this.matching.add(this.records.refund(refund, record));
		}
		this.paymentOfLink.set(link.uuid, uuid);
		if (isPaid) (uuid === link.uuid ? this.bareLinks : this.paidLinks).add(uuid);
		if (lacks !== undefined) this.lackingLinks.add(uuid);
		// What its detail may show besides is read when it is needed.
		if (lacks !== undefined || refunds.length === 0) this.links.set(uuid, link);
		else this.asked.add(uuid);
	}
}

const namedBy = (type: string, among: readonly LedgerEntry[]): string[] =>
	among.flatMap(({ transaction_type, reference_id }) => (transaction_type === type ? [reference_id] : []));

/** @throws NodeOperationError where an expression gives no number */
function mostLookUpsOf(item: ItemCall): number {
	const most = numberIn(item.options.mostLookUps ?? MOST_LOOK_UPS);
	if (most >= 0) return most;
	throw item.refusal('Most Look-Ups must be a number, 0 or above', 'Correct the expression.');
}

const refundsIn = (...places: IDataObject[]) => (refundListOf(...places) ?? []) as ShownRefund[];
