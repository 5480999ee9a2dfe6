import { z } from 'zod/v4';
import { accountOf } from '../../world';
import type { CommandHandlers } from '../handlers';
import { amount } from './values';

const transferRequest = z.strictObject({ currency: z.string().default('USD'), amount });

/** Treasury transfers, which are started in the portal. */
export const transferCommands: CommandHandlers = {
	'POST transfers': ({ world, body }) => {
		const transfer = transferRequest.parse(body);
		return accountOf(world, transfer.currency).transfers.create(transfer.amount);
	},
};
