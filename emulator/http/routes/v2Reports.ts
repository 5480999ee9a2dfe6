import type { Handlers } from '../handlers';
import { utcPeriod } from '../../engine/timestamps';

/** v2: settlement reports. */
export const v2ReportsHandlers = {
	'v2.settlements.list': ({ account, query }) =>
		account.settlements.list({
			frequency: query.report_frequency,
			period: utcPeriod(query.from_date, query.to_date),
			cursor: query.cursor,
			size: query.size,
		}),
} satisfies Handlers;
