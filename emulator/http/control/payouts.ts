import { z } from 'zod/v4';
import type { CommandHandlers } from '../handlers';

const decisionRequest = z.strictObject({ uuid: z.string(), decision: z.enum(['approve', 'reject']) });

/** What approvers do in the portal, for v1 and v2 payouts alike. */
export const payoutCommands: CommandHandlers = {
	'POST approvals': ({ world, body }) => {
		const { uuid, decision } = decisionRequest.parse(body);
		for (const { payouts, audPayouts } of world.accounts.values())
			for (const domain of [payouts, audPayouts]) if (domain.has(uuid)) return domain.decide(uuid, decision);
		throw new RangeError(`There is no payout ${uuid}`);
	},
};
