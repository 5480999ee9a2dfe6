import type { BodyOf } from '../../contract/endpoints';
import type { AnyPayinStatus } from '../../contract/statuses';
import type { Account, RecentPayment } from '../account';
import { bookLine } from '../ledger/bookLine';
import { notFound, unprocessable } from '../http/errors';
import { moneySettings } from '../ledger/moneySettings';
import { acceptAmount, formatMoney, shareOf, type Money } from '../ledger/money';
import { latePayCode, payCodeAtOnce } from './payCodes';
import { checkPayin } from './payinChecks';
import { payinNotification, type Payin, type Refund } from './payinRecords';
import { createRecordBook, type ListQuery } from '../ledger/records';
import { createRefunds } from './refunds';
import type { World } from '../world';

/** What the service keeps of a payment, in basis points. */
const FEE_BASIS_POINTS = 250;

/**
 * Values that make the mobile money steps fail, so that a failure can be had at will: this OTP is refused, and this PIN
 * stands for a customer who dismisses the prompt.
 */
export const WRONG_OTP = '000000';
export const DISMISSING_PIN = '0000';

export type Payins = ReturnType<typeof createPayins>;

/** The payins of one account and their states (section "Payin status"). Every change of status is notified. */
export function createPayins(world: World, account: Account) {
	const book = createRecordBook<Payin>();
	const now = () => world.clock.now().getTime();
	const later = (milliseconds: number, task: () => void) => world.clock.schedule(new Date(now() + milliseconds), task);

	/** @throws ServiceError 404 */
	function get(uuid: string): Payin {
		const payin = book.find(uuid);
		if (!payin) throw notFound(`There is no payin ${uuid}`);
		return payin;
	}

	function become(payin: Payin, status: AnyPayinStatus, refund?: Refund): void {
		payin.status = status;
		world.notifications.send({
			account,
			source: 'payin',
			about: payin.uuid,
			target: payin.target,
			body: payinNotification(payin, refund),
		});
	}

	function fail(payin: Payin, code: string, message: string): void {
		payin.payCode = { error_code: code, error_message: message };
		become(payin, 'failed');
	}

	function mustBePending(payin: Payin): void {
		if (payin.status !== 'pending') throw unprocessable({ uuid: `is ${payin.status}, not pending` });
	}

	function mustBeAt(payin: Payin, stage: Payin['stage']): void {
		mustBePending(payin);
		if (payin.stage !== stage) throw unprocessable({ uuid: `is at ${payin.stage}, not at ${stage}` });
	}

	/** Money has come: it is booked, then told. */
	function receive(payin: Payin, paid: Money): void {
		const { settlementDelayMs } = moneySettings(world);
		payin.paid = paid;
		payin.completedAt = now();
		payin.stage = 'normal_stage';
		const entry = account.ledger.post({
			type: 'payment',
			direction: 'money_in',
			amount: paid,
			fees: shareOf(paid, FEE_BASIS_POINTS, account.currency),
			status: settlementDelayMs > 0 ? 'waiting' : 'done',
			referenceId: payin.uuid,
			paymentMethod: payin.method.name,
			description: payin.description,
		});
		if (settlementDelayMs > 0) later(settlementDelayMs, () => void account.ledger.settle(entry.id, 'done'));
		become(payin, 'received');
	}

	/** The prompt goes to the handset; nobody has to answer it. */
	function prompt(payin: Payin): void {
		payin.stage = 'authorize_stk';
		later(moneySettings(world).promptLifetimeMs, () => {
			if (payin.status === 'pending') fail(payin, 'prompt_expired', 'The customer did not answer the prompt');
		});
	}

	function deliverLate(payin: Payin): void {
		if (payin.status !== 'pending') return;
		payin.payCode = latePayCode(world, payin);
		world.notifications.send({
			account,
			source: 'payinCredentials',
			about: payin.uuid,
			target: payin.target,
			body: payin.payCode,
		});
	}

	const refunds = createRefunds(world, account, become);

	return {
		get,
		has: (uuid: string): boolean => book.find(uuid) !== undefined,
		refunds,
		/** @throws ServiceError 422 naming every field that breaks a rule. */
		create(body: BodyOf<'v2.payins.create'>): Payin {
			const { method, amount, gstAmount, expiresAt } = checkPayin(account, body, now());
			const payin: Payin = {
				uuid: world.random.shortId(),
				externalId: body.external_id ?? null,
				createdAt: now(),
				method,
				parameters: body.payin_method_params,
				name: body.name,
				email: body.email,
				description: body.description,
				gst: body.gst,
				amount,
				gstAmount,
				total: amount + gstAmount,
				metadata: body.metadata ?? null,
				target: body.webhook_notification,
				expiresAt,
				refunds: [],
				status: 'pending',
				stage: method.stage,
				payCode: null,
				paid: 0n,
				completedAt: null,
				disputeEntryId: null,
			};
			payin.payCode = payCodeAtOnce(world, payin);
			book.add(payin);
			if (method.payCode === 'late') later(world.settings.latePayCodeDelayMs, () => deliverLate(payin));
			if (method.stage === 'authorize_stk') prompt(payin);
			later(expiresAt - now(), () => {
				if (payin.status === 'pending') become(payin, 'expired');
			});
			return payin;
		},
		/** Newest first; a record appears only `listLagMs` after it was made. */
		list: (query: ListQuery) => book.page({ ...query, to: Math.min(query.to, now() - moneySettings(world).listLagMs) }),
		/** @throws ServiceError 422 unless pending and of a cancellable method. */
		cancel(uuid: string): void {
			const payin = get(uuid);
			mustBePending(payin);
			if (!payin.method.cancellable)
				throw unprocessable({ uuid: `belongs to ${payin.method.name}, which cannot be cancelled` });
			become(payin, 'expired');
		},
		/** The customer pays (`amount` in the base unit, everything when left out) or the payment fails. Pending payins only. */
		simulate(uuid: string, outcome: 'completed' | 'failed', amount?: number): void {
			const payin = get(uuid);
			mustBePending(payin);
			if (outcome === 'failed') return fail(payin, 'payment_failed', 'The payment failed');
			const paid = amount === undefined ? payin.total : acceptAmount(amount, account.currency);
			if (paid <= 0n) throw unprocessable({ amount: 'must be given: this payin was created without one' });
			receive(payin, paid);
		},
		/** Any code of 4 to 8 digits will do, except {@link WRONG_OTP}; the prompt follows. */
		confirmOtp(uuid: string, code: string): void {
			const payin = get(uuid);
			mustBeAt(payin, 'authorize_otp');
			if (!/^\d{4,8}$/.test(code) || code === WRONG_OTP) throw unprocessable({ code: 'is not the OTP that was sent' });
			prompt(payin);
		},
		resendOtp: (uuid: string): void => mustBeAt(get(uuid), 'authorize_otp'),
		/** The wallet's owner answers the prompt: any PIN pays, {@link DISMISSING_PIN} dismisses it. */
		authorizeStk(uuid: string, pin: string): void {
			const payin = get(uuid);
			mustBeAt(payin, 'authorize_stk');
			if (pin === DISMISSING_PIN) fail(payin, 'prompt_dismissed', 'The customer dismissed the prompt');
			else receive(payin, payin.total);
		},
		/** The customer disputes a payment: what is left of it is set aside, and a fee of one percent is charged. */
		openDispute(uuid: string): Payin {
			const payin = get(uuid);
			if (payin.status !== 'received' && payin.status !== 'partially_refunded')
				throw unprocessable({ uuid: `is ${payin.status}, not received` });
			const amount = refunds.leftOf(payin);
			const booking = {
				direction: 'money_out',
				fees: 0n,
				referenceId: uuid,
				paymentMethod: payin.method.name,
			} as const;
			payin.disputeEntryId = account.ledger.post({ ...booking, type: 'dispute', amount, status: 'waiting' }).id;
			account.ledger.post({
				...booking,
				type: 'dispute_fee',
				amount: shareOf(amount, 100, account.currency),
				status: 'done',
			});
			become(payin, 'in_dispute');
			return payin;
		},
		/** Won: the money comes back and the payin is received again. Lost: it does not. */
		closeDispute(uuid: string, outcome: 'won' | 'lost'): Payin {
			const payin = get(uuid);
			if (payin.disputeEntryId === null) throw unprocessable({ uuid: `is ${payin.status}, not in_dispute` });
			account.ledger.settle(payin.disputeEntryId, outcome === 'won' ? 'failed' : 'done');
			payin.disputeEntryId = null;
			become(payin, outcome === 'won' ? 'received' : 'dispute_lost');
			return payin;
		},
		/** Counts and sums by kind; a payin counts with what it asks for, GST included. */
		summary: () => ({
			payins: bookLine(book.all.map(({ status, total }) => ({ status, amount: total }))),
			refunds: bookLine(book.all.flatMap((payin) => payin.refunds)),
		}),
		/** Every payin and refund, oldest first: what tests hold against what was intended. */
		payments: () => ({
			payins: book.all.map(({ uuid, externalId, total, name, status }) => ({
				uuid,
				external_id: externalId,
				amount: formatMoney(total),
				payee: name,
				status,
			})),
			refunds: book.all.flatMap((payin) =>
				payin.refunds.map(({ uuid, externalId, amount, status }) => ({
					uuid,
					payin_uuid: payin.uuid,
					external_id: externalId,
					amount: formatMoney(amount),
					payee: payin.name,
					status,
				})),
			),
		}),
		recent: (limit: number): RecentPayment[] =>
			book.newest(limit).map(({ uuid, status, total, externalId, createdAt }) => ({
				kind: 'payin',
				uuid,
				status,
				amount: formatMoney(total),
				externalId,
				createdAt: new Date(createdAt),
			})),
	};
}
