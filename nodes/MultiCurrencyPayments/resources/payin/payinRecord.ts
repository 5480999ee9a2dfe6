import type { IDataObject } from 'n8n-workflow';
import { fieldsWhere, isObject } from '../../../../core/objects';
import { refundListOf } from '../../../../core/payments/refundList';
import { isEmpty, type ItemCall } from '../../run/itemCall';
import { paymentRow } from '../../form/presentation';

/** What a customer has to know in order to pay, as far as the specification names it ("Payin (v2)", pay_code). */
const WHERE_TO_PAY = [
	'payment_url',
	'account_name',
	'account_number',
	'bank_name',
	'branch_name',
	'swift_code',
	'qr_string',
	'pay_id',
] as const;

/** A payin as the item wants it: a row, or the record as it came. */
export function presentPayin(item: Pick<ItemCall, 'isSimple'>, record: object): IDataObject {
	const whole = record as IDataObject;
	if (!item.isSimple) return whole;
	const { pay_code: code, ...payin } = whole;
	return paymentRow(payin, 'customer', {
		customer: payin.name,
		method: payin.payment_method ?? payin.payin_method_name,
		error_message: payin.error_message ?? (isObject(code) ? code.error_message : undefined),
		uuid: payin.uuid,
		created_at: payin.created_at,
		...whereToPay(code),
		expired_at: payin.expired_at,
		pay_by: payin.pay_by,
		stage: payin.stage,
		total: payin.total,
		gst_amount: payin.gst_amount,
		paid_amount: payin.paid_amount,
		is_refundable: payin.is_refundable,
		is_cancellable: payin.is_cancellable,
		refunds: refundListOf(payin),
		email: payin.email,
		metadata: payin.metadata,
	});
}

/** A column for each thing, and one for what the method adds. Older payments carry their `pay_code` as text. */
function whereToPay(code: unknown): Record<string, unknown> {
	const { bank_information: bank, ...own } = isObject(code) ? code : { pay_code: code };
	const all: Record<string, unknown> = { ...(isObject(bank) && bank), ...own };
	const others = fieldsWhere(all, (value, name) => !isEmpty(value) && !WHERE_TO_PAY.some((known) => known === name));
	return {
		...Object.fromEntries(WHERE_TO_PAY.map((name) => [name, all[name]])),
		pay_code: isObject(code) ? others : code,
	};
}
