import type { IDataObject } from 'n8n-workflow';
import { shownBy } from '../../../core/events';
import { endOfRecord, isPaidAs } from '../../../core/paymentMatch';
import { isShown } from '../../service/answers';
import type { ShownLink } from '../../service/checkoutLinks';
import { paymentOf } from '../../service/checkoutLinks';
import type { ItemCall } from '../form/itemCall';
import { asText } from '../form/itemCall';
import { hasExpired } from '../form/presentation';

/**
 * The uuid, or the number, in an item that may be the record of a payment itself, such as one that was waited for in vain; empty where the
 * record shows that the payment has come to its end: then another one is meant.
 */
export function openRecordIn({ n8n, index }: Pick<ItemCall, 'n8n' | 'index'>): string {
	const record = n8n.getInputData()[index]?.json ?? {};
	// Rows of a table have numbers, too, but only this node puts this beside one.
	const number = record.idempotency === undefined ? undefined : record.id;
	const uuid = asText(record.uuid ?? number ?? (record.batch as IDataObject | undefined)?.uuid);
	return uuid === '' || hasEnded(record) ? '' : uuid;
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
