import type { BodyOf, ResponseOf } from '../../contract/endpoints';
import type { PayidObject } from '../../contract/payids';
import { merchantName } from '../engine/merchant';
import { serviceTimestamp } from '../engine/timestamps';
import { formatMoney, shareOf, type Money } from '../ledger/money';

/** A one-time PayID as the service keeps it. */
export interface OneTimePayid {
	readonly id: number;
	readonly payid: string;
	readonly request: BodyOf<'v1.oneTimePayid.create'>;
	readonly amount: Money;
	/** Including GST. */
	readonly total: Money;
	readonly expiresAt: Date;
	readonly createdAt: Date;
	balanceId: string;
	status: 'pending' | 'received' | 'expired';
	stage: 'normal' | 'overpaid' | 'underpaid';
	paidAt: Date | null;
}

/** A static PayID as the service keeps it. */
export interface StaticPayid {
	readonly payid: string;
	readonly request: BodyOf<'v1.staticPayid.create'>;
	readonly createdAt: Date;
	status: 'active' | 'expired';
}

/** Goods and services tax of Australia, in basis points. */
const GST_BASIS_POINTS = 1_000;

/** The service's fee on a PayID payment, in basis points. */
const FEE_BASIS_POINTS = 100;

/** The service's fee on a PayID payment. */
export const payidFee = (amount: Money): Money => shareOf(amount, FEE_BASIS_POINTS, 'AUD');

/** The tax on an AUD amount: a tenth when GST applies. */
export const gstOn = (amount: Money, gst: boolean): Money => (gst ? shareOf(amount, GST_BASIS_POINTS, 'AUD') : 0n);

/** The amounts of a PayID object: `amount` without tax, `total` with it (specification: PayIDObject). */
function payidAmounts(amount: Money, gst: boolean): Pick<PayidObject, 'gst' | 'amount' | 'gst_amount' | 'total'> {
	const tax = gstOn(amount, gst);
	return { gst, amount: formatMoney(amount), gst_amount: formatMoney(tax), total: formatMoney(amount + tax) };
}

/** The object of a one-time PayID, in answers and in the callback. */
export function oneTimePayidObject(one: OneTimePayid): PayidObject {
	const { request } = one;
	return {
		id: one.id,
		balance_id: one.balanceId,
		name: request.name ?? '',
		request_payid: one.payid,
		merchant_name: merchantName,
		...payidAmounts(one.amount, request.gst),
		expired_at: serviceTimestamp(one.expiresAt),
		external_id: request.external_id ?? null,
		cashback_amount: '0.0',
		pay_by: serviceTimestamp(one.expiresAt),
		paid_at: one.paidAt && serviceTimestamp(one.paidAt),
		status: one.status,
		description: request.description,
		nonce: null,
		stage: one.stage,
		refund_information: null,
		payment_request_notification: {
			endpoint_url: request.payment_request_notification.endpoint_url,
			authorization_header: '****',
		},
		metadata: request.metadata ?? {},
	};
}

/** A payment to a static PayID, or its expiry. */
export interface StaticPayidEvent {
	id: number;
	balanceId: string;
	amount: Money;
	status: string;
	paidAt: Date | null;
}

/** The object of a static PayID's callback. */
export const staticPayidObject = ({ payid, request }: StaticPayid, event: StaticPayidEvent): PayidObject => ({
	id: event.id,
	balance_id: event.balanceId,
	name: request.name,
	request_payid: payid,
	merchant_name: merchantName,
	...payidAmounts(event.amount, false),
	external_id: request.external_id ?? null,
	paid_at: event.paidAt && serviceTimestamp(event.paidAt),
	status: event.status,
});

/** A static PayID as the create call returns it. */
export function staticPayidRecord({ request, status }: StaticPayid): ResponseOf<'v1.staticPayid.create'> {
	const { name, email, address, phone, zip_code, city, state, external_id, customer_notification } = request;
	return {
		name,
		email,
		address: address ?? null,
		phone: phone ?? null,
		zip_code: zip_code ?? null,
		city: city ?? null,
		state: state ?? null,
		external_id: external_id ?? null,
		customer_notification: { endpoint_url: customer_notification.endpoint_url, authorization_header: '****' },
		status,
	};
}
