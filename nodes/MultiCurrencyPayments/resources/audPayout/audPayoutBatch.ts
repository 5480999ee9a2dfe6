import type { AudPayout, AudPayoutCreateBody, NotificationTarget } from '../../../../contract';
import type { BatchKind, Together } from '../../money/batchKind';
import { presentAudTransaction } from './audPayoutRecord';
import type { AudPayoutRequest } from './audPayoutRequest';
import { audPayoutRequestOf } from './audPayoutRequest';

/** AUD payouts of v1, alone or many in a batch. The service cannot be asked for them. */
export const audPayoutBatch: BatchKind<AudPayoutRequest, AudPayout> = {
	name: 'AUD payout',
	read: audPayoutRequestOf,
	// One addressing method per request (specification: "v1: AUD payouts").
	sharedInRequest: ({ addressing, description, scheduledAt = '', isRetry }) => [
		addressing,
		description,
		scheduledAt,
		String(isRetry),
	],
	async send(requests, batchKey, target) {
		const body = bodyOf(requests, batchKey, target);
		return await requests[0].item.client.write<AudPayout>({ method: 'POST', path: '/v1/payouts', body });
	},
	lookUp: null,
	present: presentAudTransaction,
};

/** The body of `POST /v1/payouts` (specification: "v1: AUD payouts"). */
function bodyOf(
	requests: Together<AudPayoutRequest>,
	batchKey: string,
	target: NotificationTarget,
): AudPayoutCreateBody {
	const [{ description, scheduledAt, isRetry }] = requests;
	return {
		payout_transaction_details: requests.map(({ detail, key }) => ({ ...detail, external_id: key })),
		description,
		...(scheduledAt !== undefined && { scheduled_at: scheduledAt }),
		is_retry: isRetry,
		external_id: batchKey,
		...target,
	};
}
