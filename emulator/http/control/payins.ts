import { z } from 'zod/v4';
import { payinDetail } from '../../payins/payinRecords';
import type { Payins } from '../../payins/payins';
import type { World } from '../../world';
import type { CommandHandlers } from '../handlers';

const payinRequest = z.object({ uuid: z.string() });
const disputeRequest = payinRequest.extend({ outcome: z.enum(['won', 'lost']) });
const refundRequest = payinRequest.extend({ refund_uuid: z.string().optional() });

/** The payins of the account that holds this one. */
function payinsWith(world: World, uuid: string): Payins {
	for (const { payins } of world.accounts.values()) if (payins.has(uuid)) return payins;
	throw new RangeError(`There is no payin ${uuid}`);
}

/** What customers and the service do to payins outside the API. Answers show all thirteen statuses, whatever the setting. */
export const payinCommands: CommandHandlers = {
	'POST payins/dispute': ({ world, body }) => {
		const { uuid } = payinRequest.parse(body);
		return payinDetail(payinsWith(world, uuid).openDispute(uuid), 'thirteen');
	},
	'POST payins/dispute/close': ({ world, body }) => {
		const { uuid, outcome } = disputeRequest.parse(body);
		return payinDetail(payinsWith(world, uuid).closeDispute(uuid, outcome), 'thirteen');
	},
	'POST payins/refund/reject': ({ world, body }) => {
		const { uuid, refund_uuid } = refundRequest.parse(body);
		const payins = payinsWith(world, uuid);
		payins.refunds.reject(payins.get(uuid), refund_uuid);
		return payinDetail(payins.get(uuid), 'thirteen');
	},
};
