import fc from 'fast-check';
import type { PaymentEvent } from '../../../core/events';
import {
	comesTooLate,
	confirmEvent,
	nameBalanceEntry,
	nameEvent,
	nameSettlementReport,
	needsDetail,
	recordLagsBehind,
	statusFact,
} from '../../../core/events';
import { paymentStatuses, payoutStatuses } from '../../../core/statuses';
import { notifications as contract } from '../../../contract/notifications';
import * as notifications from './notifications';

const { payin, latePayin, card, payout, checkoutLink, payid, gatewayLink, identityCheck, virtualAccount } =
	notifications;

/** The name of something that must be recognised. */
function named(body: unknown): PaymentEvent {
	const event = nameEvent(body);
	if (event === null) throw new Error('not recognised');
	return event;
}

const idOf = (body: unknown) => named(body).event_id;

/** The same value with the keys of every object in another order. */
function shuffled(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(shuffled);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.reverse()
			.map(([key, inner]) => [key, shuffled(inner)]),
	);
}

const without = (body: object, ...keys: string[]) =>
	Object.fromEntries(Object.entries(body).filter(([key]) => !keys.includes(key)));

const withRefund = (status: string, refund_amount: string) => ({
	...payin,
	status,
	refund_information: { total_amount: '80.0', refund_amount, description: 'Late parcel' },
});

/** The answer of GET detail about the same payin: other fields, a list of refunds instead of refund_information. */
const detail = (status: string, ...refunds: [amount: unknown, status: string][]) => ({
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
	refunds: refunds.map(([amount, refundStatus], index) => ({ uuid: `R${index}`, amount, status: refundStatus })),
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
		['bare credentials', virtualAccount, { event_type: 'payinCredentials.notification', uuid: null, is_final: false }],
		['wrapped credentials', { pay_code: virtualAccount }, { event_type: 'payinCredentials.notification', uuid: null }],
		['credentials with a uuid', { uuid: 'A', pay_code: virtualAccount }, { source: 'payinCredentials', uuid: 'A' }],
		['card by its method', card, { event_type: 'card.authorised', is_final: false }],
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
		['AUD payout', { id: 5, status: 'completed', total_amount: '5.0' }, { source: 'payout', uuid: '5' }],
		[
			'checkout link',
			checkoutLink,
			{ event_type: 'checkoutLink.received', uuid: 'L5WM20ZC', external_id: 'ord-78', amount: '5000', currency: 'JPY' },
		],
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

describe('event_id', () => {
	const all = { payin, latePayin, virtualAccount, card, payout, checkoutLink, payid, gatewayLink, identityCheck };

	it.each(Object.entries(all))('is the same for every copy of one event: %s', (_, body) => {
		const id = idOf(body);
		expect(idOf(shuffled(body))).toBe(id);
		expect(idOf({ ...body, received_at: '2031-03-04T05:21:07Z' })).toBe(id);
		expect(idOf({ ...body, webhook_notification: { endpoint_url: 'https://other.test' }, nonce: 'n-2' })).toBe(id);
	});

	it('does not depend on how times, amounts and letters are written', () => {
		expect(idOf({ ...payin, expired_at: '' })).toBe(idOf(payin));
		expect(idOf({ ...payid, paid_at: '2031-03-04T05:06:07.000+0000' })).toBe(
			idOf({ ...payid, paid_at: '2031-03-04T06:06:07+01:00', total: 110 }),
		);
		const unknown = { payment_id: 1, expired_at: '2031-03-04T06:06:07.000+0000' };
		expect(idOf({ ...unknown, expired_at: '2031-03-04T06:06:07Z' })).toBe(idOf(unknown));
		expect(idOf({ ...unknown, expired_at: '2031-03-04T06:06:08Z' })).not.toBe(idOf(unknown));
		expect(idOf({ ...payout, status: 'PROCESSING' })).toBe(idOf(payout));
	});

	it('differs between events of one payment, and between payments', () => {
		const bodies = [
			...paymentStatuses.map((status) => ({ ...payin, status })),
			...payoutStatuses.map((status) => ({ ...payout, status })),
			...paymentStatuses.map((status) => ({
				...checkoutLink,
				transaction_info: { ...checkoutLink.transaction_info, status },
			})),
			...paymentStatuses.map((status) => ({ ...payid, status })),
			{ ...payin, uuid: 'K7QX2M9E' },
			{ ...payin, uuid: null },
			{ ...payin, uuid: null, amount: '81.0' },
			latePayin,
			{ ...latePayin, payment_method: 'kr_bank_va_kyc_krw', uuid: 'other' },
			{ ...virtualAccount, account_number: '0011224' },
			virtualAccount,
			{ ...checkoutLink, transaction_info: { ...checkoutLink.transaction_info, uuid: 'TX80QQ1C' } },
			{ ...payid, balance_id: '3F21A0C4-9B7E55D2' },
			{ ...payid, stage: 'overpaid' },
			gatewayLink,
			{ ...gatewayLink, payment_id: 918 },
			{ ...gatewayLink, status: 'pending' },
			identityCheck,
			{ ...identityCheck, status: 'failed' },
			{ ...identityCheck, identity: { kyc_statuses: [{ status: 'failed' }, { status: 'pending' }] } },
			{ ...identityCheck, email: 'max@shop.test' },
		];
		expect(new Set(bodies.map(idOf)).size).toBe(bodies.length);
	});

	it('tells credentials that arrive from the pending payment before them, for late methods alone', () => {
		expect(idOf(latePayin)).not.toBe(idOf({ ...latePayin, pay_code: null }));
		expect(idOf({ ...latePayin, pay_code: {} })).toBe(idOf({ ...latePayin, pay_code: null }));
		const hosted = { ...payin, status: 'pending' };
		expect(idOf({ ...hosted, pay_code: { payment_url: 'https://pay' } })).toBe(idOf(hosted));
	});

	it('changes when one transaction of a batch that stays processing fails, and not with their order', () => {
		const [first, second] = payout.payout_transactions;
		const failed = {
			...payout,
			payout_transactions: [{ ...first, status: 'failed', error_message: 'no account' }, second],
		};
		expect(idOf(failed)).not.toBe(idOf(payout));
		expect(idOf({ ...payout, payout_transactions: [first, { ...second, status: 'failed' }] })).not.toBe(idOf(failed));
		expect(idOf({ ...payout, payout_transactions: [second, first] })).toBe(idOf(payout));
	});

	it('tells two partial refunds apart by amount; of the same amount only the refund records can', () => {
		const first = withRefund('partially_refunded', '30.0');
		expect(idOf(first)).not.toBe(idOf(withRefund('partially_refunded', '20.0')));
		expect(idOf(first)).toBe(idOf(withRefund('partially_refunded', '30.00')));

		const seen = named(first);
		const once = confirmEvent(seen, detail('received', ['30.0', 'received']));
		const twice = confirmEvent(seen, detail('received', ['30.0', 'received'], ['30.0', 'received']));
		expect(once?.event_id).toBe(seen.event_id);
		expect(twice?.event_id).not.toBe(seen.event_id);
	});

	it('tells refunds of a link apart even where the link shows nothing of them', () => {
		const link = (paid_amount: number) => ({
			...checkoutLink,
			transaction_info: { ...checkoutLink.transaction_info, status: 'partially_refunded', paid_amount },
		});
		expect(idOf(link(4000))).not.toBe(idOf(link(3000)));
		expect(idOf(link(4000))).toBe(idOf(link(4000)));
	});
});

describe('a record of the service and the notification about the same state', () => {
	it.each(['waiting', 'received', 'expired', 'failed', 'pending'])('share their event_id: payin %s', (status) => {
		expect(idOf(detail(status))).toBe(idOf({ ...payin, status }));
		expect(idOf(without(detail(status), 'refunds'))).toBe(idOf({ ...payin, status }));
	});

	it.each([
		['return_pending', '30.0', detail('return_pending', ['30.00', 'pending'])],
		['partially_refunded', '30.0', detail('partially_refunded', [30, 'received'])],
		['partially_refunded', '30.0', detail('received', ['30.0', 'received'])],
		['partially_refunded', '20.0', detail('received', ['30.0', 'received'], ['20.0', 'received'])],
		['return_received', '50.0', detail('return_received', ['30.0', 'received'], ['50.0', 'received'])],
		['return_rejected', '30.0', detail('return_rejected', ['30.0', 'rejected'])],
		['return_expired', '30.0', detail('return_expired', ['30.0', 'expired'])],
	])('share their event_id: payin %s of %s', (status, amount, record) => {
		expect(named(record)).toMatchObject({ event_type: `payin.${status}` });
		expect(idOf(record)).toBe(idOf(withRefund(status, amount)));
	});

	it('share their event_id: card, late credentials, payout', () => {
		expect(idOf({ ...without(card, 'token', 'sender_details'), stage: 'normal_stage' })).toBe(idOf(card));
		expect(idOf({ ...latePayin, stage: 'normal_stage', pay_by: '2031-03-05T00:00:00Z' })).toBe(idOf(latePayin));
		expect(idOf(without(payout, 'error_code', 'error_message'))).toBe(idOf(payout));
	});

	it('needs the detail where a list cannot tell the refund', () => {
		expect(needsDetail(without(detail('return_pending'), 'refunds'))).toBe(true);
		expect(needsDetail(detail('return_pending', ['30.0', 'pending']))).toBe(false);
		expect(needsDetail(withRefund('return_pending', '30.0'))).toBe(false);
		expect(needsDetail(detail('received'))).toBe(false);
	});
});

describe('confirmEvent', () => {
	it('believes the record about what happened since', () => {
		expect(confirmEvent(named({ ...payin, status: 'pending' }), detail('received'))).toEqual(named(detail('received')));
		const late = confirmEvent(named(payin), detail('return_received', ['80.0', 'received']));
		expect(late?.event_id).toBe(idOf(withRefund('return_received', '80.0')));
	});

	it.each([
		['authorised', 'pending'],
		['failed', 'expired'],
		['in_dispute', 'received'],
		['dispute_lost', 'received'],
	])('keeps %s, which records do not show, over %s', (notified, recorded) => {
		const seen = named({ ...payin, status: notified });
		expect(confirmEvent(seen, detail(recorded))).toMatchObject({ status: notified, event_id: seen.event_id });
	});

	it('keeps a card a card and a dispute a dispute after a partial refund', () => {
		const seen = named({ uuid: payin.uuid, status: 'in_dispute', token: { id: 'tok_1' } });
		const confirmed = confirmEvent(seen, {
			...detail('received', ['30.0', 'received']),
			payment_method: '',
			payin_method_name: '',
		});
		expect(confirmed).toMatchObject({ event_type: 'card.in_dispute', event_id: seen.event_id });
	});

	it('says so when the record is about something else', () => {
		expect(confirmEvent(named(payin), { ...detail('received'), uuid: 'OTHER' })).toBeNull();
		expect(confirmEvent(named(payin), { ...payout, uuid: payin.uuid })).toBeNull();
		expect(confirmEvent(named(payin), null)).toBeNull();
		expect(confirmEvent(named(virtualAccount), virtualAccount)).toBeNull();
	});

	it('notices a record that is older than its notification', () => {
		const seen = named(payin);
		const lagging = confirmEvent(seen, detail('pending'));
		const current = confirmEvent(seen, detail('received'));
		expect(lagging && recordLagsBehind(seen, lagging)).toBe(true);
		expect(current && recordLagsBehind(seen, current)).toBe(false);
	});
});

describe('comesTooLate', () => {
	/** Tells of each status of one payment in turn, and remembers it. */
	function order(body: (status: string) => unknown, ...statuses: string[]): boolean[] {
		const facts = new Set<string>();
		return statuses.map((status) => {
			const event = named(body(status));
			const late = comesTooLate(event, (fact) => facts.has(fact));
			const fact = statusFact(event);
			if (fact !== null) facts.add(fact);
			return late;
		});
	}
	const aPayin = (status: string) => ({ ...payin, status });
	const aPayout = (status: string) => ({ ...payout, status });
	const aLink = (status: string) => ({ ...checkoutLink, transaction_info: { status, uuid: 'T' } });

	it('flags what only ever precedes a status seen', () => {
		expect(order(aPayin, 'received', 'pending')).toEqual([false, true]);
		expect(order(aPayin, 'return_received', 'received', 'return_pending')).toEqual([false, true, true]);
		expect(order(aPayin, 'received', 'expired', 'failed')).toEqual([false, true, true]);
		expect(order(aPayin, 'dispute_lost', 'in_dispute')).toEqual([false, true]);
		expect(order(aPayout, 'completed', 'processing', 'created')).toEqual([false, true, true]);
		expect(order(aPayout, 'Rejected', 'created')).toEqual([false, true]);
	});

	it('flags nothing that is or may be in order', () => {
		const dispute = ['pending', 'authorised', 'waiting', 'received', 'partially_refunded', 'in_dispute', 'received'];
		expect(order(aPayin, ...dispute)).not.toContain(true);
		expect(
			order(aPayin, 'received', 'return_pending', 'return_rejected', 'return_pending', 'partially_refunded'),
		).not.toContain(true);
		expect(order(aPayin, 'return_received', 'in_dispute')).not.toContain(true);
		expect(order(aPayin, 'expired', 'received')).not.toContain(true);
		expect(order(aPayout, 'created', 'scheduled', 'processing', 'scheduled', 'completed')).not.toContain(true);
		expect(order(aLink, 'pending', 'failed', 'pending', 'received')).not.toContain(true);
		expect(order(aPayin, 'on_hold', 'pending', 'on_hold')).not.toContain(true);
	});

	it('never claims an order between the payments of one static PayID', () => {
		expect(
			order((status) => ({ ...payid, status }), 'received', 'pending', 'return_received', 'received'),
		).not.toContain(true);
	});

	it('lets every status through in some order that it can happen in', () => {
		for (const status of paymentStatuses) expect(order(aPayin, status)).toEqual([false]);
	});

	it('keeps the payments apart, and a card with its payin', () => {
		const facts = new Set([statusFact(named(payin))]);
		const knows = (fact: string) => facts.has(fact);
		expect(comesTooLate(named({ ...payin, status: 'pending', uuid: 'OTHER' }), knows)).toBe(false);
		expect(comesTooLate(named({ ...card, status: 'pending', uuid: payin.uuid }), knows)).toBe(true);
		expect(comesTooLate(named(virtualAccount), knows)).toBe(false);
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
		const event = nameBalanceEntry(entry);
		expect(event).toMatchObject({
			event_type: 'balance.entry',
			source: 'balance',
			uuid: entry.id,
			status: 'waiting',
			amount: '97.5',
		});
		expect(nameBalanceEntry(shuffled(entry))).toEqual(event);
		expect(nameBalanceEntry({ ...entry, status: 'done' })?.event_id).not.toBe(event?.event_id);
		expect(nameBalanceEntry({ ...entry, balance_detail: { ...entry.balance_detail, fees: 3 } })?.event_id).not.toBe(
			event?.event_id,
		);
		expect(nameBalanceEntry({ status: 'done' })).toBeNull();
	});

	it('names settlement reports once, whatever address their file has today', () => {
		const event = nameSettlementReport(report);
		expect(event).toMatchObject({
			event_type: 'settlement_report.available',
			status: 'available',
			uuid: 'rep-1',
			amount: '500',
		});
		expect(nameSettlementReport({ ...report, file_url: 'https://f.test/2' })?.event_id).toBe(event?.event_id);
		expect(nameSettlementReport({ ...report, id: 'rep-2' })?.event_id).not.toBe(event?.event_id);
		expect(nameSettlementReport([report])).toBeNull();
	});
});
