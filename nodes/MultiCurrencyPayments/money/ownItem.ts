import type { IDataObject } from 'n8n-workflow';
import { shownBy } from '../../../core/events';
import { isDefaultKey } from '../../../core/idempotency';
import { endOfRecord, isPaidAs } from '../../../core/paymentMatch';
import { isShown } from '../../service/answers';
import type { ShownLink } from '../../service/checkoutLinks';
import { paymentOf } from '../../service/checkoutLinks';
import type { ItemCall } from '../form/itemCall';
import { asText } from '../form/itemCall';
import { hasExpired } from '../form/presentation';
import type { SentMemory, Twin } from './memory';

/** What an item tells of the payment that this node has made of it before, or failed to make. */
export interface OwnItem {
	/** The uuid of the payment and its key, as far as the item shows them; else the uuid of its batch. */
	names: readonly string[];
	/**
	 * - `open`: the payment was made and shows no end
	 * - `ended`: it was made and has ended without money
	 * - `failed`: the item failed, whatever became of its payment
	 */
	state: 'open' | 'ended' | 'failed';
}

/**
 * What an item tells of itself, the failure first: that may be of another node. Nothing where it is a failed item or record of no
 * payment, or where the payment was paid.
 */
export function ownItemsOf({ n8n, index }: Pick<ItemCall, 'n8n' | 'index'>): OwnItem[] {
	const record = n8n.getInputData()[index]?.json ?? {};
	const { uuid, batch, idempotency, message } = record as Record<string, IDataObject | undefined>;
	const key = asText(message?.key);
	// A field of the user's own may be called so.
	const isFailed = isDefaultKey(key) || (key !== '' && isShown(message?.remedy));
	const all: OwnItem[] = isFailed ? [{ names: [key], state: 'failed' }] : [];
	const own = shownIn(uuid, idempotency?.external_id);
	// A batch may have thousands of payments.
	const names = own.length > 0 ? own : shownIn(batch?.uuid);
	// Most items are records of nothing, and lists are long.
	const state = names.length > 0 ? stateOf(record) : undefined;
	return state ? [...all, { names, state }] : all;
}

const shownIn = (...names: unknown[]): string[] => names.map(asText).filter(Boolean);

/** @returns undefined where the payment was paid */
function stateOf(record: IDataObject): OwnItem['state'] | undefined {
	if (!hasEnded(record)) return 'open';
	return record.cancelled === true || endOfRecord(record) !== null ? 'ended' : undefined;
}

/**
 * The one of them that speaks of a payment of this node.
 * @param isIt whether a payment may be that of the item
 */
export const ownItemIn = (
	items: readonly OwnItem[],
	memory: SentMemory,
	isIt: (sent: Twin) => boolean = () => true,
): OwnItem | undefined =>
	items.find(({ names }) => names.some((name) => memory.sentUnder(name).some(isIt))) ?? items[0];

function hasEnded(record: IDataObject): boolean {
	const { wait, payment_url, payment_link_url, cancelled, simulated } = record;
	const { status } = paymentOf(record as Partial<ShownLink>);
	// A link may still be paid after a failed attempt.
	if (isShown(payment_url ?? payment_link_url) && asText(status).toLowerCase() === 'failed') return hasExpired(record);
	return (
		// What this node says of its own actions.
		cancelled === true ||
		simulated === true ||
		(wait as IDataObject | undefined)?.outcome === 'final' ||
		isPaidAs(status) ||
		endOfRecord(record) !== null ||
		['payin', 'checkoutLink', 'payid'].some((source) => shownBy(record, source).some(({ event }) => event.is_final))
	);
}
