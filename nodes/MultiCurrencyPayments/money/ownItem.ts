import type { IDataObject } from 'n8n-workflow';
import { shownBy } from '../../../core/events';
import { endOfRecord, isPaidAs } from '../../../core/paymentMatch';
import { isShown } from '../../service/answers';
import type { ShownLink } from '../../service/checkoutLinks';
import { paymentOf } from '../../service/checkoutLinks';
import type { ItemCall } from '../form/itemCall';
import { asText } from '../form/itemCall';
import { hasExpired } from '../form/presentation';

/** What an item tells of the payment that this node has made of it before, or failed to make. */
export interface OwnItem {
	/** The uuid of the payment, or else of its batch, and its key: as far as the item shows them. */
	names: readonly string[];
	/**
	 * - `open`: the payment was made and shows no end
	 * - `ended`: it was made and has ended without money
	 * - `failed`: the item failed, whatever became of its payment
	 */
	state: 'open' | 'ended' | 'failed';
}

/** What an item tells of itself: nothing where it is a failed item or record of no payment, or where the payment was paid. */
export function ownItemOf({ n8n, index }: Pick<ItemCall, 'n8n' | 'index'>): OwnItem | undefined {
	const record = n8n.getInputData()[index]?.json ?? {};
	const { uuid, batch, idempotency, message } = record as Record<string, IDataObject | undefined>;
	const failedAs = asText(message?.key);
	if (failedAs !== '') return { names: [failedAs], state: 'failed' };
	const names = [uuid ?? batch?.uuid, idempotency?.external_id].map(asText).filter(Boolean);
	if (names.length === 0) return undefined;
	if (!hasEnded(record)) return { names, state: 'open' };
	return record.cancelled === true || endOfRecord(record) !== null ? { names, state: 'ended' } : undefined;
}

/** The same of a failed item alone. */
export function failedItemOf(item: Pick<ItemCall, 'n8n' | 'index'>): OwnItem | undefined {
	const own = ownItemOf(item);
	return own?.state === 'failed' ? own : undefined;
}

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
