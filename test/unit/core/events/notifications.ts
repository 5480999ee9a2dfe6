/** One notification of every source, as the specification and the assumptions show them, and how to vary and name it. */

import { nameEvent, type PaymentEvent } from '../../../../core/events';

const target = { endpoint_url: 'https://hook.shop.test/p', authorization_header: '****' };

export const payin = {
	uuid: 'K7QX2M9D',
	name: 'Ada Byron',
	email: 'ada@shop.test',
	external_id: 'ord-77',
	status: 'received',
	pay_code: null as unknown,
	currency: 'AUD',
	amount: '80.0',
	total: '80.0',
	paid_amount: '80.0',
	is_refundable: true,
	payment_method: 'au_payid_npp_aud',
	expired_at: '2031-03-04T06:06:07.000+0000',
	metadata: { cart: 'c-9' },
	webhook_notification: target,
	created_at: '2031-03-04T05:06:07.000+0000',
};

export const virtualAccount = { bank_name: 'Kiraboshi', account_number: '0011223', account_name: 'Ada Byron' };

export const latePayin = {
	...payin,
	status: 'pending',
	payment_method: 'jp_bank_jpy',
	currency: 'JPY',
	pay_code: virtualAccount,
};

export const card = {
	...payin,
	uuid: 'C4RD0001',
	status: 'authorised',
	payment_method: 'card',
	token: { id: 'tok_0123456789abcdef0123', type: 'card' },
	sender_details: { card: { card_type: 'credit', card_brand: 'visa', card_last_4: '4242', card_country: 'AU' } },
};

const transaction = (uuid: string, payee: string) => ({
	uuid,
	balance_id: null,
	payee,
	email: 'payee@shop.test',
	amount: '75000.00',
	payout_method_params: { bank_code: 'AAAAIDJA', account_number: '00112233' },
	status: 'processing',
	error_message: null,
	external_id: `w-${uuid}`,
	created_at: '2031-03-04T05:06:07.000+0000',
});

export const payout = {
	uuid: 'P4TT81QX',
	currency: 'IDR',
	payout_method_name: 'id_bank_idr',
	description: 'March wages',
	total_amount: '150000',
	status: 'processing',
	scheduled_at: null,
	external_id: 'run-3',
	error_code: null,
	error_message: null,
	webhook_notification: target,
	payout_transactions: [transaction('T9AB33KD', 'Ada Byron'), transaction('T9AB33KE', 'Max Planck')],
};

export const checkoutLink = {
	uuid: 'L5WM20ZC',
	expires_at: '2031-03-04T05:36:07.123Z',
	payment_link_url: 'https://pay.example.test/L5WM20ZC',
	payin_method_code: 'jp_bank_jpy',
	amount: 5000,
	email: 'ada@shop.test',
	description: 'Deposit',
	webhook_notification: target,
	meta_data: { external_id: 'ord-78' },
	transaction_info: {
		uuid: 'TX80QQ1B',
		name: 'Ada Byron',
		currency: 'JPY',
		total: 5000,
		paid_amount: 5000,
		status: 'received',
	},
};

export const payid = {
	id: 4411,
	balance_id: '3F21A0C4-9B7E55D1',
	name: 'Ada Byron',
	request_payid: 'ab12cd@pay.example.test',
	merchant_name: 'Corner Shop',
	gst: true,
	amount: '100.0',
	total: '110.0',
	gst_amount: '10.0',
	status: 'received',
	stage: 'normal',
	nonce: 'n-1',
	external_id: 'inv-5',
};

export const gatewayLink = { payment_id: 917, order_id: 'ord-79', status: 'received' };

export const identityCheck = {
	email: 'ada@shop.test',
	first_name: 'Ada',
	last_name: 'Byron',
	type: 'individual',
	dob: '1815-12-10',
	phone: '+44 20 7946 0000',
	gender: 'female',
	street: '12 St James Square',
	city: 'London',
	postal_code: 'SW1Y 4JH',
	state: 'London',
	country: 'GB',
	status: 'pending',
	identity: {
		issue_country: 'GB',
		id_doc_type: 'passport',
		document_number: '123456789',
		kyc_statuses: [{ status: 'pending', message: '' }],
	},
};

/** The same notification in a refund status. */
export const withRefund = (status: string, refund_amount: string, description = 'Late parcel') => ({
	...payin,
	status,
	refund_information: { total_amount: '80.0', refund_amount, description },
});

/** The answer of GET detail about the same payin: other fields, a list of refunds instead of refund_information. */
export const detail = (status: string, ...refunds: [amount: unknown, status: string, description?: string][]) => ({
	uuid: payin.uuid,
	name: payin.name,
	email: payin.email,
	external_id: payin.external_id,
	status,
	stage: 'normal_stage',
	pay_code: { payment_url: 'https://pay.example.test/x' },
	currency: 'AUD',
	gst: false,
	amount: '80.00',
	payment_method: payin.payment_method,
	payin_method_name: payin.payment_method,
	is_cancellable: false,
	expired_at: '2031-03-04T06:06:07Z',
	created_at: '2031-03-04T05:06:07Z',
	refunds: refunds.map(([amount, refundStatus, description = 'Late parcel'], index) => ({
		uuid: `R${index}`,
		amount,
		description,
		status: refundStatus,
	})),
});

/** The name of something that must be recognised. */
export function named(body: unknown): PaymentEvent {
	const event = nameEvent(body);
	if (event === null) throw new Error('not recognised');
	return event;
}

export const idOf = (body: unknown) => named(body).event_id;

/** The same value with the keys of every object in another order. */
export function shuffled(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(shuffled);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.reverse()
			.map(([key, inner]) => [key, shuffled(inner)]),
	);
}
