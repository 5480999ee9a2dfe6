import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../../../core/objects';
import { isEmpty, type ItemCall } from '../../run/itemCall';
import { paymentRow } from '../../form/presentation';

/** A batch as the item wants it: a row for each payee where it shows them, or the record as it came. */
export function presentAudBatch(item: Pick<ItemCall, 'isSimple'>, record: IDataObject): IDataObject[] {
	if (!item.isSimple) return [record];
	const { payout_transactions: payees, ...batch } = record;
	if (!Array.isArray(payees) || payees.length === 0 || !payees.every(isObject))
		return [presentAudPayment(item, { ...batch, amount: batch.amount ?? batch.total_amount, batch })];
	const { external_id, outcome, note } = batch;
	return (payees as IDataObject[]).map((payee) => {
		// The service may show none of a payee: then the file has that of its payment.
		const own = isEmpty(payee.external_id) ? { ...payee, external_id } : payee;
		return presentAudPayment(item, { ...own, outcome, ...(note !== undefined && { note }), batch });
	});
}

/** One payment as the item wants it: a row, or the record as it came. */
export function presentAudPayment(item: Pick<ItemCall, 'isSimple'>, record: IDataObject): IDataObject {
	if (!item.isSimple) return record;
	// Of what another process has made, only its External ID may be known.
	const batch = isObject(record.batch) ? (record.batch as IDataObject) : {};
	return paymentRow(record, 'payee', {
		currency: 'AUD',
		method: isEmpty(record.bsb) ? record.payid_type : 'bsb',
		error_message: record.error_message ?? batch.error_message,
		uuid: record.uuid ?? record.id,
		batch_uuid: batch.uuid ?? batch.id,
		batch_external_id: batch.external_id,
		created_at: record.created_at ?? batch.created_at,
		email: record.email,
		batch_status: batch.status,
		scheduled_at: batch.scheduled_at,
	});
}
