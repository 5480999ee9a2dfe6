import {
	codedError,
	endpoints,
	errorCases,
	fieldErrors,
	notifications,
	payinMethodRecord,
	payoutMethodRecord,
	type BodyOf,
	type EndpointId,
	type NotificationSource,
} from '../../../contract';
import * as example from './examples';

type Schema = { parse(value: unknown): unknown };

const requests: [EndpointId, unknown][] = [
	['v1.staticPayid.create', example.staticPayidBody],
	['v1.gateway.create', example.gatewayBody],
	['v1.oneTimePayid.create', example.oneTimePayidBody],
	['v1.deposits.simulate', { account_number: '0011', amount: '5000', remitter_name: 'ｱﾀﾞ' }],
	['v1.payouts.create', { ...example.audPayoutBody, payout_transaction_details: [example.byPayid, example.byPayid] }],
	['v1.payouts.createFromFile', { ...fileForm('wages.csv'), is_retry: 'true' }],
	['v2.payins.create', example.payinBody],
	['v2.payins.create', { ...example.payinBody, payin_method_name: 'usdc_bank', currency: 'USDC', amount: undefined }],
	['v2.payins.refund', { uuid: 'K7QX2M9D', description: 'Late parcel', amount: 30, external_id: 'ref-1' }],
	['v2.payins.simulate', { uuid: 'K7QX2M9D', status: 'completed', amount: 1.5 }],
	['v2.payins.confirmOtp', { uuid: 'K7QX2M9D', code: '123456' }],
	['v2.payins.authorizeStk', { uuid: 'K7QX2M9D', pin: '1234' }],
	['v2.payouts.create', example.payoutBody],
	['v2.payouts.cancelScheduled', { uuid: 'P4TT81QX' }],
	['v2.payouts.simulate', { uuid: 'P4TT81QX', status: 'failed' }],
	['v2.banks.qrContent', { qr_content: '000201AB' }],
	['v2.banks.qrImage', { qr_image: 'data:image/png;base64,aGVsbG8=' }],
	['v2.transfers.simulate', { uuid: '3F21A0C4-9B7E55D1', status: 'completed' }],
	['v2.contacts.create', example.contactBody],
	['v2.contacts.shareToken', { email: 'ada@shop.test', token: 't' }],
	['v2.contacts.resendVerification', { email: 'ada@shop.test', resend_to: 'phone' }],
	['v3.links.create', example.linkBody],
	['v3.links.refund', { uuid: 'L5WM20ZC', description: 'Late parcel' }],
	['v2.cards.refundPayment', { uuid: 'C1', reason: 'Late parcel' }],
];

const answers: [EndpointId, unknown][] = [
	['v1.staticPayid.create', { name: 'Shop', email: 'a@b', status: 'active', customer_notification: example.masked }],
	['v1.gateway.accessToken', { access_token: 't', expires_in: 3600 }],
	['v1.gateway.create', { redirect_url: 'https://pay.example.test/1', payment_id: 9, order_id: 'o-1' }],
	['v1.oneTimePayid.create', example.payidObject],
	['v1.balances.detail', { ...example.balance, retrieved_at: '2031-03-04T05:06:07Z' }],
	['v1.balances.history', example.audHistory],
	['v1.payouts.create', example.audPayout],
	['v2.payins.methods', { records: [{ currency: 'AUD', payin_method_name: 'au_payid_npp_aud' }] }],
	['v2.payins.methodParams', { record: example.payinMethodRecord }],
	['v2.payins.create', example.payinCreated],
	['v2.payins.detail', example.payin],
	['v2.payins.list', { total: 1, page: 1, limit: 20, records: [example.payinCreated] }],
	['v2.payins.refund', example.refundAnswer],
	['v2.payins.simulate', { status: 'ok' }],
	['v2.payins.authorizeStk', { status: 'Ok' }],
	['v2.payouts.methods', { records: [{ currency: 'AUD', payout_method_name: 'au_bank_aud' }] }],
	['v2.payouts.methodParams', { record: example.payoutMethodRecord }],
	['v2.payouts.create', example.payoutBatch],
	['v2.payouts.detail', example.payoutDetail],
	['v2.payouts.branchCodes', { records: [{ code: '001', name: 'Main' }] }],
	['v2.banks.qrImage', { account_name: 'Ada', account_number: '1', bank_name: 'First', swift_code: 'AAAAVNVX' }],
	['v2.balances.detail', example.balance],
	['v2.balances.history', example.balanceHistory],
	['v2.contacts.detail', example.contactBody],
	['v2.settlements.list', { size: 20, next_cursor: null, has_more: false, records: [example.settlementReport] }],
	[
		'v3.links.create',
		{ uuid: 'L5WM20ZC', payment_url: 'https://pay.example.test/L', expired_at: '2031-03-04T05:36:07.000Z' },
	],
	[
		'v3.links.detail',
		{
			...example.linkNotification,
			sender_info: example.linkBody.sender_info,
			created_at: '2031-03-04T05:06:07Z',
			refunds: [],
		},
	],
	['v2.cards.detail', example.cardPayment],
];

const notified: [NotificationSource, unknown][] = [
	['payin', example.payinNotification],
	[
		'payin',
		{
			...example.payinNotification,
			status: 'failed',
			pay_code: { error_code: 'issuer_declined', error_message: 'No' },
		},
	],
	['payinCredentials', example.lateCredentials],
	['card', example.cardNotification],
	['payout', example.payoutDetail],
	['payout', example.audPayout],
	['checkoutLink', example.linkNotification],
	['payid', example.payidObject],
	['gatewayLink', { payment_id: 9, order_id: 'o-1', status: 'received' }],
	['identityCheck', example.identityCheck],
];

function fileForm(name: string) {
	const { description, endpoint_url, authorization_header } = example.audPayoutBody;
	return {
		description,
		endpoint_url,
		authorization_header,
		scheduled_at: '2031-03-04T06:06:07',
		file: new File(['payee'], name),
	};
}

function bodySchema(id: EndpointId): Schema {
	const contract = endpoints[id];
	if (!('body' in contract)) throw new Error(`${id} has no body`);
	return contract.body;
}

describe('example payloads', () => {
	it.each(requests)('%s takes its request', (id, body) => {
		expect(bodySchema(id).parse(body)).toMatchObject(body as object);
	});

	it.each(answers)('%s gives its answer, no field lost', (id, answer) => {
		expect((endpoints[id].response as Schema).parse(answer)).toEqual(answer);
	});

	it.each(notified)('%s notification parses, no field lost', (source, body) => {
		expect(notifications[source].parse(body)).toEqual(body);
	});

	it('fills in the defaults the specification states', () => {
		const link: BodyOf<'v3.links.create'> = endpoints['v3.links.create'].body.parse(example.linkBody);
		expect(link.expires_in).toBe(1800);
		const dates = { from_date: '2031-03-01', to_date: '2031-03-02' };
		expect(endpoints['v2.payins.list'].query.parse(dates)).toEqual({ ...dates, page: 1, per_page: 20 });
		expect(endpoints['v1.balances.history'].query.parse({ ...dates, page: '3' })).toMatchObject({
			page: 3,
			per_page: 20,
		});
		const moments = { from_date: '2031-03-01T00:00:00Z', to_date: '2031-03-02T00:00:00Z' };
		expect(endpoints['v2.balances.history'].query.parse(moments)).toEqual({ ...moments, size: 20 });
	});

	it('keeps statuses that only notifications use out of the create answer', () => {
		const answer = { ...example.payinCreated, status: 'in_dispute' };
		expect(endpoints['v2.payins.create'].response.safeParse(answer).success).toBe(false);
	});

	it('ties next_cursor to has_more', () => {
		const answer = { ...example.balanceHistory, has_more: true };
		expect(endpoints['v2.balances.history'].response.safeParse(answer).error?.issues[0].path).toEqual(['next_cursor']);
	});

	it('shows a card token at authorised and waiting only', () => {
		const body = { ...example.cardNotification, status: 'received' };
		expect(notifications.card.safeParse(body).error?.issues[0].path).toEqual(['token']);
	});

	it('never shows an authorization value in an answer', () => {
		const answer = { ...example.payinCreated, webhook_notification: example.notificationTarget };
		expect(endpoints['v2.payins.create'].response.safeParse(answer).error?.issues[0].path).toEqual([
			'webhook_notification',
			'authorization_header',
		]);
	});

	it.each(['string', 'string:Required name', 'Mandatory name'])('refuses the method parameter text %j', (text) => {
		const payin = { ...example.payinMethodRecord, payin_method_params: { key: text } };
		expect(payinMethodRecord.safeParse(payin).error?.issues[0].path).toEqual(['payin_method_params', 'key']);
		const payout = { ...example.payoutMethodRecord, payout_method_params: { key: text } };
		expect(payoutMethodRecord.safeParse(payout).error?.issues[0].path).toEqual(['payout_method_params', 'key']);
	});
});

describe('error bodies', () => {
	it('have the form the Errors table shows', () => {
		const { audBalanceCredentials, audBalanceHistoryDates, authorizeStkUnauthorised } = errorCases;
		audBalanceCredentials.body.parse({ error: 'Unauthorized', message: 'No such credentials' });
		audBalanceHistoryDates.body.parse({ error: 'UnprocessableEntity', message: 'from_date is missing' });
		authorizeStkUnauthorised.body.parse({ errors: { code: 'REQUIRE_LOGIN', message: 'Not Authorised' } });
		expect(audBalanceCredentials.body.safeParse({ error: 'UnprocessableEntity', message: '' }).success).toBe(false);
		expect(authorizeStkUnauthorised.body.safeParse({ errors: { code: 'OTHER', message: '' } }).success).toBe(false);
	});

	it('map fields to messages, or carry one code', () => {
		expect(fieldErrors.safeParse({ errors: { reason: "can't be blank" } }).success).toBe(true);
		expect(codedError.safeParse({ errors: { reason: "can't be blank" } }).success).toBe(false);
	});
});
