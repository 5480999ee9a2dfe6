import type { IDataObject } from 'n8n-workflow';
import { attempt } from '../../../../core/attempt';
import { inLanes } from '../../../../core/parallelPages';
import { endedAs } from '../../../../core/payments/match';
import { refundListOf } from '../../../../core/refundList';
import type { LedgerEntry } from '../../../../core/reconciliation/entries';
import type { Matching } from '../../../../core/reconciliation/matching';
import type { PaymentRecord } from '../../../../core/reconciliation/payments';
import type { ShownLink } from '../../../service/checkoutLinks';
import { readLink } from '../../../service/checkoutLinks';
import { isNotFound, isRefused } from '../../../service/failure';
import { LANES } from '../../../service/lists';
import { readPayin } from '../../../service/payins';
import type { Period } from '../../../service/period';
import { finish } from '../../../service/timeSlice';
import type { ItemCall } from '../../form/itemCall';
import { numberIn } from '../../form/itemCall';
import type { Records, ShownRefund } from './records';
import { readEarlierPayouts, readLinks } from './records';

export const MOST_LOOK_UPS = 1000;

/** How many received payments are read first, where one of them must be the refunded one: then twice as many each time. */
const FIRST_LOOK_UPS = 50;

/** What has been read so far. */
interface Read {
	/** The days before the period as well. */
	period: Period;
	entries: readonly LedgerEntry[];
	/** Those after the period. */
	later: readonly LedgerEntry[];
	/**
	 * Payins by their uuid: those whose status or amount no list has shown, those without external ID, refunded ones, and
	 * received ones, which may be refunded in part.
	 */
	facts: ReadonlySet<string>;
	reference: ReadonlySet<string>;
	refunded: ReadonlySet<string>;
	received: ReadonlySet<string>;
}

/** What the summary says of it. */
export interface LookedUp {
	look_ups_left_out: number;
	/** Whether the lists of checkout links were read: only if something was missing. */
	checkout_links: 'not_needed' | 'read' | 'not_shown';
}

/**
 * Looks for what is expected and still missing where the lists of payins and payouts do not show it: among checkout links,
 * earlier payouts and refunds. A payin whose status or amount no list has shown is read in any case.
 * @throws {ServiceFailure} {PagingError}
 */
export async function lookUp(item: ItemCall, matching: Matching, records: Records, read: Read): Promise<LookedUp> {
	const { entries, later, period } = read;
	const done: LookedUp = { look_ups_left_out: 0, checkout_links: 'not_needed' };
	const links = new Map<string, ShownLink>();
	/** The payments of links, by the uuid of the link. */
	const paymentOfLink = new Map<string, string>();
	const [paidLinks, lackingLinks] = [new Set<string>(), new Set<string>()];
	/** Those that show no uuid of their payment. */
	const bareLinks = new Set<string>();
	const hidden = new Map<string, PaymentRecord>();
	const asked = new Set(['']);
	const refundsShown = new Set<string>();
	let left = mostLookUpsOf(item);
	let missing = new Set<string>();
	const lacks = (...kinds: string[]) => kinds.some((kind) => missing.has(kind));
	const add = (record: PaymentRecord) => matching.add(record);
	const addLink = (link: ShownLink) => {
		const { transaction_info: payment, ...rest } = link;
		const refunds = refundsIn(rest, { ...payment });
		const record = records.link(link);
		const isHidden = record.lacks === 'facts' && ![record.uuid, link.uuid].some((uuid) => asked.has(uuid));
		// A link without its payment would be found in its place.
		if (isHidden) hidden.set(record.uuid, record);
		else add(record);
		if (refunds?.length && !refundsShown.has(record.uuid)) {
			refundsShown.add(record.uuid);
			for (const refund of refunds) add(records.refund(refund, record));
		}
		paymentOfLink.set(link.uuid, record.uuid);
		if (record.isPaid) (record.uuid === link.uuid ? bareLinks : paidLinks).add(record.uuid);
		if (record.lacks !== undefined) lackingLinks.add(record.uuid);
		// What its detail may show besides is read when it is needed.
		if (record.lacks !== undefined || !refunds?.length) links.set(record.uuid, link);
		else asked.add(record.uuid);
	};
	const readEach = async (uuids: readonly string[]) => {
		const named = uuids.map((uuid) => paymentOfLink.get(uuid) ?? uuid);
		const fresh = [...new Set(named)].filter((uuid) => !asked.has(uuid));
		const now = fresh.slice(0, left);
		left -= now.length;
		done.look_ups_left_out += fresh.length - now.length;
		for (const uuid of fresh) asked.add(uuid);
		await inLanes(now, LANES, async (uuid) => await readOne(uuid));
	};
	const readOne = async (uuid: string) => {
		const link = links.get(uuid);
		const found = await attempt(async () => {
			if (link) return addLink(await readLink(item.client, link.uuid));
			const payin = await readPayin(item.client, uuid);
			const record = records.payin(payin);
			add(record);
			for (const refund of refundsIn({ ...payin }) ?? []) add(records.refund(refund, record));
		});
		if ('failure' in found && !isNotFound(found.failure) && !isRefused(found.failure)) throw found.failure;
	};
	const namedBy = (type: string, among: readonly LedgerEntry[]) =>
		among.flatMap(({ transaction_type, reference_id }) => (transaction_type === type ? [reference_id] : []));

	await readEach([...read.facts]);
	missing = await finish(matching.missing(entries));
	if (lacks('', 'payin', 'refund')) {
		done.checkout_links = (await readLinks(item, period, addLink)) ? 'read' : 'not_shown';
		missing = await finish(matching.missing(entries));
	}
	if (lacks('', 'payout')) {
		if (left === 0) done.look_ups_left_out++;
		else {
			const wanted = new Set<string>();
			for (const { id, transaction_type, reference_id } of [...entries, ...later])
				if (transaction_type === 'payout' && !matching.has(reference_id)) wanted.add(id).add(reference_id);
			wanted.delete('');
			const isWanted = ({ uuid, balanceId = '', parent = '', isPaid, status }: PaymentRecord) =>
				[uuid, balanceId, parent].some((id) => wanted.has(id)) || !(isPaid || endedAs(status, '') !== null);
			done.look_ups_left_out += await readEarlierPayouts(item, period.from, left - 1, records, (record) => {
				if (isWanted(record)) add(record);
			});
		}
	}
	// Refunds first: nothing but the detail of their payin shows them.
	if (lacks('', 'refund'))
		await readEach([...namedBy('refund', entries), ...namedBy('refund', later), ...read.refunded]);
	if (lacks('', 'payin')) {
		const unknown = namedBy('payment', entries).filter((uuid) => !matching.has(uuid));
		await readEach([...hidden.keys(), ...read.reference, ...unknown, ...lackingLinks]);
	}
	// The entry of a payment may name it by the uuid that only the detail of its link shows.
	if (bareLinks.size > 0 && namedBy('payment', entries).some((uuid) => !matching.has(uuid)))
		await readEach([...bareLinks]);
	// An entry may name the refund itself, or nothing. Then any payment that was received may be the refunded one.
	const refundNames = [...namedBy('refund', entries), ...namedBy('refund', later)];
	if (lacks('', 'refund') && refundNames.some((uuid) => !matching.has(uuid))) {
		missing = await finish(matching.missing(entries));
		const candidates = [...hidden.keys(), ...bareLinks, ...paidLinks, ...read.received].filter(
			(uuid) => !asked.has(uuid),
		);
		let size = FIRST_LOOK_UPS;
		while (lacks('', 'refund') && candidates.length > 0) {
			await readEach(candidates.splice(0, left > 0 ? size : candidates.length));
			size *= 2;
			missing = await finish(matching.missing(entries));
		}
	}
	for (const [uuid, record] of hidden) if (!matching.has(uuid)) add(record);
	return done;
}

/** @throws NodeOperationError where an expression gives no number */
function mostLookUpsOf(item: ItemCall): number {
	const most = numberIn(item.options.mostLookUps ?? MOST_LOOK_UPS);
	if (most >= 0) return most;
	throw item.refusal('Most Look-Ups must be a number, 0 or above', 'Correct the expression.');
}

const refundsIn = (...places: IDataObject[]) => (refundListOf(...places) ?? undefined) as ShownRefund[] | undefined;
