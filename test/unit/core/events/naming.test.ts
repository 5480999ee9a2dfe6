import fc from '../../../seeded';
import { nameAs, nameEvent, type PaymentEvent } from '../../../../core/events';
import { balance } from '../../../../core/events/sources/balance';
import { settlementReport } from '../../../../core/events/sources/settlementReport';
import { notifications as contract } from '../../../../contract/notifications';
import {
	card,
	checkoutLink,
	gatewayLink,
	identityCheck,
	latePayin,
	named,
	payid,
	payin,
	payout,
	shuffled,
	virtualAccount,
} from './notifications';

it.each([
	['completed', 'payout'],
	['rejected', 'payout'],
	['failed', 'payin'],
	['expired', 'payin'],
])('takes a body of uuid, %s and external id alone for that of a %s', (status, source) => {
	expect(nameEvent({ uuid: 'K7QX2M9D', status, external_id: 'run-3' })).toMatchObject({ source, status });
});

describe('nameEvent', () => {
	it.each([
		['payin', payin],
		['payin', latePayin],
		['payinCredentials', virtualAccount],
		['card', card],
		['payout', payout],
		['checkoutLink', checkoutLink],
		['payid', payid],
		['gatewayLink', gatewayLink],
		['identityCheck', identityCheck],
	] as const)('is tried with what the contract calls a notification: %s', (source, body) => {
		expect(contract[source].safeParse(body).error?.issues ?? []).toEqual([]);
	});

	it('names a payin in the shape both triggers emit', () => {
		expect(named(payin)).toEqual({
			event_id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
			event_type: 'payin.received',
			source: 'payin',
			uuid: 'K7QX2M9D',
			external_id: 'ord-77',
			status: 'received',
			is_final: true,
			amount: '80.0',
			currency: 'AUD',
		});
	});

	it.each<[string, unknown, Partial<PaymentEvent>]>([
		[
			'payin of a status nobody knows',
			{ ...payin, status: 'on_hold' },
			{ event_type: 'payin.on_hold', is_final: false },
		],
		['payin without a status', { ...payin, status: undefined }, { event_type: 'payin.notification', status: null }],
		['payin by uuid and status alone', { uuid: 'A', status: 'received' }, { source: 'payin', uuid: 'A', amount: null }],
		['payin without a uuid', { ...payin, uuid: '' }, { event_type: 'payin.received', uuid: null }],
		['late credentials in a payment', latePayin, { event_type: 'payinCredentials.pending', uuid: payin.uuid }],
		['late credentials, then the money', { ...latePayin, status: 'received' }, { event_type: 'payin.received' }],
		[
			'an account of a method that has it from the start',
			{ ...latePayin, payment_method: 'usdc_bank' },
			{ event_type: 'payin.pending' },
		],
		['bare credentials', virtualAccount, { event_type: 'payinCredentials.notification', uuid: null, is_final: false }],
		['wrapped credentials', { pay_code: virtualAccount }, { event_type: 'payinCredentials.notification', uuid: null }],
		['credentials with a uuid', { uuid: 'A', pay_code: virtualAccount }, { source: 'payinCredentials', uuid: 'A' }],
		...[
			{ uuid: 'A' },
			{ uuid: 'A', external_id: 'ord-77', currency: 'JPY' },
			{ uuid: 'A', payment_method: 'jp_bank_jpy', external_id: 'ord-77' },
			{ uuid: 'A', status: 'pending', external_id: 'ord-77' },
			{ ...latePayin, uuid: 'A', pay_code: null },
			{ ...latePayin, uuid: 'A', pay_code: {} },
			{ status: 'pending' },
			{ order_id: 'o-1' },
			{ payment_id: 7, status: 'pending' },
		].map((beside): [string, unknown, Partial<PaymentEvent>] => [
			`credentials beside ${Object.keys(beside).join()}`,
			{ ...virtualAccount, ...beside },
			{ source: 'payinCredentials', uuid: 'uuid' in beside ? 'A' : null },
		]),
		['Argentine ones beside a uuid', { uuid: 'A', alias: 'pago.ada.shop' }, { source: 'payinCredentials', uuid: 'A' }],
		...[
			{ status: 'received' },
			{ status: 'pending', payment_method: 'usdc_bank' },
			{ status: 'pending', account_number: undefined },
		].map((beside): [string, unknown, Partial<PaymentEvent>] => [
			`payin with account details, ${JSON.stringify(beside)}`,
			{ uuid: 'A', ...virtualAccount, ...beside },
			{ source: 'payin' },
		]),
		['payin with an address', { uuid: 'A', payment_method: 'x', payment_url: 'https://p' }, { source: 'payin' }],
		['gateway link that is paid', { ...gatewayLink, ...virtualAccount }, { source: 'gatewayLink' }],
		['gateway link with an address', { payment_id: 7, payment_url: 'https://p' }, { source: 'gatewayLink' }],
		[
			'checkout link with its address',
			{ uuid: 'A', status: 'pending', payment_url: 'https://p' },
			{ source: 'checkoutLink' },
		],
		['late address to pay at beside the uuid', { uuid: 'A', payment_url: 'https://p' }, { source: 'payinCredentials' }],
		...[undefined, 'pending'].map((status): [string, unknown, Partial<PaymentEvent>] => [
			`late account and an address beside the uuid and the status ${status}`,
			{ uuid: 'A', status, account_number: '7654321', payment_url: 'https://p' },
			{ source: 'payinCredentials' },
		]),
		[
			'late account beside the status and the email',
			{ ...virtualAccount, status: 'pending', email: 'a@b.test', name: 'Ada Byron' },
			{ source: 'payinCredentials' },
		],
		...[{}, { uuid: 'A' }, { uuid: 'A', status: 'pending' }].map((beside): [string, unknown, Partial<PaymentEvent>] => [
			`late account in an object beside ${JSON.stringify(beside)}`,
			{ ...beside, bank_information: { bank_name: 'Woori', account_number: '7654321' } },
			{ source: 'payinCredentials' },
		]),
		[
			'late account beside an object that shows none',
			{ ...virtualAccount, bank_information: { account_number: null, bank_name: null } },
			{ source: 'payinCredentials' },
		],
		['PayID with an address', { ...payid, uuid: 'A', payment_url: 'https://p' }, { source: 'payid' }],
		['PayID with the address of a link', { ...payid, payment_link_url: 'https://p' }, { source: 'payid' }],
		['gateway link with a total', { ...gatewayLink, total_amount: '110.0' }, { source: 'gatewayLink' }],
		['gateway link with a payee', { ...gatewayLink, payee: 'Corner Shop' }, { source: 'gatewayLink' }],
		[
			'gateway link of a shop',
			{ ...gatewayLink, id: 5, merchant_name: 'Shop', amount: '5' },
			{ source: 'gatewayLink' },
		],
		[
			'gateway link with a uuid and an address',
			{ ...gatewayLink, uuid: 'A', payment_url: 'https://p' },
			{ source: 'gatewayLink' },
		],
		...['pending', 'failed'].map((status): [string, unknown, Partial<PaymentEvent>] => [
			`identity check with a uuid, ${status}`,
			{ ...identityCheck, identity: undefined, uuid: 'C1', status },
			{ event_type: `identityCheck.${status}` },
		]),
		[
			'identity check with the id of a contact',
			{ email: 'a@b.test', first_name: 'Ada', id: 7, merchant_name: 'Shop', status: 'failed' },
			{ event_type: 'identityCheck.failed' },
		],
		['PayID with account details', { ...payid, ...virtualAccount, status: undefined }, { source: 'payid' }],
		[
			'AUD payout with account details',
			{ ...virtualAccount, payee: 'Ada Byron', uuid: 'A', status: 'pending' },
			{ source: 'payout' },
		],
		['card by its method', card, { event_type: 'card.authorised', is_final: false }],
		[
			'payin whose notification has the fields of a card empty (specification: "Webhook object")',
			{ ...payin, sender_details: { card: { card_type: '', card_brand: null } }, token: {} },
			{ event_type: 'payin.received' },
		],
		[
			'PayID with a uuid and a status that payouts have, too: its further fields are not specified',
			{ ...payid, uuid: 'P-1', status: 'completed' },
			{ source: 'payid', uuid: 'P-1' },
		],
		['card by its details alone', { ...payin, sender_details: card.sender_details }, { event_type: 'card.received' }],
		['card by a local method name', { ...payin, payment_method: 'jp_card_jpy' }, { source: 'card' }],
		[
			'card by its 3DS request',
			{ uuid: 'A', status: 'pending', pay_code: { '3ds_url': 'https://3ds' } },
			{ source: 'card' },
		],
		['no card: a bank in Cardiff', { ...payin, payment_method: 'uk_cardiff_gbp' }, { source: 'payin' }],
		['payout', payout, { event_type: 'payout.processing', amount: '150000', external_id: 'run-3', is_final: false }],
		['rejected payout', { ...payout, status: 'Rejected' }, { event_type: 'payout.rejected', is_final: true }],
		[
			'payout by its status alone',
			{ uuid: 'A', status: 'Completed' },
			{ event_type: 'payout.completed', is_final: true },
		],
		['payin whose status is also a word of payouts', { ...payin, status: 'processing' }, { source: 'payin' }],
		[
			'payin that tells of its refund',
			{ uuid: 'A', status: 'received', total_amount: '8', refund_amount: '3' },
			{ source: 'payin' },
		],
		[
			'one transaction of a payout',
			{
				uuid: 'T-1',
				payee: 'Ada Byron',
				payout_method_params: { bsb: '062000' },
				status: 'failed',
				external_id: 'w-1',
			},
			{ source: 'payout', external_id: 'w-1' },
		],
		...['payee', 'bsb', 'payid_type', 'is_retry'].map((key): [string, unknown, Partial<PaymentEvent>] => [
			`AUD payout that failed, by its ${key}`,
			{ uuid: 'T-2', amount: '5.00', status: 'failed', [key]: key === 'is_retry' ? false : 'email' },
			{ event_type: 'payout.failed', is_final: true },
		]),
		['payin whose record has a field of payouts', { ...payin, status: 'failed', bsb: '062000' }, { source: 'payin' }],
		['payin with an empty one', { uuid: 'A', status: 'failed', bsb: null }, { source: 'payin' }],
		['PayID of a kind', { ...payid, payid_type: 'email' }, { source: 'payid' }],
		['AUD payout', { id: 5, status: 'completed', total_amount: '5.0' }, { source: 'payout', uuid: '5' }],
		[
			'checkout link',
			checkoutLink,
			{ event_type: 'checkoutLink.received', uuid: 'L5WM20ZC', external_id: 'ord-78', amount: '5000', currency: 'JPY' },
		],
		[
			'checkout link that shows its amount in its payment alone',
			{
				...checkoutLink,
				amount: null,
				transaction_info: { ...checkoutLink.transaction_info, amount: '50.0', total: '51.5' },
			},
			{ amount: '50.0' },
		],
		['checkout link with another status at its top', { ...checkoutLink, status: 'pending' }, { status: 'received' }],
		['checkout link nobody opened', { ...checkoutLink, transaction_info: null, status: 'expired' }, { is_final: true }],
		[
			'PayID',
			payid,
			{ event_type: 'payid.received', uuid: '4411', external_id: 'inv-5', currency: 'AUD', is_final: true },
		],
		['static PayID', { ...payid, status: undefined }, { event_type: 'payid.notification', status: null }],
		['gateway link', gatewayLink, { source: 'gatewayLink', uuid: '917', external_id: 'ord-79', is_final: false }],
		['identity check', identityCheck, { event_type: 'identityCheck.pending', uuid: null, is_final: false }],
		[
			'identity check without a status of its own',
			{ email: 'a@b.test', identity: identityCheck.identity },
			{ status: 'pending' },
		],
		['identity check, short', { email: 'a@b.test', status: 'approved' }, { event_type: 'identityCheck.approved' }],
	])('recognises: %s', (_, body, expected) => {
		expect(named(body)).toMatchObject(expected);
	});

	// Written out from the specification (section "States"), the words that it does not show among them.
	const FOLLOWED = 'pending authorised waiting return_pending in_dispute';
	const FINAL =
		'received expired failed partially_refunded return_received return_expired return_rejected dispute_lost';

	it.each<[string, (status: string) => object, followed: string, final: string]>([
		['payin', (status) => ({ ...payin, status }), FOLLOWED, FINAL],
		['card', (status) => ({ ...card, status }), FOLLOWED, FINAL],
		['checkoutLink', (status) => ({ ...checkoutLink, transaction_info: { status } }), FOLLOWED, FINAL],
		['payid', (status) => ({ ...payid, status }), `${FOLLOWED} active`, FINAL],
		[
			'payout',
			(status) => ({ ...payout, status }),
			'created processing scheduled',
			'completed expired cancelled Rejected failed',
		],
	])('knows of each status of a %s whether it is final', (source, inStatus, followed, final) => {
		for (const [statuses, isFinal] of [
			[followed, false],
			[final, true],
		] as const) {
			for (const status of statuses.split(' ')) {
				const event_type = `${source}.${status.toLowerCase()}`;
				expect(named(inStatus(status))).toMatchObject({ event_type, is_final: isFinal });
			}
		}
	});

	it.each([
		{},
		{ amount: '5000', currency: 'JPY' },
		{ order_id: '77' },
		{ total_amount: '5000' },
		{ kyc_status: 'approved' },
		{ id: 12, merchant_name: 'Shop' },
	])('knows the content of a pay_code beside %j', (beside) => {
		const payCode = { account_name: 'Shop', account_number: '7654321', bank_name: 'Mizuho' };
		expect(named({ ...payCode, ...beside }).source).toBe('payinCredentials');
	});

	it.each([
		null,
		true,
		7,
		'received',
		[],
		[payin],
		{},
		{ hello: 'world' },
		{ uuid: 'A' },
		{ status: 'received' },
		{ uuid: ['A'], status: { is: 'received' } },
		{ transaction_info: 'received' },
	])('knows nothing of %j', (body) => {
		expect(nameEvent(body)).toBeNull();
	});

	it('keeps an amount as it was sent', () => {
		expect(named({ ...payin, amount: '0080.100' }).amount).toBe('0080.100');
		expect(named({ ...payin, amount: '12345678901234567890.12' }).amount).toBe('12345678901234567890.12');
		expect(named({ ...payin, amount: 97.5 }).amount).toBe('97.5');
		expect(named({ ...payin, amount: { value: 80 } }).amount).toBeNull();
	});

	it('answers to any JSON, however odd its types and names', () => {
		const key = fc.constantFrom(
			...Object.keys({ ...payin, ...payout, ...checkoutLink, ...payid, ...gatewayLink }),
			'x',
		);
		const odd = fc.dictionary(key, fc.jsonValue());
		fc.assert(
			fc.property(fc.oneof(fc.jsonValue(), odd), (body) => {
				const event = nameEvent(body);
				if (event !== null) expect(event.event_id).toMatch(/^evt_[0-9a-f]{32}$/);
			}),
			{ numRuns: 1000 },
		);
		expect(nameEvent(JSON.parse('{"__proto__":{"uuid":"A","status":"received"}}'))).toBeNull();
	});

	it('refuses what is nested too deep to be stored, without overflowing', () => {
		const nested = (levels: number) => JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels)) as unknown;
		expect(nameEvent({ ...payin, metadata: nested(90) })).not.toBeNull();
		expect(nameEvent({ ...payin, metadata: nested(100) })).toBeNull();
		expect(nameEvent({ ...payin, metadata: nested(5000) })).toBeNull();
	});
});

describe('what only the polling trigger finds', () => {
	const entry = {
		id: '3F21A0C4-9B7E55D1',
		amount: 97.5,
		request_type: 'money_in',
		transaction_type: 'payment',
		currency: 'AUD',
		status: 'waiting',
		balance_detail: { outgoing: 100, total: 97.5, fees: 2.5 },
		created_at: '2031-03-01T02:00:00Z',
	};
	const report = {
		id: 'rep-1',
		report_frequency: 'daily',
		summary: { settled_amount: 500 },
		file_url: 'https://f.test/1',
	};

	it('names balance entries, new and changed', () => {
		const event = nameAs(balance, entry);
		expect(event).toMatchObject({
			event_type: 'balance.entry',
			source: 'balance',
			uuid: entry.id,
			status: 'waiting',
			amount: '97.5',
		});
		expect(nameAs(balance, shuffled(entry))).toEqual(event);
		expect(nameAs(balance, { ...entry, status: 'done' })?.event_id).not.toBe(event?.event_id);
		expect(nameAs(balance, { ...entry, transaction_type: 'refund' })?.event_id).not.toBe(event?.event_id);
		expect(nameAs(balance, { ...entry, request_type: 'money_out' })?.event_id).not.toBe(event?.event_id);
		expect(nameAs(balance, { ...entry, balance_detail: { ...entry.balance_detail, fees: 3 } })?.event_id).not.toBe(
			event?.event_id,
		);
		expect(nameAs(balance, { status: 'done' })).toBeNull();
	});

	it('names settlement reports once, whatever address their file has today', () => {
		const event = nameAs(settlementReport, report);
		expect(event).toMatchObject({
			event_type: 'settlement_report.available',
			status: 'available',
			uuid: 'rep-1',
			amount: '500',
		});
		expect(nameAs(settlementReport, { ...report, file_url: 'https://f.test/2' })?.event_id).toBe(event?.event_id);
		expect(nameAs(settlementReport, { ...report, id: 'rep-2' })?.event_id).not.toBe(event?.event_id);
		expect(nameAs(settlementReport, [report])).toBeNull();
	});
});
