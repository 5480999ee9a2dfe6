/** Payloads with made-up values, one per shape: v2 payments and balances. */

export const notificationTarget = { endpoint_url: 'https://hook.shop.test/p', authorization_header: 'Bearer one' };
export const masked = { ...notificationTarget, authorization_header: '****' };
export const createdAt = '2031-03-04T05:06:07.000+0000';

export const payinBody = {
	payin_method_name: 'vn_<qr_scheme>_vnd',
	payin_method_params: {},
	amount: 150000,
	currency: 'VND',
	name: 'Ada Byron',
	email: 'ada@shop.test',
	description: 'Order 77',
	gst: false,
	webhook_notification: notificationTarget,
	external_id: 'ord-77',
	expired_at: '2031-03-04T06:06:07',
	metadata: { cart: 'c-9' },
};

export const payinCreated = {
	uuid: 'K7QX2M9D',
	name: 'Ada Byron',
	email: 'ada@shop.test',
	external_id: 'ord-77',
	status: 'pending',
	stage: 'normal_stage',
	pay_code: { qr_string: '000201AB' },
	currency: 'VND',
	gst: false,
	amount: '150000.0',
	gst_amount: '0.0',
	total: '150000.0',
	paid_amount: '0.0',
	payment_method: 'vn_<qr_scheme>_vnd',
	description: 'Order 77',
	is_refundable: false,
	expired_at: '2031-03-04T06:06:07.000+0000',
	pay_by: '2031-03-04T06:06:07.000+0000',
	metadata: { cart: 'c-9' },
	webhook_notification: masked,
};

export const payin = {
	...payinCreated,
	status: 'received',
	created_at: createdAt,
	is_cancellable: false,
	payin_method_name: 'vn_<qr_scheme>_vnd',
	refunds: [
		{
			uuid: 'R1',
			amount: '30.0',
			description: 'Late parcel',
			status: 'received',
			external_id: null,
			created_at: createdAt,
		},
	],
};

export const refundAnswer = {
	total_amount: '80.0',
	refund_amount: '30.0',
	description: 'Late parcel',
	payin_request: { uuid: 'K7QX2M9D', status: 'return_pending', currency: 'AUD', amount: '80.0', is_refundable: true },
};

export const payinMethodRecord = {
	currency: 'AUD',
	symbol: '$',
	logo: '',
	payin_method_name: 'au_payid_npp_aud',
	description: 'Fast transfer',
	payin_method_params: { callback_url: 'string:Mandatory return address' },
	banks: [],
	payment_type: 'pay_in',
	is_refundable: false,
	is_cancellable: false,
	require_contact: true,
	require_kyc: false,
	min_amount: 15,
	max_amount: 9000,
};

export const payoutMethodRecord = {
	currency: 'VND',
	symbol: '₫',
	logo: '',
	payout_method_name: 'vn_bank_vnd',
	description: 'Bank transfer',
	payout_method_params: { account_number: 'string:Mandatory', branch_code: 'string:Optional above 300,000,000' },
	banks: [{ code: 'AAAAVNVX', name: 'First Bank', short_name: null }],
	payment_type: 'pay_out',
	is_refundable: false,
	is_cancellable: false,
	require_contact: false,
	require_kyc: false,
	min_amount: 1,
	max_amount: 500_000_000,
};

export const payoutBody = {
	payout_method_name: 'id_bank_idr',
	currency: 'IDR',
	description: 'March wages',
	webhook_notification: notificationTarget,
	scheduled_at: '2031-03-04T06:06:07',
	external_id: 'run-3',
	payout_transaction_details: [
		{
			first_name: 'Ada',
			last_name: 'Byron King',
			email: 'ada@shop.test',
			amount: 75000,
			payout_method_params: { bank_code: 'AAAAIDJA', account_number: 112233, account_name: 'Ada Byron' },
			external_id: 'w-1',
		},
	],
};

export const payoutBatch = {
	uuid: 'P4TT81QX',
	currency: 'IDR',
	payout_method_name: 'id_bank_idr',
	description: 'March wages',
	total_amount: '75000',
	status: 'created',
	scheduled_at: null,
	external_id: 'run-3',
	webhook_notification: masked,
	payout_transactions: [
		{
			uuid: 'T9AB33KD',
			balance_id: null,
			payee: 'Ada Byron',
			email: 'ada@shop.test',
			amount: '75000.00',
			payout_method_params: { bank_code: 'AAAAIDJA', account_number: '00112233' },
			status: 'created',
			error_message: null,
			external_id: 'w-1',
			created_at: createdAt,
		},
	],
};

export const payoutDetail = {
	...payoutBatch,
	status: 'Rejected',
	error_code: '<svc>_PAYOUT1',
	error_message: 'Top up',
};

export const balance = {
	currency: 'AUD',
	available_balance: 100.5,
	incoming_balance: 0,
	outgoing_balance: 3,
	rolling_reserve_balance: 0,
	withdrawable_balance: 100.5,
};

export const balanceHistory = {
	from_date: '2031-03-01T00:00:00Z',
	to_date: '2031-03-02T00:00:00Z',
	account_type: 'aggregated',
	size: 20,
	next_cursor: null,
	has_more: false,
	records: [
		{
			id: '3F21A0C4-9B7E55D1',
			amount: 97.5,
			request_type: 'money_in',
			transaction_type: 'payment',
			currency: 'AUD',
			payment_method: 'au_payid_npp_aud',
			status: 'done',
			reference_id: 'K7QX2M9D',
			balance_detail: { outgoing: 100, total: 97.5, fees: 2.5 },
			created_at: '2031-03-01T02:00:00Z',
		},
	],
};

export const audHistory = {
	data: [
		{
			id: 'e1',
			type: 'refund_issued',
			amount: -12.5,
			balance_after: 88,
			reference_id: 'K7QX2M9D',
			description: 'Refund',
			created_at: createdAt,
		},
	],
	total: 1,
	page: 1,
};
