import { Reference } from '../../../../core/service/authorization';
import { bindTo, confirmEvent, eventsOf, milestone } from '../../../../core/events';
import { needsDetail, paymentStatuses } from '../../../../core/events/payments';
import { payout as payoutSource } from '../../../../core/events/sources/payout';
import {
	card,
	checkoutLink,
	detail,
	gatewayLink,
	idOf,
	identityCheck,
	latePayin,
	named,
	payid,
	payin,
	payout,
	shuffled,
	virtualAccount,
	withRefund,
} from './notifications';

const without = (body: object, ...keys: string[]) =>
	Object.fromEntries(Object.entries(body).filter(([key]) => !keys.includes(key)));

describe('event_id', () => {
	const all = { payin, latePayin, virtualAccount, card, payout, checkoutLink, payid, gatewayLink, identityCheck };

	it.each(Object.entries(all))('is the same for every copy of one event: %s', (_, body) => {
		const id = idOf(body);
		expect(idOf(shuffled(body))).toBe(id);
		expect(idOf({ ...body, sent_at: '2031-03-04T05:21:07Z', attempt: 2 })).toBe(id);
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

	it.each(['ord-77', 'order-'.repeat(20)])(
		'is told apart by its external id, shown or known by its value: %s',
		(externalId) => {
			const shown = { ...payin, external_id: externalId };
			expect(idOf({ ...payin, external_id: 'ord-78' })).not.toBe(idOf(shown));
			expect(milestone(named({ ...payin, external_id: 'ord-78' }))).not.toBe(milestone(named(shown)));
			const hidden = named(without(payin, 'external_id'));
			expect(hidden.event_id).not.toBe(idOf(shown));
			expect(bindTo(hidden, Reference.to(externalId)).event_id).toBe(idOf(shown));
		},
	);

	it('differs between events of one payment, and between payments', () => {
		const bodies = [
			...paymentStatuses.map((status) => ({ ...payin, status })),
			...payoutSource.statuses.map((status) => ({ ...payout, status })),
			...paymentStatuses.map((status) => ({
				...checkoutLink,
				transaction_info: { ...checkoutLink.transaction_info, status },
			})),
			...paymentStatuses.map((status) => ({ ...payid, status })),
			...['issuer_declined', 'expired_card'].map((error_code) => ({
				...payin,
				status: 'failed',
				pay_code: { error_code },
			})),
			...['https://bank/1', 'https://bank/2'].map((url) => ({
				...payin,
				status: 'pending',
				pay_code: { '3ds_url': url },
			})),
			...['40.0', '100.0'].map((paid_amount) => ({ ...payin, status: 'received', paid_amount })),
			...['11111111', '22222222'].map((account_number) => ({
				...{ uuid: payin.uuid, external_id: payin.external_id, status: 'pending', payment_method: 'jp_bank_jpy' },
				pay_code: { account_number },
			})),
			{ ...checkoutLink, transaction_info: { ...checkoutLink.transaction_info, paid_amount: 1 } },
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

	it('is the same whether a payment shows that it was paid in full or not, and how', () => {
		const { paid_amount: _paid, ...silent } = { ...payin, status: 'received', amount: '80.0', total: '81.0' };
		// A service may take a refund off what was paid.
		const amounts = ['80', '80.00', 81, '81.0', '0.00'];
		const bodies = [silent, ...amounts.map((paid_amount) => ({ ...silent, paid_amount }))];
		expect(new Set(bodies.map(idOf)).size).toBe(1);
	});

	it('tells credentials that arrive from the pending payment before them, for late methods alone', () => {
		for (const payment_method of ['jp_bank_jpy', 'ar_bank_ars', 'kr_bank_va_kyc_krw']) {
			const late = { ...latePayin, payment_method };
			expect(idOf(late)).not.toBe(idOf({ ...late, pay_code: null }));
			expect(idOf({ ...late, pay_code: {} })).toBe(idOf({ ...late, pay_code: null }));
		}
		for (const payment_method of ['au_bank_aud', 'th_qrpay_thb', 'kr_bank_krw']) {
			const atOnce = { ...latePayin, payment_method };
			expect(idOf(atOnce)).toBe(idOf({ ...atOnce, pay_code: null }));
		}
		const hosted = { ...payin, status: 'pending' };
		expect(idOf({ ...hosted, pay_code: { payment_url: 'https://pay' } })).toBe(idOf(hosted));
	});

	it.each([
		['another word for the method', { payment_method: 'bank_transfer' }],
		['no method', { payment_method: undefined }],
	])('tells credentials that arrive under %s from the pending payment before them', (_, method) => {
		const late = { ...latePayin, ...method };
		expect(named(late)).toMatchObject({ source: 'payinCredentials', status: 'pending' });
		expect(idOf(late)).not.toBe(idOf({ ...late, pay_code: null }));
		expect(named({ ...late, pay_code: { payment_url: 'https://pay' } })).toMatchObject({ source: 'payin' });
	});

	it('tells payments to one PayID apart by whatever differs where none shows when it was paid', () => {
		for (const time of ['paid_time', 'received_at', 'updated_at', 'created_at']) {
			const first = { ...payid, [time]: '2031-03-04T05:06:07Z' };
			expect(idOf({ ...first, [time]: '2031-03-04T06:06:07Z' })).not.toBe(idOf(first));
		}
		const paid = { ...payid, paid_at: '2031-03-04T05:06:07Z' };
		expect(idOf({ ...paid, further: 'field' })).toBe(idOf(paid));
	});

	it('tells refunds of one PayID payment apart by when they were requested, and why', () => {
		const refunded = (request_date: string, reason: string) => ({
			...payid,
			paid_at: '2031-03-04T05:06:07Z',
			status: 'return_received',
			refund_information: { refund_payid: 'ada@pay.example.test', refund_amount: '10.0', request_date, reason },
		});
		const id = idOf(refunded('2031-03-05T00:00:00Z', 'Late parcel'));
		expect(idOf(refunded('2031-03-05T00:00:00.000+0000', 'Late parcel'))).toBe(id);
		expect(idOf(refunded('2031-03-09T00:00:00Z', 'Late parcel'))).not.toBe(id);
		expect(idOf(refunded('2031-03-05T00:00:00Z', 'Broken cup'))).not.toBe(id);
	});

	it.each([['gateway links', gatewayLink] as const, ['identity checks', identityCheck] as const])(
		'tells %s apart that only a time distinguishes',
		(_, body) => {
			expect(idOf({ ...body, updated_at: '2031-03-04T05:21:07Z' })).not.toBe(idOf(body));
		},
	);

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

	it('tells two partial refunds of one amount apart by their descriptions, as notification and in the record', () => {
		const told = ['first', 'second'].map((description) => withRefund('partially_refunded', '30.0', description));
		const ids = told.map(idOf);
		expect(new Set(ids).size).toBe(2);
		expect(idOf(withRefund('partially_refunded', '30.00', ' second '))).toBe(ids[1]);
		const record = detail('received', ['30.0', 'received', 'first'], ['30.0', 'received', 'second']);
		expect(
			eventsOf(record, 'payin')
				.slice(-2)
				.map(({ event_id: id }) => id),
		).toEqual(ids);
		for (const [index, body] of told.entries())
			expect(confirmEvent({ event: named(body), body }, record)).toMatchObject({
				events: [{ event_id: ids[index] }],
				isShown: true,
			});
	});

	it.each(['completed', 'return_received', 'success'])('tells partial refunds that records call %s', (word) => {
		const told = ['30.0', '20.0'].map((amount) => withRefund('partially_refunded', amount, 'Late'));
		const record = detail('received', ['30.0', word, 'Late'], ['20.0', word, 'Late']);
		expect(
			eventsOf(record, 'payin')
				.slice(-2)
				.map(({ event_id: id }) => id),
		).toEqual(told.map(idOf));
	});

	it('loses no refund where the record shows other descriptions, or none, or the totals differ', () => {
		const [first, second] = ['first', 'second'].map((text) => withRefund('partially_refunded', '30.0', text));
		const other = detail('received', ['30.0', 'received', 'first']);
		expect(confirmEvent({ event: named(second), body: second }, other)).toEqual({
			events: [named(second)],
			isShown: false,
		});
		const silent = { ...other, refunds: other.refunds.map(({ uuid, amount, status }) => ({ uuid, amount, status })) };
		expect(confirmEvent({ event: named(first), body: first }, silent)?.events).toEqual([
			eventsOf(silent, 'payin').at(-1),
		]);
		const totals = ['30.0', '60.0'].map((total_amount) => ({
			...withRefund('partially_refunded', '30.0'),
			refund_information: { total_amount, refund_amount: '30.0', description: 'Late parcel' },
		}));
		expect(new Set(totals.map(idOf)).size).toBe(2);
	});

	it('tells two partial refunds apart by amount; of the same amount and description only the refund records can', () => {
		const first = withRefund('partially_refunded', '30.0');
		expect(idOf(first)).not.toBe(idOf(withRefund('partially_refunded', '20.0')));
		expect(idOf(first)).toBe(idOf(withRefund('partially_refunded', '30.00')));

		const confirmed = (...refunds: [string, string][]) =>
			confirmEvent({ event: named(first), body: first }, detail('received', ...refunds))?.events.map(
				({ event_id: id }) => id,
			);
		const [of30, another30] = confirmed(['30.0', 'received'], ['30.0', 'received']) ?? [];
		expect(confirmed(['30.0', 'received'])).toEqual([idOf(first)]);
		expect(of30).toBe(idOf(first));
		expect(another30).not.toBe(of30);
	});

	it('tells of the refund that the notification is about, whichever others have come since', () => {
		const refunds: [string, string][] = [
			['30.0', 'received'],
			['20.0', 'received'],
			['30.0', 'rejected'],
		];
		const confirmed = (status: string, amount: string) => {
			const body = withRefund(status, amount);
			return confirmEvent({ event: named(body), body }, detail('received', ...refunds));
		};
		for (const [amount, status] of refunds) {
			const told = withRefund(status === 'received' ? 'partially_refunded' : 'return_rejected', amount);
			expect(confirmed(told.status, amount)).toEqual({
				events: [expect.objectContaining({ event_id: idOf(told), status: told.status })],
				isShown: true,
			});
		}
		expect(confirmed('return_pending', '20.0')?.events.map(({ status }) => status)).toEqual(['partially_refunded']);
	});

	it('leaves out refunds of the amount that are older than is remembered, beside the newest', () => {
		const body = withRefund('partially_refunded', '30.0');
		const record = detail('received', ['30.0', 'received'], ['30.0', 'received']);
		record.refunds.forEach((refund, day) => Object.assign(refund, { created_at: `2031-03-0${day + 1}T00:00:00Z` }));
		const events = (since: string) =>
			confirmEvent({ event: named(body), body, since: Date.parse(since) }, record)?.events.length;
		expect([events('2031-02-01T00:00:00Z'), events('2031-03-02T00:00:00Z'), events('2031-04-01T00:00:00Z')]).toEqual([
			2, 1, 1,
		]);
	});

	it('takes a refund that does not show when it was requested for younger than its payment, and no more', () => {
		const body = withRefund('partially_refunded', '30.0');
		const record = detail('received', ['30.0', 'received'], ['30.0', 'received']);
		const since = Date.parse('2031-03-02T00:00:00Z');
		const events = (created_at?: string) =>
			confirmEvent({ event: named(body), body, since }, { ...record, created_at })?.events.length;
		expect([events('2031-03-03T00:00:00Z'), events('2031-01-01T00:00:00Z'), events()]).toEqual([2, 1, 2]);
	});

	it('gives every refund that a record shows the id of its notification', () => {
		const record = detail('return_received', ['30.0', 'received'], ['50.0', 'received']);
		expect(eventsOf(record, 'payin').map(({ event_id: id }) => id)).toEqual([
			idOf(withRefund('partially_refunded', '30.0')),
			idOf(withRefund('return_received', '50.0')),
		]);
		expect(eventsOf(detail('received', ['30.0', 'received']), 'payin').map(({ status }) => status)).toEqual([
			'received',
			'partially_refunded',
		]);
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
		['partially_refunded', '30.0', detail('partially_refunded', ['30.0', 'received'], ['20.0', 'pending'])],
		['partially_refunded', '30.0', detail('partially_refunded', ['30.0', 'received'], ['30.0', 'pending'])],
		['return_pending', '20.0', detail('return_pending', ['20.0', 'pending'], ['30.0', 'rejected'])],
		['return_rejected', '30.0', detail('return_rejected', ['30.0', 'received'], ['30.0', 'rejected'])],
		[
			'return_received',
			'30.0',
			detail('return_received', ['30.0', 'received'], ['20.0', 'received'], ['30.0', 'received']),
		],
		['return_received', '50.0', detail('return_received', ['30.0', 'received'], ['50.0', 'received'])],
		// A notification may show the sum of all refunds.
		['return_received', '80.0', detail('return_received', ['30.0', 'received'], ['50.0', 'received'])],
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
