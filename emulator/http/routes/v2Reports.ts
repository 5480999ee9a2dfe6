import type { Handlers } from '../handlers';
import { unprocessable } from '../../engine/serviceError';
import { utcPeriod } from '../../engine/timestamps';

/** v2: settlement reports. */
export const v2ReportsHandlers = {
	'v2.settlements.list': ({ world, account, query }) => {
		const missing = (['from_date', 'to_date'] as const).filter((date) => query[date] === undefined);
		if (world.settings.reportPeriods === 'required' && missing.length > 0)
			throw unprocessable(Object.fromEntries(missing.map((date) => [date, "can't be blank"])));
		return account.settlements.list({
			frequency: query.report_frequency,
			period: utcPeriod(query.from_date, query.to_date),
			cursor: query.cursor,
			size: query.size,
		});
	},
} satisfies Handlers;
