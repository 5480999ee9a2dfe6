import type { BodyOf } from '../../contract/endpoints';
import type { Clock } from '../engine/clock';
import type { Engine } from '../engine/engine';
import type { Merchant } from '../engine/merchant';
import type { Notify } from '../engine/notifications';
import type { Random } from '../engine/random';
import { notFound, unprocessable } from '../engine/serviceError';
import type { Settings } from '../engine/settings';
import { bookLine, type RecentPayment } from '../ledger/books';
import type { Ledger } from '../ledger/ledger';
import { acceptAmount, formatMoney } from '../ledger/money';
import { noMoves, type Moves } from '../ledger/moves';
import { createRecordBook, type ListQuery } from '../ledger/records';
import type { ContactRegister } from '../methods/checks';
import { createDisputes } from './disputes';
import { createMobileMoney } from './mobileMoney';
import { newPayin, type Payin } from './payin';
import { payCodeAtOnce } from './payCodes';
import { checkPayin } from './payinChecks';
import { createPayinProgress, mustBePending } from './payinProgress';
import { payinPayments } from './payinRecords';
import { createRefunds, leftOf } from './refunds';

interface Needs {
	clock: Clock;
	random: Random;
	ledger: Ledger;
	notify: Notify;
	merchant: Pick<Merchant, 'currency' | 'australian'>;
	settings: Settings;
	contacts: ContactRegister;
	addressOf: Engine['addressOf'];
}

export type Payins = ReturnType<typeof createPayins>;

/** The payins of one account (section "v2: create payin" and the sections after it). */
export function createPayins(needs: Needs) {
	const { clock, random, merchant, settings, contacts, addressOf } = needs;
	const book = createRecordBook<Payin>();
	const progress = createPayinProgress(needs);
	const refunds = createRefunds({ ...needs, progress });
	const disputes = createDisputes({ ...needs, progress, leftOf });
	const mobileMoney = createMobileMoney(progress);
	const now = () => clock.now().getTime();

	/** @throws ServiceError 404 */
	function get(uuid: string): Payin {
		const payin = book.find(uuid);
		if (!payin) throw notFound(`There is no payin ${uuid}`);
		return payin;
	}

	/**
	 * The customer pays `amount` (base unit; in full by default), or the payment fails.
	 * @throws ServiceError 422 unless pending.
	 */
	function simulate(uuid: string, outcome: 'completed' | 'failed', amount?: number): void {
		const payin = get(uuid);
		mustBePending(payin);
		if (outcome === 'failed') return progress.fail(payin, 'payment_failed', 'The payment failed');
		const paid = amount === undefined ? payin.total : acceptAmount(amount, merchant.currency);
		if (paid <= 0n) throw unprocessable({ amount: 'must be given: this payin was created without one' });
		progress.receive(payin, paid);
	}

	return {
		get,
		has: (uuid: string): boolean => book.find(uuid) !== undefined,
		refunds,
		simulate,
		/** @throws ServiceError 422 naming every field that breaks a rule. */
		create(body: BodyOf<'v2.payins.create'>): Payin {
			const checked = checkPayin(merchant, contacts, body, now());
			const payin = newPayin(body, checked, { uuid: random.shortId(), createdAt: now() });
			payin.payCode = payCodeAtOnce(random, addressOf, payin);
			book.add(payin);
			progress.begin(payin);
			return payin;
		},
		/** Newest first; a new record appears only after `listLagMs`. */
		list: (query: ListQuery) => book.page({ ...query, to: Math.min(query.to, now() - settings.listLagMs) }),
		/** @throws ServiceError 422 unless pending and of a cancellable method. */
		cancel(uuid: string): void {
			const payin = get(uuid);
			mustBePending(payin);
			if (!payin.method.cancellable)
				throw unprocessable({ uuid: `belongs to ${payin.method.name}, which cannot be cancelled` });
			progress.become(payin, 'expired');
		},
		confirmOtp: (uuid: string, code: string): void => mobileMoney.confirmOtp(get(uuid), code),
		resendOtp: (uuid: string): void => mobileMoney.resendOtp(get(uuid)),
		authorizeStk: (uuid: string, pin: string): void => mobileMoney.authorizeStk(get(uuid), pin),
		openDispute: (uuid: string): Payin => disputes.open(get(uuid)),
		closeDispute: (uuid: string, outcome: 'won' | 'lost'): Payin => disputes.close(get(uuid), outcome),
		/** A payin counts with its requested amount, including GST. */
		summary: () => ({
			payins: bookLine(book.all.map(({ status, total }) => ({ status, amount: total }))),
			refunds: bookLine(book.all.flatMap((payin) => payin.refunds)),
		}),
		payments: () => payinPayments(book.all),
		recent: (limit: number): RecentPayment[] =>
			book.newest(limit).map(({ uuid, status, total, externalId, createdAt }) => ({
				kind: 'payin',
				uuid,
				status,
				amount: formatMoney(total),
				externalId,
				createdAt: new Date(createdAt),
			})),
		/** A payin that was created without an amount is paid with the least that its method takes. */
		moves(uuid: string): Moves {
			const payin = book.find(uuid);
			if (payin?.status !== 'pending') return noMoves;
			return {
				complete: () => simulate(uuid, 'completed', payin.total > 0n ? undefined : payin.method.min),
				fail: () => simulate(uuid, 'failed'),
				expire: () => progress.become(payin, 'expired'),
			};
		},
	};
}
