import { createdAt, masked, notificationTarget } from './v2Examples';

/** Payloads with made-up values: reports, contacts, hosted checkout, v1, notifications. */

export const settlementReport = {
	id: 'rep-1',
	file_name: 'aud-2031-03-03.csv',
	file_type: 'csv',
	currency: 'AUD',
	report_frequency: 'daily',
	period_start: '2031-03-03T00:00:00Z',
	period_end: '2031-03-04T00:00:00Z',
	created_at: createdAt,
	summary: {
		settlement_count: 2,
		settled_amount: 180.25,
		settled_fee: 2.5,
		closing_balance: 1200,
		closing_balance_at: '2031-03-04T00:00:00Z',
	},
	file_url: 'https://files.example.test/rep-1?signature=abc',
};

export const contactBody = {
	email: 'ada@shop.test',
	first_name: 'Ada',
	last_name: 'Byron',
	type: 'individual',
	dob: '1990-12-10',
	phone: '+61-400000000',
	gender: 'female',
	street: '1 High St',
	city: 'Perth',
	postal_code: '6000',
	state: 'WA',
	country: 'AU',
};

export const linkBody = {
	amount: 5000,
	description: 'Deposit',
	sender_info: { email: 'ada@shop.test', first_name: 'Ada', last_name: 'Byron' },
	payin_method_code: null,
	redirect_url: { success: 'https://shop.test/ok' },
	webhook_notification: notificationTarget,
	meta_data: { external_id: 'ord-78' },
};

export const linkNotification = {
	uuid: 'L5WM20ZC',
	expires_at: '2031-03-04T05:36:07.123Z',
	payment_link_url: 'https://pay.example.test/L5WM20ZC',
	payin_method_code: 'jp_bank_jpy',
	amount: 5000,
	email: 'ada@shop.test',
	description: 'Deposit',
	webhook_notification: masked,
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

export const staticPayidBody = {
	name: 'Corner Shop 24',
	email: 'ada@shop.test',
	prefix_static_payid: 'corner.shop24',
	customer_notification: notificationTarget,
};

export const oneTimePayidBody = {
	name: 'Ada Byron',
	gst: true,
	amount: 100,
	description: 'Invoice 5',
	emails: 'ada@shop.test,bill@shop-2.test',
	payment_request_notification: notificationTarget,
	metadata: { invoice: 5 },
};

export const payidObject = {
	id: 4411,
	balance_id: '3F21A0C4-9B7E55D1',
	name: 'Ada Byron',
	request_payid: 'ab12cd@pay.example.test',
	merchant_name: 'Corner Shop',
	gst: true,
	amount: '100.0',
	total: '110.0',
	gst_amount: '10.0',
	status: 'pending',
	stage: 'normal',
	external_id: 'inv-5',
};

const billing = {
	first_name: 'Ada',
	last_name: 'Byron',
	phone: '+61400000000',
	email: 'ada@shop.test',
	country_code: 'AU',
	state: 'WA',
	postal_code: '6000',
	city: 'Perth',
	address: '1 High St',
};

export const gatewayBody = {
	order_id: 'o-1',
	amount: 10.5,
	description: 'Order 1',
	order_success_url: 'https://shop.test/ok',
	payment_gateway_notification: notificationTarget,
	order_details: { billing_details: billing, items: [{ id: 1, name: 'Cup', quantity: '1', price: '10.50' }] },
};

export const byPayid = {
	payee: "Ada O'Byron",
	email: 'a@shop.test',
	amount: 5,
	payid: 'ada@shop.test',
	payid_type: 'email',
};
export const byBankAccount = {
	payee: 'Bill',
	email: 'b@shop.test',
	amount: 5,
	bsb: '062-000',
	account_number: '12345678',
};

export const audPayoutBody = {
	payout_transaction_details: [byPayid],
	description: 'March wages',
	endpoint_url: 'https://hook.shop.test/o',
	authorization_header: 'Bearer one',
};

export const audPayout = {
	id: 7,
	uuid: 'd2a6f1b0-0000-4000-8000-000000000000',
	status: 'created',
	description: 'March wages',
	total_amount: '5.00',
	scheduled_at: null,
	is_retry: false,
	external_id: null,
	created_at: createdAt,
	payout_transactions: [{ uuid: 'T1', ...byPayid, amount: '5.00', status: 'created', error_message: null }],
};

export const payinNotification = {
	uuid: 'K7QX2M9D',
	name: 'Ada Byron',
	email: 'ada@shop.test',
	external_id: 'ord-77',
	status: 'received',
	pay_code: null,
	currency: 'AUD',
	amount: '80.0',
	total: '80.0',
	paid_amount: '80.0',
	is_refundable: true,
	payment_method: 'au_payid_npp_aud',
	expired_at: '',
	metadata: { cart: 'c-9' },
	webhook_notification: masked,
	created_at: createdAt,
};

export const cardNotification = {
	...payinNotification,
	status: 'authorised',
	payment_method: 'card',
	pay_code: { '3ds_url': 'https://bank.example.test/3ds' },
	sender_details: { card: { card_type: 'credit', card_brand: 'visa', card_last_4: '4242', card_country: 'AU' } },
	token: { id: 'tok_0123456789abcdef0123', type: 'card' },
};

export const lateCredentials = {
	bank_name: 'First Bank',
	branch_code: '001',
	account_number: '1234567',
	account_name: 'Shop',
	expired_timestamp: '2031-03-05T00:00:00',
};

export const identityCheck = {
	...contactBody,
	status: 'approved',
	identity: {
		issue_country: 'AU',
		id_doc_type: 'passport',
		document_number: 'N1',
		kyc_statuses: [{ status: 'approved', message: null }],
	},
};

export const cardPayment = { ...cardNotification, amount: 80, total: 80, paid_amount: 0 };
