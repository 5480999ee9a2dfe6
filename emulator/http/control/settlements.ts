import { z } from 'zod/v4';
import { reportFrequencies } from '../../../contract/settlements';
import { accountOf } from '../../world';
import type { CommandHandlers } from '../handlers';

const closeRequest = z.strictObject({
	currency: z.string(),
	report_frequency: z.enum(reportFrequencies).default('daily'),
});

/** Settlement reports, and the counts of requests for their files. */
export const settlementCommands: CommandHandlers = {
	'POST settlements/close': ({ world, body }) => {
		const { currency, report_frequency } = closeRequest.parse(body);
		return accountOf(world, currency).settlements.closeCurrent(report_frequency);
	},
	'GET settlements/files': ({ world }) =>
		Object.fromEntries(
			[...world.accounts.values()].map(({ currency, settlements }) => [currency, settlements.fileRequests]),
		),
};
