import { z } from 'zod/v4';
import { unprocessable } from '../../engine/serviceError';
import { moveNames } from '../../ledger/moves';
import { accountOf } from '../../world';
import type { CommandHandlers } from '../handlers';

const moveRequest = z.strictObject({ currency: z.string(), uuid: z.string(), move: z.enum(moveNames) });

/** What a payer, a bank, an approver or time does to an open payment of any kind, as far as its state allows it. */
export const moveCommands: CommandHandlers = {
	'POST payments/move': ({ world, body }) => {
		const { currency, uuid, move } = moveRequest.parse(body);
		for (const { moves } of accountOf(world, currency).reporting) {
			const make = moves?.(uuid)[move];
			if (!make) continue;
			make();
			return { uuid, move, allowed_next: Object.keys(moves(uuid)) };
		}
		throw unprocessable({}, `${uuid} does not allow "${move}" now`);
	},
};
