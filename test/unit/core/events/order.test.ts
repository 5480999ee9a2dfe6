import { comesTooLate, confirmEvent, milestone, recordLagsBehind } from '../../../../core/events';
import { paymentStatuses } from '../../../../core/events/payments';
import {
	card,
	checkoutLink,
	detail,
	idOf,
	named,
	payid,
	payin,
	payout,
	virtualAccount,
	withRefund,
} from './notifications';

describe('confirmEvent', () => {
	const confirmed = (body: object, record: unknown) => confirmEvent({ event: named(body), body }, record);

	it('believes the record about what happened since', () => {
		expect(confirmed({ ...payin, status: 'pending' }, detail('received'))).toEqual({
			events: [named(detail('received'))],
			isShown: true,
		});
		const late = confirmed(payin, detail('return_received', ['80.0', 'received']));
		expect(late?.events).toMatchObject([{ event_id: idOf(withRefund('return_received', '80.0')) }]);
	});

	it('takes a payin that was refunded in part for received, when that is what was notified', () => {
		expect(confirmed(payin, detail('received', ['30.0', 'received']))).toMatchObject({
			events: [{ status: 'received', event_id: idOf(payin) }],
			isShown: true,
		});
	});

	it.each([
		['authorised', 'pending'],
		['failed', 'expired'],
		['in_dispute', 'received'],
		['dispute_lost', 'received'],
	])('keeps %s, which records do not show, over %s, and says so', (notified, recorded) => {
		const body = { ...payin, status: notified };
		expect(confirmed(body, detail(recorded))).toMatchObject({
			events: [{ status: notified, event_id: idOf(body) }],
			isShown: false,
		});
	});

	it.each<[string, ...[told: object, shown: object]]>([
		[
			'why it failed',
			{ status: 'failed', pay_code: { error_code: 'expired_card' } },
			{ status: 'failed', pay_code: { error_code: 'issuer_declined' } },
		],
		[
			'where the customer confirms it',
			{ status: 'pending', pay_code: { '3ds_url': 'https://bank.test/2' } },
			{ status: 'pending', pay_code: { '3ds_url': 'https://bank.test/1' } },
		],
		['what was paid', { paid_amount: '60.0' }, { paid_amount: '40.0' }],
		['that all was paid', { paid_amount: '80.0' }, { paid_amount: '40.0' }],
	])('keeps what is new within a status, over a record that still shows the fact before: %s', (_what, told, shown) => {
		const body = { ...payin, ...told };
		const record = { ...detail('received'), ...body, ...shown };
		expect(confirmed(body, record)).toEqual({ events: [named(body)], isShown: false });
		expect(confirmed(body, { ...record, ...told })).toMatchObject({
			events: [{ event_id: idOf(body) }],
			isShown: true,
		});
		expect(idOf(record)).not.toBe(idOf(body));
	});

	it('keeps an attempt to pay over the record of another one', () => {
		const failed = (uuid: string) => ({
			...checkoutLink,
			transaction_info: { uuid, status: 'failed', pay_code: { error_code: uuid } },
		});
		expect(confirmed(failed('T2'), failed('T1'))).toEqual({ events: [named(failed('T2'))], isShown: false });
		expect(confirmed(failed('T1'), failed('T1'))).toMatchObject({ isShown: true });
	});

	it('keeps a partial refund of which the record shows nothing, under its own id', () => {
		const body = withRefund('partially_refunded', '30.0');
		expect(confirmed(body, detail('received'))).toMatchObject({ events: [{ event_id: idOf(body) }], isShown: false });
	});

	it('keeps a card a card and a dispute a dispute after a partial refund', () => {
		const { uuid, external_id } = payin;
		const body = { uuid, external_id, status: 'in_dispute', token: { id: 'tok_1' } };
		const record = { ...detail('received', ['30.0', 'received']), payment_method: '', payin_method_name: '' };
		expect(confirmed(body, record)?.events).toMatchObject([{ event_type: 'card.in_dispute', event_id: idOf(body) }]);
	});

	it('says so when the record is about something else', () => {
		expect(confirmed(payin, { ...detail('received'), uuid: 'OTHER' })).toBeNull();
		expect(confirmed(payin, null)).toBeNull();
		expect(confirmed(virtualAccount, virtualAccount)).toBeNull();
	});

	it('notices a record that is older than its notification', () => {
		const lags = (record: object) => {
			const confirmation = confirmed(payin, record);
			return confirmation && recordLagsBehind(named(payin), confirmation);
		};
		expect([lags(detail('pending')), lags(detail('received'))]).toEqual([true, false]);
	});

	it.each(['pending', 'initiated', 'waiting', 'processing'])(
		'notices it of a payout whose record says %s',
		(recorded) => {
			const body = { ...payout, status: 'failed' };
			const record = { ...body, status: recorded };
			const confirmation = confirmed(body, record);
			expect(confirmation && recordLagsBehind(named(body), confirmation)).toBe(true);
		},
	);
});

describe('comesTooLate', () => {
	/** For each status of one payment in turn: whether it comes too late. */
	function order(body: (status: string) => unknown, ...statuses: string[]): boolean[] {
		const milestones = new Set<string>();
		return statuses.map((status) => {
			const event = named(body(status));
			const late = comesTooLate(event, (earlier) => milestones.has(earlier));
			const reached = milestone(event);
			if (reached !== null) milestones.add(reached);
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
		const milestones = new Set([milestone(named(payin))]);
		const knows = (earlier: string) => milestones.has(earlier);
		expect(comesTooLate(named({ ...payin, status: 'pending', uuid: 'OTHER' }), knows)).toBe(false);
		expect(comesTooLate(named({ ...card, status: 'pending', uuid: payin.uuid }), knows)).toBe(true);
		expect(comesTooLate(named(virtualAccount), knows)).toBe(false);
	});
});
