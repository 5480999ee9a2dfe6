import type { BodyOf, ResponseOf } from '../../contract/endpoints';
import type { PayidObject } from '../../contract/payids';
import type { Account } from '../account';
import { bookLine } from '../ledger/bookLine';
import { notFound, unprocessable } from '../http/errors';
import { merchantName, payidDomain } from '../engine/merchant';
import { acceptAmount, formatMoney, shareOf, type Money } from '../ledger/money';
import { PAYID_FEE_BASIS_POINTS, payidAmounts } from './payidObjects';
import { serviceTimestamp } from '../engine/timestamps';
import type { World } from '../world';

type Request = BodyOf<'v1.staticPayid.create'>;

interface StaticPayid {
	payid: string;
	request: Request;
	status: 'active' | 'expired';
	createdAt: Date;
}

export type StaticPayids = ReturnType<typeof createStaticPayids>;

/** PayIDs a customer can pay again and again (specification: "v1: static PayID"). */
export function createStaticPayids(world: World, account: Account) {
	const byPayid = new Map<string, StaticPayid>();
	const payments: { status: string; amount: Money }[] = [];

	/** By the whole PayID or by its prefix. */
	function get(payidOrPrefix: string): StaticPayid {
		const found = byPayid.get(payidOrPrefix) ?? byPayid.get(`${payidOrPrefix}@${payidDomain}`);
		if (!found) throw notFound(`There is no static PayID ${payidOrPrefix}`);
		return found;
	}

	function record({ request, status }: StaticPayid): ResponseOf<'v1.staticPayid.create'> {
		const { name, email, address, phone, zip_code, city, state, external_id, customer_notification } = request;
		return {
			name,
			email,
			address: address ?? null,
			phone: phone ?? null,
			zip_code: zip_code ?? null,
			city: city ?? null,
			state: state ?? null,
			external_id: external_id ?? null,
			customer_notification: { endpoint_url: customer_notification.endpoint_url, authorization_header: '****' },
			status,
		};
	}

	function notify(
		{ payid, request }: StaticPayid,
		about: { balanceId: string; amount: Money; status: string; paidAt: Date | null },
	) {
		const body: PayidObject = {
			id: world.random.integer(1_000, 999_999),
			balance_id: about.balanceId,
			name: request.name,
			request_payid: payid,
			merchant_name: merchantName,
			...payidAmounts(about.amount, false),
			external_id: request.external_id ?? null,
			paid_at: about.paidAt && serviceTimestamp(about.paidAt),
			status: about.status,
		};
		world.notifications.send({ account, source: 'payid', about: payid, target: request.customer_notification, body });
	}

	return {
		/** @throws ServiceError 422 when another static PayID has the prefix. */
		create(request: Request) {
			const payid = `${request.prefix_static_payid}@${payidDomain}`;
			if (byPayid.has(payid)) throw unprocessable({ prefix_static_payid: 'has already been taken' });
			const created: StaticPayid = { payid, request, status: 'active', createdAt: world.clock.now() };
			byPayid.set(payid, created);
			return record(created);
		},
		/** A payment arrives at the PayID: booked, and called back. */
		pay(payidOrPrefix: string, amount: number | string) {
			const staticPayid = get(payidOrPrefix);
			if (staticPayid.status === 'expired') throw unprocessable({ payid: 'has expired' });
			const money = acceptAmount(amount, account.currency);
			if (money <= 0n) throw unprocessable({ amount: 'must be above 0' });
			const entry = account.ledger.post({
				type: 'payment',
				direction: 'money_in',
				amount: money,
				fees: shareOf(money, PAYID_FEE_BASIS_POINTS, account.currency),
				status: 'done',
				referenceId: staticPayid.payid,
				paymentMethod: 'au_payid_npp_aud',
				description: `Payment to ${staticPayid.payid}`,
			});
			payments.push({ status: 'received', amount: money });
			notify(staticPayid, { balanceId: entry.id, amount: money, status: 'received', paidAt: world.clock.now() });
			return { balance_id: entry.id, payid: staticPayid.payid, amount: formatMoney(money) };
		},
		/** Active to expired; the change is called back with an object without a payment (assumed). */
		expire(payidOrPrefix: string) {
			const staticPayid = get(payidOrPrefix);
			if (staticPayid.status === 'expired') throw unprocessable({ payid: 'has expired already' });
			staticPayid.status = 'expired';
			notify(staticPayid, { balanceId: '', amount: 0n, status: 'expired', paidAt: null });
			return record(staticPayid);
		},
		list: () => [...byPayid.values()].map((one) => ({ payid: one.payid, ...record(one) })),
		summary: () => ({ static_payids: bookLine(byPayid.values()), static_payid_payments: bookLine(payments) }),
	};
}
