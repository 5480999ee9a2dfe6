import { anyReason, namedReason, textOfPage } from '../../../../core/service/refusalReason';

const reasonOf = (body: unknown) => namedReason(body) || anyReason(body);

it.each<[unknown, string]>([
	[['Account closed'], 'Account closed'],
	[['Account closed', 'Try another'], 'Account closed; Try another'],
	[[['Account closed']], 'Account closed'],
	[[{ reason: 'Account closed' }], 'reason: Account closed'],
	[[1042], '1042'],
	['Account closed', 'Account closed'],
	[{ why: 'Account closed', status: 422 }, 'Account closed'],
	[{ why: 'closed' }, 'why: closed'],
	[{ code: 1042 }, 'code: 1042'],
	[{ result: { info: 'Account closed', ok: false } }, 'info: Account closed'],
	[{ failures: { amount: 'is too small', email: 'is taken' } }, 'amount: is too small; email: is taken'],
	[{ data: [{ field: 'bsb', rule: 'length' }] }, 'field: bsb; rule: length'],
	[{ reason: 'Account closed', token: 'abc' }, 'Account closed'],
	[{ errors: {}, hint: 'Compte clôturé' }, 'Compte clôturé'],
	[{ 口座: '解約済み' }, '口座: 解約済み'],
	[{ error: true, info: 'Account closed' }, 'Account closed'],
	[{ error: 1, errors: 'true', info: 'Account closed' }, 'Account closed'],
	[{ error: 1042 }, '1042'],
	[{ error: 'Unprocessable Entity', details: 'Account closed' }, 'Account closed'],
	[{ error: 'UnprocessableEntity', error_description: 'Account closed' }, 'Account closed'],
	[{ message: '422 Unprocessable Content', error: 'Account closed' }, 'Account closed'],
	[{ error: 'not_found', message: 'Not Found here' }, 'Not Found here'],
	[{ error: 'Not Found', path: '/v2/payouts', status: 404 }, 'Not Found'],
	[{ error: 'Unauthorized', message: 'No funds', details: 'more' }, 'No funds'],
	[{ error: 'account_closed', details: 'more' }, 'account_closed'],
	[{ errors: { amount: true } }, 'amount: true'],
	[{ errors: { authorization_header: ["can't be blank"] } }, "authorization_header: can't be blank"],
	[{ why: 'Account closed', stack: 'at a line '.repeat(100) }, 'Account closed'],
])('of %j is told', (body, reason) => {
	expect(reasonOf(body)).toBe(reason);
});

it.each([
	...[{}, [], null, undefined, '', ' ', [null, {}, []], { status: 422 }, { statusCode: '400' }, { ok: false }],
	...[{ timestamp: '2031-03-04T05:06:07Z', path: '/v2/payouts', request_id: 'a1' }, { access_token: 'abc' }],
])('is empty where %j has none', (body) => {
	expect(reasonOf(body)).toBe('');
});

it('names a field by its label where nothing but fields is told', () => {
	expect(anyReason({ failures: [{ bank_code: 'unknown' }] }, (field) => field.toUpperCase())).toBe(
		'BANK_CODE: unknown',
	);
});

it.each<[unknown]>([
	[{ headers: { authorization: 'Bearer abcdefgh' }, secret_key: 'abc', why: 'Not allowed' }],
	[{ note: 'Not allowed', echo: `sk_${'a1'.repeat(20)}` }],
	[`Not allowed: sk_${'a1'.repeat(20)}`],
	[['Not allowed', 'a1'.repeat(20)]],
	[{ details: `Not allowed, key ${'a1'.repeat(20)}` }],
	[{ message: `Not allowed, key sk_live_${'a1'.repeat(12)}` }],
	[{ errors: { why: 'Not allowed', secret: 'abc', tokens: ['abc', 'abc'] } }],
	[{ errors: [{ field: 'api_key', message: 'abc' }, 'Not allowed'] }],
	[{ error: { authorization: 'Bearer abc', message: 'Not allowed' } }],
])('holds no secret of %j', (body) => {
	expect(reasonOf(body)).toContain('Not allowed');
	expect(reasonOf(body)).not.toMatch(/abc|a1a1/);
});

it.each([
	'0b8d1c6e-5a0f-4b7e-9a55-3f21a0c49b7e',
	'payout_transaction_details.3.email',
	'invoice-2031-03-04-order-000042',
	'FR7630006000011234567890189',
	'V1StGXR8_Z5jdHi6B-myT',
	'+61 412 345 678',
	'DE89 3704 0044 0532 0130 00',
])('keeps %s, which opens nothing', (what) => {
	const text = `No account ${what}`;
	for (const body of [[text], { message: text }, { errors: { account: text } }]) expect(reasonOf(body)).toContain(text);
});

it.each([{ why: 'no '.repeat(700) }, { errors: {}, info: { text: 'no '.repeat(700) } }, ['no '.repeat(700)]])(
	'is clipped where nothing but a long text is told',
	(body) => {
		expect(reasonOf(body)).toMatch(/(no ){90,}\w*…$/);
	},
);

it('is short, whatever comes', () => {
	const texts = Array.from({ length: 10_000 }, (_none, index) => `reason number ${index}`);
	const deep = texts.slice(0, 50).reduce<unknown>((inner, text) => ({ inner, text }), 'end');
	for (const body of [texts, { texts }, deep, 'no '.repeat(5_000), { errors: texts }])
		expect(reasonOf(body).length).toBeLessThanOrEqual(301);
});

it.each([
	['<p>Not today</p>', 'Not today'],
	['<html><head><title>403 Forbidden</title><style>p{}</style></head><body>nginx</body>', '403 Forbidden nginx'],
	[
		'<?xml version="1.0"?><Error><Code>E7</Code><Message>It&apos;s closed &amp; gone</Message></Error>',
		"E7 It's closed & gone",
	],
	['<script>let a = "x";', ''],
	['Not\r\n\u0000today', 'Not today'],
])('of the page %j is its text', (page, text) => {
	expect(textOfPage(page)).toBe(text);
});
