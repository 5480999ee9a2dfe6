import { asObject, asObjects } from '../../core/payload';

/** The longest pauses of the times that n8n offers by name, in hours. */
const HOURS: ReadonlyMap<unknown, number> = new Map([
	['everyDay', 24],
	['everyWeek', 168],
	['everyMonth', 744],
]);

/**
 * How long the pause until the next poll may be, in hours. Until then everything that this poll knows has to be remembered.
 * @param pollTimes n8n's own parameter of polling triggers. A cron expression counts as no pause
 */
export function hoursUntilNextPoll(pollTimes: unknown): number {
	const pauses = asObjects(asObject(pollTimes)?.item).map(({ mode, unit, value }) => {
		const every = mode === 'everyX' && unit === 'hours' ? Number(value) : 0;
		return HOURS.get(mode) ?? (Number.isFinite(every) ? every : 0);
	});
	return Math.max(0, ...pauses);
}
