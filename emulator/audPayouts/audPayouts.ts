import type { AudPayout, AudPayoutTransactionDetail } from '../../contract/audPayouts';
import { limits } from '../../contract/limits';
import type { Account, RecentPayment } from '../account';
import { addressFailure, addressProblem } from './audPayoutAddresses';
import { bookLine } from '../ledger/bookLine';
import { notFound, unprocessable } from '../http/errors';
import type { HistoryEntry } from '../ledger/ledger';
import { acceptAmount, formatMoney, parseMoney, type Money } from '../ledger/money';
import type { NotificationTarget } from '../engine/notifications';
import { serviceTimestamp, utcMoment } from '../engine/timestamps';
import type { World } from '../world';

/** One batch, from JSON or from a file; amounts in AUD. */
export interface AudPayoutOrder {
	details: readonly AudPayoutTransactionDetail[];
	description: string;
	scheduledAt?: string;
	retry: boolean;
	externalId?: string;
	target: NotificationTarget;
}

interface Transaction {
	uuid: string;
	detail: AudPayoutTransactionDetail;
	amount: Money;
	status: 'created' | 'processing' | 'settled' | 'failed';
	errorMessage: string | null;
	entry: HistoryEntry | null;
}

interface Batch {
	id: number;
	uuid: string;
	order: AudPayoutOrder;
	transactions: Transaction[];
	total: Money;
	status: AudPayout['status'];
	createdAt: Date;
	scheduledAt: Date | null;
	/** Sent to the recipients only after a decision (payout approvals). */
	awaitsApproval: boolean;
}

/** What one transaction costs the merchant. */
const FEE = parseMoney('0.5');

function checkDetails(details: readonly AudPayoutTransactionDetail[]) {
	const problems: Record<string, string> = {};
	details.forEach((detail, index) => {
		const place = `payout_transaction_details[${index}]`;
		const address = addressProblem(detail);
		if (address) problems[`${place}.${address.field}`] = address.problem;
		const minimum = detail.payid === undefined ? '0.01' : String(limits.auPayidPayoutMinimumAud);
		if (acceptAmount(detail.amount, 'AUD') < parseMoney(minimum))
			problems[`${place}.amount`] = `must be at least ${minimum} AUD`;
	});
	if (Object.keys(problems).length > 0) throw unprocessable(problems);
}

export type AudPayouts = ReturnType<typeof createAudPayouts>;

/** v1 AUD payouts of one account: batches that progress on the clock, each transaction for itself. */
export function createAudPayouts(world: World, account: Account) {
	const batches = new Map<string, Batch>();
	const waitingForFunds = new Set<Batch>();
	let lastId = 5_000;

	/** v1 batches alone carry an RFC 4122 identifier; it follows from the seed like every other. */
	const batchUuid = () => {
		const { hex } = world.random;
		return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
	};
	const later = (milliseconds: number, step: () => void) =>
		world.clock.schedule(new Date(world.clock.now().getTime() + milliseconds), step);

	function record(batch: Batch): AudPayout & { webhook_notification: NotificationTarget } {
		return {
			id: batch.id,
			uuid: batch.uuid,
			status: batch.status,
			description: batch.order.description,
			total_amount: formatMoney(batch.total, 2),
			scheduled_at: batch.scheduledAt && serviceTimestamp(batch.scheduledAt),
			is_retry: batch.order.retry,
			external_id: batch.order.externalId ?? null,
			created_at: serviceTimestamp(batch.createdAt),
			webhook_notification: { endpoint_url: batch.order.target.endpoint_url, authorization_header: '****' },
			payout_transactions: batch.transactions.map(({ uuid, detail, amount, status, errorMessage }) => ({
				uuid,
				payee: detail.payee,
				email: detail.email,
				amount: formatMoney(amount, 2),
				payid: detail.payid ?? null,
				payid_type: detail.payid_type ?? null,
				bsb: detail.bsb ?? null,
				account_number: detail.account_number ?? null,
				status,
				error_message: errorMessage,
				external_id: detail.external_id ?? null,
			})),
		};
	}

	function change(batch: Batch, status: Batch['status']) {
		batch.status = status;
		world.notifications.send({
			account,
			source: 'payout',
			about: batch.uuid,
			target: batch.order.target,
			body: record(batch),
		});
	}

	function process(batch: Batch) {
		if (!account.ledger.covers(batch.total + FEE * BigInt(batch.transactions.length))) return lackFunds(batch);
		waitingForFunds.delete(batch);
		for (const transaction of batch.transactions) {
			transaction.status = 'processing';
			transaction.entry = account.ledger.post({
				type: 'payout',
				direction: 'money_out',
				amount: transaction.amount,
				fees: FEE,
				status: 'waiting',
				referenceId: transaction.uuid,
				paymentMethod: transaction.detail.payid === undefined ? 'au_bank_aud' : 'au_payid_npp_aud',
				description: batch.order.description,
			});
		}
		change(batch, 'processing');
		later(world.settings.payoutDelayMs, () => complete(batch));
	}

	function lackFunds(batch: Batch) {
		// `is_retry` keeps trying until funds arrive; without it the batch ends here.
		if (batch.order.retry) {
			waitingForFunds.add(batch);
			return;
		}
		for (const transaction of batch.transactions) {
			transaction.status = 'failed';
			transaction.errorMessage = 'Not enough funds';
		}
		change(batch, 'expired');
	}

	function complete(batch: Batch) {
		for (const transaction of batch.transactions) {
			const failure = addressFailure(transaction.detail);
			transaction.status = failure === null ? 'settled' : 'failed';
			transaction.errorMessage = failure;
			if (transaction.entry) account.ledger.settle(transaction.entry.id, failure === null ? 'done' : 'failed');
		}
		change(batch, 'completed');
	}

	function start(batch: Batch) {
		if (batch.awaitsApproval) return;
		if (batch.scheduledAt) world.clock.schedule(batch.scheduledAt, () => process(batch));
		else later(world.settings.payoutDelayMs, () => process(batch));
	}

	account.ledger.onCredit(() => {
		for (const waiting of [...waitingForFunds]) process(waiting);
	});

	return {
		/** @throws ServiceError 422 for an address, an amount or a schedule that cannot be. */
		create(order: AudPayoutOrder): AudPayout {
			checkDetails(order.details);
			const scheduledAt = order.scheduledAt === undefined ? null : utcMoment(order.scheduledAt);
			if (scheduledAt && scheduledAt <= world.clock.now())
				throw unprocessable({ scheduled_at: 'must be in the future' });
			const transactions = order.details.map((detail): Transaction => ({
				uuid: world.random.shortId(),
				detail,
				amount: acceptAmount(detail.amount, 'AUD'),
				status: 'created',
				errorMessage: null,
				entry: null,
			}));
			lastId += 1;
			const batch: Batch = {
				id: lastId,
				uuid: batchUuid(),
				order,
				transactions,
				total: transactions.reduce((sum, { amount }) => sum + amount, 0n),
				status: scheduledAt ? 'scheduled' : 'created',
				createdAt: world.clock.now(),
				scheduledAt,
				awaitsApproval: account.approvals,
			};
			batches.set(batch.uuid, batch);
			start(batch);
			return record(batch);
		},
		/** Decides a batch that waits for approval; the first decision stands. */
		decide(uuid: string, decision: 'approve' | 'reject'): AudPayout {
			const batch = batches.get(uuid);
			if (!batch) throw notFound(`There is no AUD payout ${uuid}`);
			if (!batch.awaitsApproval) throw unprocessable({ uuid: 'does not wait for a decision' });
			batch.awaitsApproval = false;
			if (decision === 'approve') start(batch);
			else change(batch, 'Rejected');
			return record(batch);
		},
		find: (uuid: string): AudPayout | undefined => {
			const batch = batches.get(uuid);
			return batch && record(batch);
		},
		summary: () => ({
			aud_payout_batches: bookLine([...batches.values()].map(({ status, total }) => ({ status, amount: total }))),
			aud_payouts: bookLine([...batches.values()].flatMap(({ transactions }) => transactions)),
		}),
		/** Every transaction, oldest first: what tests hold against what was intended. */
		payments: () => ({
			aud_payouts: [...batches.values()].flatMap(({ transactions }) =>
				transactions.map(({ uuid, detail, amount, status }) => ({
					uuid,
					external_id: detail.external_id ?? null,
					amount: formatMoney(amount),
					payee: detail.payee,
					status,
				})),
			),
		}),
		recent: (limit: number): RecentPayment[] =>
			[...batches.values()]
				.slice(-limit)
				.reverse()
				.map((batch) => ({
					kind: 'AUD payout',
					uuid: batch.uuid,
					status: batch.status,
					amount: formatMoney(batch.total),
					externalId: batch.order.externalId ?? null,
					createdAt: batch.createdAt,
				})),
	};
}
