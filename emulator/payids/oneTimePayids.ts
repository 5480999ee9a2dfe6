import type { BodyOf } from '../../contract/endpoints';
import type { PayidObject } from '../../contract/payids';
import type { Clock } from '../engine/clock';
import { payidDomain, type Merchant } from '../engine/merchant';
import type { Notify } from '../engine/notifications';
import type { Random } from '../engine/random';
import { notFound, unprocessable } from '../engine/serviceError';
import { utcMoment } from '../engine/timestamps';
import { bookLine, newestOf, type RecentPayment } from '../ledger/books';
import type { Ledger } from '../ledger/ledger';
import { acceptAmount, formatMoney, type Money } from '../ledger/money';
import { noMoves, type Moves } from '../ledger/moves';
import { gstOn, oneTimePayidObject, payidFee, type OneTimePayid } from './payidObjects';

interface Needs {
	clock: Clock;
	random: Pick<Random, 'balanceId' | 'hex'>;
	ledger: Ledger;
	notify: Notify;
	merchant: Pick<Merchant, 'australian'>;
}

const DEFAULT_LIFETIME_MS = 24 * 60 * 60_000;

/** No line states how far ahead an expiry has to lie. */
const expiryOf = (submitted: string | undefined, now: number): Date =>
	submitted === undefined ? new Date(now + DEFAULT_LIFETIME_MS) : utcMoment(submitted);

function stageOf(paid: Money, total: Money): OneTimePayid['stage'] {
	if (paid === total) return 'normal';
	return paid > total ? 'overpaid' : 'underpaid';
}

const recentPayment = (one: OneTimePayid): RecentPayment => ({
	kind: 'one-time PayID',
	uuid: String(one.id),
	status: one.status,
	amount: formatMoney(one.total),
	externalId: one.request.external_id ?? null,
	createdAt: one.createdAt,
});

function mustBePending({ status }: OneTimePayid): void {
	if (status !== 'pending') throw unprocessable({ id: `is ${status} and no longer pending` });
}

export type OneTimePayids = ReturnType<typeof createOneTimePayids>;

/** PayIDs for one payment each, which expire at a set time (specification: "v1: one-time PayID"). */
export function createOneTimePayids({ clock, random, ledger, notify, merchant }: Needs) {
	const byId = new Map<number, OneTimePayid>();
	let lastId = 4_400;

	/** By id or by PayID. */
	function get(idOrPayid: number | string): OneTimePayid {
		const found = byId.get(Number(idOrPayid)) ?? [...byId.values()].find(({ payid }) => payid === idOrPayid);
		if (!found) throw notFound(`There is no one-time PayID ${idOrPayid}`);
		return found;
	}

	function become(one: OneTimePayid, status: 'received' | 'expired'): PayidObject {
		mustBePending(one);
		one.status = status;
		const target = one.request.payment_request_notification;
		notify({ source: 'payid', about: String(one.id), target, body: oneTimePayidObject(one) });
		return oneTimePayidObject(one);
	}

	/** The customer pays, by default the exact total. `stage` shows an overpayment or underpayment. */
	function pay(idOrPayid: number | string, submitted?: number | string): PayidObject {
		const one = get(idOrPayid);
		const paid = submitted === undefined ? one.total : acceptAmount(submitted, 'AUD');
		if (paid <= 0n) throw unprocessable({ amount: 'must be above 0' });
		mustBePending(one);
		const entry = ledger.post({
			type: 'payment',
			direction: 'money_in',
			amount: paid,
			fees: payidFee(paid),
			status: 'done',
			referenceId: String(one.id),
			paymentMethod: 'au_payid_npp_aud',
			description: one.request.description ?? '',
		});
		one.balanceId = entry.id;
		one.paidAt = clock.now();
		one.stage = stageOf(paid, one.total);
		return become(one, 'received');
	}

	return {
		pay,
		/** @throws ServiceError 422 for GST without an Australian merchant. */
		create(request: BodyOf<'v1.oneTimePayid.create'>): PayidObject {
			if (request.gst && !merchant.australian) throw unprocessable({ gst: 'is for Australian merchants only' });
			const amount = acceptAmount(request.amount, 'AUD');
			const expiresAt = expiryOf(request.expired_at, clock.now().getTime());
			lastId += 1;
			const one: OneTimePayid = {
				id: lastId,
				balanceId: random.balanceId(),
				payid: `${request.prefix_static_payid ?? ''}${random.hex(6)}@${payidDomain}`,
				request,
				amount,
				total: amount + gstOn(amount, request.gst),
				expiresAt,
				createdAt: clock.now(),
				status: 'pending',
				stage: 'normal',
				paidAt: null,
			};
			byId.set(one.id, one);
			clock.schedule(expiresAt, () => {
				if (one.status === 'pending') become(one, 'expired');
			});
			return oneTimePayidObject(one);
		},
		expire: (idOrPayid: number | string): PayidObject => become(get(idOrPayid), 'expired'),
		list: () => [...byId.values()].map(oneTimePayidObject),
		summary: () => ({
			one_time_payids: bookLine([...byId.values()].map(({ status, total }) => ({ status, amount: total }))),
		}),
		recent: (limit: number): RecentPayment[] => newestOf(byId.values(), limit).map(recentPayment),
		moves(id: string): Moves {
			const one = byId.get(Number(id));
			return one?.status === 'pending'
				? { complete: () => pay(one.id), expire: () => become(one, 'expired') }
				: noMoves;
		},
	};
}
