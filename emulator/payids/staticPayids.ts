import type { BodyOf, ResponseOf } from '../../contract/endpoints';
import type { Clock } from '../engine/clock';
import { payidDomain } from '../engine/merchant';
import type { Notify } from '../engine/notifications';
import type { Random } from '../engine/random';
import { notFound, unprocessable } from '../engine/serviceError';
import { bookLine } from '../ledger/books';
import type { Ledger } from '../ledger/ledger';
import { acceptAmount, formatMoney, type Money } from '../ledger/money';
import {
	payidFee,
	staticPayidObject,
	staticPayidRecord,
	type StaticPayid,
	type StaticPayidEvent,
} from './payidObjects';

interface Needs {
	clock: Pick<Clock, 'now'>;
	random: Pick<Random, 'integer'>;
	ledger: Ledger;
	notify: Notify;
}

export type StaticPayids = ReturnType<typeof createStaticPayids>;

/** Reusable PayIDs (specification: "v1: static PayID"). */
export function createStaticPayids({ clock, random, ledger, notify }: Needs) {
	const byPayid = new Map<string, StaticPayid>();
	const payments: { status: string; amount: Money }[] = [];

	/** By the full PayID or by its prefix. */
	function get(payidOrPrefix: string): StaticPayid {
		const found = byPayid.get(payidOrPrefix) ?? byPayid.get(`${payidOrPrefix}@${payidDomain}`);
		if (!found) throw notFound(`There is no static PayID ${payidOrPrefix}`);
		return found;
	}

	function callBack(one: StaticPayid, event: Omit<StaticPayidEvent, 'id'>): void {
		const body = staticPayidObject(one, { id: random.integer(1_000, 999_999), ...event });
		notify({ source: 'payid', about: one.payid, target: one.request.customer_notification, body });
	}

	return {
		/** @throws ServiceError 422 when another static PayID has the prefix. */
		create(request: BodyOf<'v1.staticPayid.create'>): ResponseOf<'v1.staticPayid.create'> {
			const payid = `${request.prefix_static_payid}@${payidDomain}`;
			if (byPayid.has(payid)) throw unprocessable({ prefix_static_payid: 'has already been taken' });
			const created: StaticPayid = { payid, request, createdAt: clock.now(), status: 'active' };
			byPayid.set(payid, created);
			return staticPayidRecord(created);
		},
		/** A payment arrives: books it and sends the callback. */
		pay(payidOrPrefix: string, submitted: number | string) {
			const one = get(payidOrPrefix);
			const { payid } = one;
			if (one.status === 'expired') throw unprocessable({ payid: 'has expired' });
			const amount = acceptAmount(submitted, 'AUD');
			if (amount <= 0n) throw unprocessable({ amount: 'must be above 0' });
			const entry = ledger.post({
				type: 'payment',
				direction: 'money_in',
				amount,
				fees: payidFee(amount),
				status: 'done',
				referenceId: payid,
				paymentMethod: 'au_payid_npp_aud',
				description: `Payment to ${payid}`,
			});
			payments.push({ status: 'received', amount });
			callBack(one, { balanceId: entry.id, amount, status: 'received', paidAt: clock.now() });
			return { balance_id: entry.id, payid, amount: formatMoney(amount) };
		},
		/** Expires the PayID. The callback carries an object without a payment (assumed). */
		expire(payidOrPrefix: string): ResponseOf<'v1.staticPayid.create'> {
			const one = get(payidOrPrefix);
			if (one.status === 'expired') throw unprocessable({ payid: 'has expired already' });
			one.status = 'expired';
			callBack(one, { balanceId: '', amount: 0n, status: 'expired', paidAt: null });
			return staticPayidRecord(one);
		},
		list: () => [...byPayid.values()].map((one) => ({ payid: one.payid, ...staticPayidRecord(one) })),
		summary: () => ({ static_payids: bookLine(byPayid.values()), static_payid_payments: bookLine(payments) }),
	};
}
