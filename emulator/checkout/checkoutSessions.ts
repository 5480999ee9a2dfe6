import type { Clock } from '../engine/clock';
import type { Engine } from '../engine/engine';
import type { Merchant } from '../engine/merchant';
import type { Random } from '../engine/random';
import { unprocessable } from '../engine/serviceError';
import type { Settings } from '../engine/settings';
import type { Ledger } from '../ledger/ledger';
import { shareOf } from '../ledger/money';
import { noMoves, type Moves } from '../ledger/moves';
import { createMethodChoice, type CheckoutMethod } from './checkoutMethods';
import {
	changeStatus,
	declined,
	expire,
	fail,
	mustBePending,
	type CheckoutOrder,
	type CheckoutSession,
} from './checkoutSession';
import { promptHandset } from './handsetPrompt';

interface Needs {
	clock: Clock;
	random: Pick<Random, 'shortId'>;
	ledger: Ledger;
	merchant: Pick<Merchant, 'currency'>;
	settings: Pick<Settings, 'promptLifetimeMs' | 'cardSettlementMs'>;
	addressOf: Engine['addressOf'];
}

/** The service's fee on a checkout payment, in basis points. */
const FEE_BASIS_POINTS = 250;

export type CheckoutSessions = ReturnType<typeof createCheckoutSessions>;

/** The hosted page of one account, for payment links and gateway links alike. */
export function createCheckoutSessions(needs: Needs) {
	const { clock, random, ledger, merchant, settings, addressOf } = needs;
	const sessions = new Map<string, CheckoutSession>();
	const { methods, methodsFor, methodOf } = createMethodChoice(merchant.currency);

	/** Money has arrived: books it first, then notifies. */
	function receive(session: CheckoutSession, { code }: CheckoutMethod): void {
		session.paidAmount = session.amount;
		session.paidAt = clock.now();
		ledger.post({
			type: 'payment',
			direction: 'money_in',
			amount: session.amount,
			fees: shareOf(session.amount, FEE_BASIS_POINTS, session.currency),
			status: 'done',
			referenceId: session.transactionUuid,
			paymentMethod: code,
			description: session.description,
		});
		changeStatus(session, 'received');
	}

	/** The customer pays in full, by the chosen method or the first that takes the amount. @throws ServiceError 422 */
	function pay(session: CheckoutSession): void {
		mustBePending(session);
		const [firstMethod] = methodsFor(session.amount);
		const method = session.method ?? firstMethod;
		if (!method) throw unprocessable({ payin_method_code: 'must be chosen' });
		session.method = method;
		if (method.kind !== 'card') return receive(session, method);
		// A card is authorised, then waits for its settlement (section "Payin status").
		changeStatus(session, 'authorised');
		changeStatus(session, 'waiting');
		if (settings.cardSettlementMs === 0) receive(session, method);
		else clock.after(settings.cardSettlementMs, () => receive(session, method));
	}

	return {
		methods,
		methodsFor,
		pay,
		find: (uuid: string): CheckoutSession | undefined => sessions.get(uuid),
		/** The address of the hosted page. */
		addressOf: ({ uuid }: CheckoutSession): string => addressOf(`/checkout/${uuid}`),
		/** @throws ServiceError 422 when the method is unknown or no method takes the amount. */
		open({ methodCode, ...order }: CheckoutOrder): CheckoutSession {
			const method = methodCode === null ? null : methodOf(methodCode, order.amount);
			const [onlyMethod, ...others] = methodsFor(order.amount);
			if (!onlyMethod) {
				throw unprocessable({ amount: `is outside the limits of every ${merchant.currency} payment method` });
			}
			const session: CheckoutSession = {
				...order,
				uuid: random.shortId(),
				transactionUuid: random.shortId(),
				currency: merchant.currency,
				createdAt: clock.now(),
				methodFixed: method !== null,
				method: method ?? (others.length === 0 ? onlyMethod : null),
				status: 'pending',
				paidAmount: 0n,
				paidAt: null,
				prompt: null,
				failureReason: null,
			};
			sessions.set(session.uuid, session);
			clock.schedule(session.expiresAt, () => {
				if (session.status === 'pending') expire(session);
			});
			return session;
		},
		/** The customer chooses a method; null returns to the choice. @throws ServiceError 422 */
		choose(session: CheckoutSession, code: string | null): void {
			mustBePending(session);
			if (session.methodFixed) throw unprocessable({ payin_method_code: 'is fixed by the merchant' });
			session.method = code === null ? null : methodOf(code, session.amount);
			session.prompt = null;
		},
		promptHandset: (session: CheckoutSession, phone: string): void => promptHandset(needs, session, phone),
		fail,
		expire,
		moves: (session: CheckoutSession | undefined): Moves =>
			session?.status === 'pending'
				? { complete: () => pay(session), fail: () => fail(session, declined), expire: () => expire(session) }
				: noMoves,
	};
}
