import type { BodyOf } from '../../contract/endpoints';
import { limits } from '../../contract/limits';
import type { PayidObject } from '../../contract/payids';
import type { Account, RecentPayment } from '../account';
import { bookLine } from '../ledger/bookLine';
import { notFound, unprocessable } from '../http/errors';
import { merchantName, payidDomain } from '../engine/merchant';
import { acceptAmount, formatMoney, shareOf, type Money } from '../ledger/money';
import { gstOn, PAYID_FEE_BASIS_POINTS, payidAmounts } from './payidObjects';
import { serviceTimestamp, utcMoment } from '../engine/timestamps';
import type { World } from '../world';

type Request = BodyOf<'v1.oneTimePayid.create'>;

interface OneTimePayid {
	id: number;
	balanceId: string;
	payid: string;
	request: Request;
	amount: Money;
	total: Money;
	expiresAt: Date;
	createdAt: Date;
	status: 'pending' | 'received' | 'expired';
	stage: 'normal' | 'overpaid' | 'underpaid';
	paidAt: Date | null;
}

const DEFAULT_LIFETIME_MS = 24 * 60 * 60_000;

export type OneTimePayids = ReturnType<typeof createOneTimePayids>;

/** PayIDs for one payment each, with an expiry on the clock (specification: "v1: one-time PayID"). */
export function createOneTimePayids(world: World, account: Account) {
	const byId = new Map<number, OneTimePayid>();
	let lastId = 4_400;

	/** By its number or by the PayID. */
	function get(idOrPayid: number | string): OneTimePayid {
		const found = byId.get(Number(idOrPayid)) ?? [...byId.values()].find(({ payid }) => payid === idOrPayid);
		if (!found) throw notFound(`There is no one-time PayID ${idOrPayid}`);
		return found;
	}

	function payidObject(one: OneTimePayid): PayidObject {
		const { request } = one;
		return {
			id: one.id,
			balance_id: one.balanceId,
			name: request.name,
			request_payid: one.payid,
			merchant_name: merchantName,
			...payidAmounts(one.amount, request.gst),
			expired_at: serviceTimestamp(one.expiresAt),
			external_id: request.external_id ?? null,
			cashback_amount: '0.0',
			pay_by: serviceTimestamp(one.expiresAt),
			paid_at: one.paidAt && serviceTimestamp(one.paidAt),
			status: one.status,
			description: request.description,
			nonce: null,
			stage: one.stage,
			refund_information: null,
			payment_request_notification: {
				endpoint_url: request.payment_request_notification.endpoint_url,
				authorization_header: '****',
			},
			metadata: request.metadata ?? {},
		};
	}

	function change(one: OneTimePayid, status: 'received' | 'expired') {
		if (one.status !== 'pending') throw unprocessable({ id: `is ${one.status} and no longer pending` });
		one.status = status;
		const target = one.request.payment_request_notification;
		world.notifications.send({ account, source: 'payid', about: String(one.id), target, body: payidObject(one) });
		return payidObject(one);
	}

	function expiryOf({ expired_at }: Request): Date {
		const now = world.clock.now().getTime();
		if (expired_at === undefined) return new Date(now + DEFAULT_LIFETIME_MS);
		const expiresAt = utcMoment(expired_at);
		if (expiresAt.getTime() < now + limits.payinExpiryMinimumMinutes * 60_000) {
			throw unprocessable({ expired_at: `must be at least ${limits.payinExpiryMinimumMinutes} minutes ahead` });
		}
		return expiresAt;
	}

	return {
		/** @throws ServiceError 422 for GST without an Australian merchant or an expiry less than 15 minutes ahead. */
		create(request: Request): PayidObject {
			if (request.gst && !account.australian) throw unprocessable({ gst: 'is for Australian merchants only' });
			const amount = acceptAmount(request.amount, account.currency);
			const expiresAt = expiryOf(request);
			lastId += 1;
			const one: OneTimePayid = {
				id: lastId,
				balanceId: world.random.balanceId(),
				payid: `${request.prefix_static_payid ?? ''}${world.random.hex(6)}@${payidDomain}`,
				request,
				amount,
				total: amount + gstOn(amount, request.gst),
				expiresAt,
				createdAt: world.clock.now(),
				status: 'pending',
				stage: 'normal',
				paidAt: null,
			};
			byId.set(one.id, one);
			world.clock.schedule(expiresAt, () => {
				if (one.status === 'pending') change(one, 'expired');
			});
			return payidObject(one);
		},
		/** The customer pays, by default the exact total; another amount shows in `stage`. */
		pay(idOrPayid: number | string, paid?: number | string): PayidObject {
			const one = get(idOrPayid);
			const amount = paid === undefined ? one.total : acceptAmount(paid, account.currency);
			if (amount <= 0n) throw unprocessable({ amount: 'must be above 0' });
			if (one.status !== 'pending') throw unprocessable({ id: `is ${one.status} and no longer pending` });
			const entry = account.ledger.post({
				type: 'payment',
				direction: 'money_in',
				amount,
				fees: shareOf(amount, PAYID_FEE_BASIS_POINTS, account.currency),
				status: 'done',
				referenceId: String(one.id),
				paymentMethod: 'au_payid_npp_aud',
				description: one.request.description,
			});
			one.balanceId = entry.id;
			one.paidAt = world.clock.now();
			one.stage = amount === one.total ? 'normal' : amount > one.total ? 'overpaid' : 'underpaid';
			return change(one, 'received');
		},
		expire: (idOrPayid: number | string) => change(get(idOrPayid), 'expired'),
		list: () => [...byId.values()].map(payidObject),
		summary: () => ({
			one_time_payids: bookLine([...byId.values()].map(({ status, total }) => ({ status, amount: total }))),
		}),
		recent: (limit: number): RecentPayment[] =>
			[...byId.values()]
				.slice(-limit)
				.reverse()
				.map((one) => ({
					kind: 'one-time PayID',
					uuid: String(one.id),
					status: one.status,
					amount: formatMoney(one.total),
					externalId: one.request.external_id ?? null,
					createdAt: one.createdAt,
				})),
	};
}
