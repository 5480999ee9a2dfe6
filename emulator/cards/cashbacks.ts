import type { BodyOf, ResponseOf } from '../../contract/endpoints';
import type { Clock } from '../engine/clock';
import type { Merchant } from '../engine/merchant';
import { notFound, unprocessable } from '../engine/serviceError';
import { serviceTimestamp } from '../engine/timestamps';
import { bookLine } from '../ledger/books';
import type { Ledger } from '../ledger/ledger';
import { fromSmallestUnit, moneyNumber, shareOf, type Money } from '../ledger/money';

interface Needs {
	clock: Pick<Clock, 'now'>;
	ledger: Ledger;
	merchant: Pick<Merchant, 'currency'>;
}

type CashbackUser = ResponseOf<'v2.cashbacks.activate'>;
type Campaign = ResponseOf<'v2.cashbacks.campaigns'>['records'][number];
type CashbackTransaction = ResponseOf<'v2.cashbacks.deliver'>;

const REWARD_PERCENT = 5;
const SITE = 'site-1';

const campaignOf = (id: string, name: string, status: Campaign['status']): Campaign => ({
	merchant_id: 'merchant-1',
	site_id: SITE,
	campaign_id: id,
	name,
	max_payable_cashback_amount: { in_whole_campaign_duration: 10_000, per_transaction: 50, per_user: 200 },
	time_schedule_response: { start_date: '2030-01-01', end_date: '2039-12-31' },
	payment_methods: ['pay_id', 'card'],
	status,
	tiers: [{ id: `${id}-tier`, cashback_type: 'percentage', cashback_value: REWARD_PERCENT }],
});

export type Cashbacks = ReturnType<typeof createCashbacks>;

/** The Cashback API, as far as its endpoints are known. */
export function createCashbacks({ clock, ledger, merchant }: Needs) {
	const { currency } = merchant;
	const users = new Map<string, CashbackUser>();
	const delivered = new Map<string, { answer: CashbackTransaction; amount: Money }>();
	const campaigns = [
		campaignOf('campaign-1', 'Welcome reward', 'active'),
		campaignOf('campaign-2', 'Summer reward', 'scheduled'),
		campaignOf('campaign-3', 'Last year', 'inactive'),
	];

	return {
		/** Creates or updates a user. */
		activate(request: BodyOf<'v2.cashbacks.activate'>): CashbackUser {
			const now = serviceTimestamp(clock.now());
			const user: CashbackUser = {
				user_id: request.user_id,
				site_id: SITE,
				first_name: request.first_name,
				last_name: request.last_name,
				email: request.email ?? null,
				phone: request.phone ?? null,
				created_at: users.get(request.user_id)?.created_at ?? now,
				updated_at: now,
			};
			users.set(user.user_id, user);
			return user;
		},
		/** @throws ServiceError 404 for an unknown user or campaign, 422 for a repeated client_transaction_id. */
		deliver(request: BodyOf<'v2.cashbacks.deliver'>): CashbackTransaction {
			if (!users.has(request.user_id)) throw notFound(`There is no cashback user ${request.user_id}`);
			const campaign = campaigns.find(({ campaign_id }) => campaign_id === request.campaign_id);
			if (!campaign) throw notFound(`There is no campaign ${request.campaign_id}`);
			if (campaign.status !== 'active') throw unprocessable({ campaign_id: `is ${campaign.status}` });
			if (request.currency !== currency.toLowerCase())
				throw unprocessable({ currency: `must be ${currency.toLowerCase()}` });
			if (delivered.has(request.client_transaction_id))
				throw unprocessable({ client_transaction_id: 'has already been taken' });
			const purchase = fromSmallestUnit(request.purchase_amount, currency);
			const cashback = shareOf(purchase, REWARD_PERCENT * 100, currency);
			const entry = ledger.post({
				type: 'cashback_payout',
				direction: 'money_out',
				amount: cashback,
				fees: 0n,
				status: 'done',
				referenceId: request.client_transaction_id,
				paymentMethod: request.payment_method,
				description: campaign.name,
			});
			const answer: CashbackTransaction = {
				id: entry.id,
				user_id: request.user_id,
				client_transaction_id: request.client_transaction_id,
				campaign_id: request.campaign_id,
				payment_method: request.payment_method,
				purchase_amount: moneyNumber(purchase),
				cashback_amount: moneyNumber(cashback),
				currency: request.currency,
				status: 'completed',
				created_at: serviceTimestamp(clock.now()),
			};
			delivered.set(request.client_transaction_id, { answer, amount: cashback });
			return answer;
		},
		campaigns: (status?: Campaign['status']) =>
			campaigns.filter((campaign) => status === undefined || campaign.status === status),
		summary: () => ({
			cashbacks: bookLine([...delivered.values()].map(({ answer, amount }) => ({ status: answer.status, amount }))),
		}),
	};
}
