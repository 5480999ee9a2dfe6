import type { PayoutCreateBody } from '../../../../contract';
import type { Notify } from '../../form/notification';
import type { PayoutRequest } from './payoutRequest';

/** The body of `POST /v2/payouts` for payees that share method, currency, description and schedule. */
export function payoutBody(requests: PayoutRequest[], externalId: string, notify: Notify): PayoutCreateBody {
	const [{ method, currency, description, scheduledAt }] = requests as [PayoutRequest, ...PayoutRequest[]];
	return {
		payout_method_name: method,
		currency,
		description,
		payout_transaction_details: requests.map(({ detail }) => detail),
		webhook_notification: notify(externalId),
		...(scheduledAt !== undefined && { scheduled_at: scheduledAt }),
		external_id: externalId,
	};
}
