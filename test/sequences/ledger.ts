import { formatMoney } from '../../emulator/ledger/money';
import type { Kind } from './bills';
import type { Service, Where } from './service';

/** A payment in the service's own books, the truth that everything else is checked against. */
export interface Payment {
	kind: Kind;
	where: Where;
	uuid: string;
	bill: number;
	/** The lineage that sent it, from its description. */
	lineage: number;
	/** As canonical decimal text with two places. */
	amount: string;
	payee: string;
	email: string;
	account: string;
	externalId: string | null;
	/** For a refund: its payin, and what was left of it before. */
	payin?: string;
	left?: string;
	live: boolean;
}

const ENDED = ['failed', 'expired', 'cancelled', 'rejected'];
const isLive = (...statuses: string[]) => !statuses.some((status) => ENDED.includes(status.toLowerCase()));
const money = (amount: string | number) => Number(amount).toFixed(2);
const billOf = (amount: string | number) => Math.floor(Number(amount)) - 10;
const lineageOf = (description: string) => Number(/ L(\d+)/.exec(description)?.[1] ?? -1);
const text = (value: unknown) => (typeof value === 'string' ? value : '');

export function ledgerOf(service: Service): Payment[] {
	return (['A', 'B'] as const).flatMap((where) => paymentsOf(service, where));
}

function paymentsOf(service: Service, where: Where): Payment[] {
	const { payouts, audPayouts, payins } = service.account(where);
	const batches = [...new Set(payouts.payments().payouts.map(({ batch_uuid }) => batch_uuid))].map(payouts.get);
	const paidOut = batches.flatMap((batch) =>
		batch.transactions.map(({ uuid, payee, email, amount, parameters, externalId, status }): Payment => ({
			kind: 'payout',
			where,
			uuid,
			bill: billOf(formatMoney(amount)),
			lineage: lineageOf(batch.description),
			amount: money(formatMoney(amount)),
			payee,
			email,
			account: text(parameters.account_number),
			externalId,
			live: isLive(status, batch.status),
		})),
	);
	const audStatus = new Map(audPayouts.payments().aud_payouts.map(({ uuid, status }) => [uuid, status]));
	const paidInAud = service.audPayouts[where].flatMap((batch) =>
		batch.payout_transactions.map(({ uuid, payee, email, amount, account_number, external_id }): Payment => ({
			kind: 'aud',
			where,
			uuid: String(uuid),
			bill: billOf(String(amount)),
			lineage: lineageOf(String(batch.description)),
			amount: money(String(amount)),
			payee: String(payee),
			email: String(email),
			account: text(account_number),
			externalId: external_id ?? null,
			live: isLive(String(audStatus.get(String(uuid)))),
		})),
	);
	const asked = payins.payments().payins.map(({ uuid }) => payins.get(uuid));
	const paidIn = asked.map((payin): Payment => ({
		kind: 'payin',
		where,
		uuid: payin.uuid,
		bill: billOf(formatMoney(payin.total)),
		lineage: lineageOf(payin.description),
		amount: money(formatMoney(payin.total)),
		payee: payin.name,
		email: payin.email,
		account: '',
		externalId: payin.externalId,
		live: isLive(payin.status),
	}));
	const refunds = asked.flatMap((payin) => {
		let left = Number(formatMoney(payin.total));
		return payin.refunds.map((refund): Payment => {
			const before = money(left);
			left -= Number(formatMoney(refund.amount));
			return {
				kind: 'refund',
				where,
				uuid: refund.uuid,
				bill: billOf(formatMoney(payin.total)),
				lineage: lineageOf(refund.description),
				amount: money(formatMoney(refund.amount)),
				payee: payin.name,
				email: payin.email,
				account: '',
				externalId: refund.externalId,
				payin: payin.uuid,
				left: before,
				live: isLive(refund.status),
			};
		});
	});
	// Payins that exist only to be refunded belong to no lineage.
	return [...paidOut, ...paidInAud, ...paidIn.filter(({ lineage }) => lineage >= 0), ...refunds];
}
