import type { Account } from '../account';
import { checkoutMethodsFor, type CheckoutMethod } from './checkoutMethods';
import { unprocessable } from '../http/errors';
import { parseMoney, shareOf, type Money } from '../ledger/money';
import { moneySettings } from '../ledger/moneySettings';
import type { World } from '../world';

/** The customer as the merchant knows them; the address fills the billing form (specification: `sender_info`). */
export interface SenderInfo {
	email: string;
	first_name: string;
	last_name: string;
	address?: string;
	city?: string;
	postal_code?: string;
	state?: string;
	country_code?: string;
}

export type CheckoutStatus =
	'pending' | 'received' | 'failed' | 'expired' | 'return_pending' | 'partially_refunded' | 'return_received';

/** Where the hosted page sends the customer afterwards; each is optional. */
export interface CheckoutRedirect {
	success?: string;
	failure?: string;
}

/** What a room asks the hosted page to collect. */
export interface CheckoutOrder {
	amount: Money;
	description: string;
	sender: SenderInfo;
	expiresAt: Date;
	/** Null lets the customer choose on the page. */
	methodCode: string | null;
	redirect: CheckoutRedirect;
	/** Called after every change of status. */
	onChange(session: CheckoutSession): void;
}

/** One visit of the hosted page: what is to be paid, how, and how far it has come. */
export interface CheckoutSession extends Readonly<Omit<CheckoutOrder, 'methodCode'>> {
	readonly uuid: string;
	/** The payment behind the page has an identifier of its own. */
	readonly transactionUuid: string;
	readonly currency: string;
	readonly createdAt: Date;
	/** The merchant chose the method, so the customer cannot. */
	readonly methodFixed: boolean;
	method: CheckoutMethod | null;
	status: CheckoutStatus;
	paidAmount: Money;
	paidAt: Date | null;
	/** Mobile money: a prompt waits on this handset. */
	prompt: { phone: string; expiresAt: Date } | null;
	failureReason: string | null;
}

/** Share of a checkout payment the service keeps, in basis points. */
const FEE_BASIS_POINTS = 250;

/** Malawi: only the numbers of two networks work; national numbers that begin with 8 or 9 stand for them. */
const malawianNetworks = /^(?:\+?265|0)?[89]\d{8}$/;
const phoneNumber = /^\+?\d[\d -]{6,18}\d$/;

const fits = (method: CheckoutMethod, amount: Money) =>
	amount >= parseMoney(method.minAmount) && amount <= parseMoney(method.maxAmount);

export type CheckoutSessions = ReturnType<typeof createCheckoutSessions>;

/** The hosted page's sessions of one account, for payment links and gateway links alike. */
export function createCheckoutSessions(world: World, account: Account) {
	const sessions = new Map<string, CheckoutSession>();
	const methods = checkoutMethodsFor(account.currency);

	/** The methods that can take this amount. */
	const methodsFor = (amount: Money) => methods.filter((method) => fits(method, amount));

	function methodOf(code: string, amount: Money): CheckoutMethod {
		const method = methods.find((candidate) => candidate.code === code);
		if (!method) throw unprocessable({ payin_method_code: `${code} is not available for this account` });
		if (!fits(method, amount)) {
			throw unprocessable({
				amount: `must be between ${method.minAmount} and ${method.maxAmount} ${method.currency} for ${code}`,
			});
		}
		return method;
	}

	function change(session: CheckoutSession, status: CheckoutStatus) {
		session.status = status;
		session.prompt = null;
		session.onChange(session);
	}

	function mustBePending(session: CheckoutSession) {
		if (session.status !== 'pending') throw unprocessable({}, `The payment is ${session.status} and no longer pending`);
	}

	function fail(session: CheckoutSession, reason: string) {
		mustBePending(session);
		session.failureReason = reason;
		change(session, 'failed');
	}

	function expire(session: CheckoutSession) {
		mustBePending(session);
		change(session, 'expired');
	}

	return {
		methods,
		methodsFor,
		find: (uuid: string) => sessions.get(uuid),
		/** The address of the hosted page. */
		addressOf: (session: CheckoutSession) => `${world.baseUrl}/checkout/${session.uuid}`,
		/** @throws ServiceError 422 when the method is unknown or no method takes the amount. */
		open(order: CheckoutOrder): CheckoutSession {
			const { methodCode, ...rest } = order;
			const method = methodCode === null ? null : methodOf(methodCode, order.amount);
			const [onlyMethod, ...others] = methodsFor(order.amount);
			if (!onlyMethod) {
				throw unprocessable({ amount: `is outside the limits of every ${account.currency} payment method` });
			}
			const session: CheckoutSession = {
				...rest,
				uuid: world.random.shortId(),
				transactionUuid: world.random.shortId(),
				currency: account.currency,
				createdAt: world.clock.now(),
				methodFixed: method !== null,
				method: method ?? (others.length === 0 ? onlyMethod : null),
				status: 'pending',
				paidAmount: 0n,
				paidAt: null,
				prompt: null,
				failureReason: null,
			};
			sessions.set(session.uuid, session);
			world.clock.schedule(session.expiresAt, () => {
				if (session.status === 'pending') expire(session);
			});
			return session;
		},
		/** The customer's choice on the page; null goes back to the choice. */
		choose(session: CheckoutSession, code: string | null) {
			mustBePending(session);
			if (session.methodFixed) throw unprocessable({ payin_method_code: 'is fixed by the merchant' });
			session.method = code === null ? null : methodOf(code, session.amount);
			session.prompt = null;
		},
		/** Mobile money: sends the PIN prompt to the customer's handset; it fails the payment when it is not answered in time. */
		promptHandset(session: CheckoutSession, phone: string) {
			mustBePending(session);
			const plain = phone.trim();
			if (!phoneNumber.test(plain)) throw unprocessable({ phone: 'must be a phone number' });
			if (account.currency === 'MWK' && !malawianNetworks.test(plain.replace(/[ -]/g, ''))) {
				throw unprocessable({ phone: 'belongs to a network that is not supported' });
			}
			const prompt = {
				phone: plain,
				expiresAt: new Date(world.clock.now().getTime() + moneySettings(world).promptLifetimeMs),
			};
			session.prompt = prompt;
			world.clock.schedule(prompt.expiresAt, () => {
				if (session.status === 'pending' && session.prompt === prompt)
					fail(session, 'The prompt on the handset was not answered');
			});
		},
		/** The customer pays in full; without a chosen method the first that takes the amount is used. */
		pay(session: CheckoutSession) {
			mustBePending(session);
			const [firstMethod] = methodsFor(session.amount);
			const method = session.method ?? firstMethod;
			if (!method) throw unprocessable({ payin_method_code: 'must be chosen' });
			session.method = method;
			session.paidAmount = session.amount;
			session.paidAt = world.clock.now();
			account.ledger.post({
				type: 'payment',
				direction: 'money_in',
				amount: session.amount,
				fees: shareOf(session.amount, FEE_BASIS_POINTS, session.currency),
				status: 'done',
				referenceId: session.transactionUuid,
				paymentMethod: method.code,
				description: session.description,
			});
			change(session, 'received');
		},
		fail,
		expire,
		change,
	};
}
