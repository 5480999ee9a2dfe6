import {
	auPayidPayoutParams,
	endpoints,
	jpBankPayinParams,
	redirectPayinParams,
	thBankPayoutParams,
	ugBankPayoutParams,
} from '../../../contract';
import * as example from './examples';

interface Schema {
	safeParse(value: unknown): { success: boolean; error?: { issues: { path: PropertyKey[] }[] } };
}

const paths = (schema: Schema, value: unknown) =>
	(schema.safeParse(value).error?.issues ?? []).map(({ path }) => path.join('.'));

const bodyOf = {
	staticPayid: endpoints['v1.staticPayid.create'].body,
	oneTimePayid: endpoints['v1.oneTimePayid.create'].body,
	deposit: endpoints['v1.deposits.simulate'].body,
	audPayout: endpoints['v1.payouts.create'].body,
	payin: endpoints['v2.payins.create'].body,
	refund: endpoints['v2.payins.refund'].body,
	simulate: endpoints['v2.payins.simulate'].body,
	payout: endpoints['v2.payouts.create'].body,
	transfer: endpoints['v2.transfers.simulate'].body,
	contact: endpoints['v2.contacts.create'].body,
	resend: endpoints['v2.contacts.resendVerification'].body,
	link: endpoints['v3.links.create'].body,
	qrImage: endpoints['v2.banks.qrImage'].body,
};

const payoutWith = (change: object) => ({
	...example.payoutBody,
	payout_transaction_details: [
		example.payoutBody.payout_transaction_details[0],
		{ ...example.payoutBody.payout_transaction_details[0], ...change },
	],
});
const target = (endpoint_url: string) => ({ webhook_notification: { endpoint_url, authorization_header: 'x' } });

const refusals: [rule: string, schema: Schema, value: unknown, path: string][] = [
	[
		'a static PayID name begins with no space',
		bodyOf.staticPayid,
		{ ...example.staticPayidBody, name: ' Shop' },
		'name',
	],
	[
		'a static PayID name holds letters, digits, spaces',
		bodyOf.staticPayid,
		{ ...example.staticPayidBody, name: 'Shop & Co' },
		'name',
	],
	[
		'a static PayID prefix has 3 characters',
		bodyOf.staticPayid,
		{ ...example.staticPayidBody, prefix_static_payid: 'ab' },
		'prefix_static_payid',
	],
	[
		'a static PayID prefix has at most 35',
		bodyOf.staticPayid,
		{ ...example.staticPayidBody, prefix_static_payid: 'a'.repeat(36) },
		'prefix_static_payid',
	],
	[
		'a static PayID prefix is lower case',
		bodyOf.staticPayid,
		{ ...example.staticPayidBody, prefix_static_payid: 'Shop' },
		'prefix_static_payid',
	],
	[
		'a static PayID needs a notification',
		bodyOf.staticPayid,
		{ ...example.staticPayidBody, customer_notification: { authorization_header: 'x' } },
		'customer_notification.endpoint_url',
	],
	['a deposit amount is a string', bodyOf.deposit, { account_number: '1', amount: 5000 }, 'amount'],
	['a payin amount is a number', bodyOf.payin, { ...example.payinBody, amount: '150000' }, 'amount'],
	['a payin amount is positive', bodyOf.payin, { ...example.payinBody, amount: 0 }, 'amount'],
	['a payin amount is needed', bodyOf.payin, { ...example.payinBody, amount: undefined }, 'amount'],
	['a payin says whether GST applies', bodyOf.payin, { ...example.payinBody, gst: 'false' }, 'gst'],
	[
		'a payin has method parameters',
		bodyOf.payin,
		{ ...example.payinBody, payin_method_params: undefined },
		'payin_method_params',
	],
	[
		'a payin expiry is a day of the calendar',
		bodyOf.payin,
		{ ...example.payinBody, expired_at: '2031-02-30T00:00:00' },
		'expired_at',
	],
	[
		'a payin is notified over https',
		bodyOf.payin,
		{ ...example.payinBody, ...target('http://hook.shop.test') },
		'webhook_notification.endpoint_url',
	],
	[
		'a payout is notified over https',
		bodyOf.payout,
		{ ...example.payoutBody, ...target('http://hook.shop.test') },
		'webhook_notification.endpoint_url',
	],
	[
		'a payment link is notified over https',
		bodyOf.link,
		{ ...example.linkBody, ...target('http://hook.shop.test') },
		'webhook_notification.endpoint_url',
	],
	[
		'a static PayID is called back over https',
		bodyOf.staticPayid,
		{
			...example.staticPayidBody,
			customer_notification: { endpoint_url: 'http://hook.shop.test', authorization_header: 'x' },
		},
		'customer_notification.endpoint_url',
	],
	[
		'a payin is notified at an address',
		bodyOf.payin,
		{ ...example.payinBody, ...target('hook.shop.test') },
		'webhook_notification.endpoint_url',
	],
	['a refund has a reason of 5 characters', bodyOf.refund, { uuid: 'K7', description: 'late' }, 'description'],
	['a refund has a reason', bodyOf.refund, { uuid: 'K7' }, 'description'],
	['a simulation ends completed or failed', bodyOf.simulate, { uuid: 'K7', status: 'received' }, 'status'],
	['a transfer ends completed or failed', bodyOf.transfer, { uuid: '3F21A0C4-9B7E55D1', status: 'done' }, 'status'],
	[
		'a payout description has 5 characters',
		bodyOf.payout,
		{ ...example.payoutBody, description: 'wage' },
		'description',
	],
	[
		'a payout has a payee',
		bodyOf.payout,
		{ ...example.payoutBody, payout_transaction_details: [] },
		'payout_transaction_details',
	],
	[
		'a payout schedule carries no offset',
		bodyOf.payout,
		{ ...example.payoutBody, scheduled_at: '2031-03-04T06:06:07Z' },
		'scheduled_at',
	],
	[
		'a payee name has single spaces',
		bodyOf.payout,
		payoutWith({ first_name: 'Ada  May' }),
		'payout_transaction_details.1.first_name',
	],
	[
		'a payee name has no signs',
		bodyOf.payout,
		payoutWith({ last_name: "O'Hara" }),
		'payout_transaction_details.1.last_name',
	],
	['a payee amount is needed', bodyOf.payout, payoutWith({ amount: undefined }), 'payout_transaction_details.1.amount'],
	['an individual names its sort', bodyOf.contact, { ...example.contactBody, type: 'person' }, 'type'],
	['a verification goes to email or phone', bodyOf.resend, { email: 'a@b', resend_to: 'sms' }, 'resend_to'],
	['a link lives 900 seconds', bodyOf.link, { ...example.linkBody, expires_in: 899 }, 'expires_in'],
	['a link lives whole seconds', bodyOf.link, { ...example.linkBody, expires_in: 900.5 }, 'expires_in'],
	[
		'a link knows its customer',
		bodyOf.link,
		{ ...example.linkBody, sender_info: { email: 'a@b', last_name: 'Byron' } },
		'sender_info.first_name',
	],
	['a QR image is Base64', bodyOf.qrImage, { qr_image: 'not an image!' }, 'qr_image'],
	[
		'a v2 history moment is UTC with Z',
		endpoints['v2.balances.history'].query,
		{ from_date: '2031-03-01', to_date: '2031-03-02T00:00:00Z' },
		'from_date',
	],
	['a v1 history needs both dates', endpoints['v1.balances.history'].query, { from_date: '2031-03-01' }, 'to_date'],
	['a payin list needs both dates', endpoints['v2.payins.list'].query, { to_date: '2031-03-01' }, 'from_date'],
	[
		'a page number starts at 1',
		endpoints['v2.payouts.list'].query,
		{ from_date: '2031-03-01', to_date: '2031-03-02', page: '0' },
		'page',
	],
	['a balance names its currency', endpoints['v2.balances.detail'].query, { currency: 'aud' }, 'currency'],
	['pay_id_type is upper case', auPayidPayoutParams, { pay_id: 'a@b', pay_id_type: 'email' }, 'pay_id_type'],
	[
		'a Thai bank is known by its SWIFT code',
		thBankPayoutParams,
		{ account_number: '1', account_name: 'A', type: 'x', description: 'y', bank_code: '1' },
		'swift_code',
	],
	[
		'a Ugandan payout has a known reason',
		ugBankPayoutParams,
		{ account_number: '1', account_name: 'A', bank_code: '1', payment_reason: 'fun' },
		'payment_reason',
	],
	[
		'only romaji is transliterated',
		jpBankPayinParams,
		{ transliterate: true, first_name: 'Ada', last_name: 'バイロン' },
		'last_name',
	],
	[
		'a redirect method needs its callback',
		redirectPayinParams,
		{ failure_callback_url: 'https://shop.test/no' },
		'callback_url',
	],
];

describe('rules the specification states', () => {
	it.each(refusals)('%s', (_rule, schema, value, path) => {
		expect(paths(schema, value)).toEqual([path]);
	});

	it.each([
		['a contact with its email alone', bodyOf.contact, { email: 'ada@shop.test', type: 'organization' }],
		[
			'a one-time PayID with little more than its amount',
			bodyOf.oneTimePayid,
			{ ...example.oneTimePayidBody, name: undefined, emails: 'Ada', description: undefined },
		],
		[
			'a v1 payout in whatever form its values have',
			bodyOf.audPayout,
			{
				...example.audPayoutBody,
				description: 'w',
				payout_transaction_details: [{ payee: 'A, B', amount: 5, payid: '+61412345678', payid_type: 'phone' }],
			},
		],
	])('states no rule against %s', (_what, schema, value) => {
		expect(paths(schema, value)).toEqual([]);
	});

	it('accepts a loopback address for notifications over plain http', () => {
		expect(paths(bodyOf.payin, { ...example.payinBody, ...target('http://127.0.0.1:5678/webhook/x') })).toEqual([]);
	});

	it('leaves names alone when nothing is transliterated', () => {
		expect(jpBankPayinParams.parse({ last_name: 'バイロン' })).toEqual({ transliterate: false, last_name: 'バイロン' });
	});

	it.each([
		['mixes addressing methods', [example.byPayid, example.byBankAccount], ['1.bsb']],
		['carries both in one transaction', [{ ...example.byPayid, ...example.byBankAccount }], ['0.bsb']],
		['carries neither', [{ payee: 'Ada', email: 'a@b', amount: 5 }], ['0.payid']],
		['lacks payid_type', [{ ...example.byPayid, payid_type: undefined }], ['0.payid_type']],
		[
			'lacks account_number',
			[example.byBankAccount, { ...example.byBankAccount, account_number: undefined }],
			['1.account_number'],
		],
		['writes payid_type in upper case', [{ ...example.byPayid, payid_type: 'EMAIL' }], ['0.payid_type']],
	])('refuses a v1 payout that %s', (_case, payout_transaction_details, expected) => {
		const found = paths(bodyOf.audPayout, { ...example.audPayoutBody, payout_transaction_details });
		expect(found).toEqual(expected.map((path) => `payout_transaction_details.${path}`));
	});

	it('accepts a v1 payout by bank account throughout', () => {
		const details = [example.byBankAccount, example.byBankAccount];
		expect(paths(bodyOf.audPayout, { ...example.audPayoutBody, payout_transaction_details: details })).toEqual([]);
	});

	it('refuses a v1 payout without a transaction', () => {
		expect(paths(bodyOf.audPayout, { ...example.audPayoutBody, payout_transaction_details: [] })).toEqual([
			'payout_transaction_details',
		]);
	});
});
