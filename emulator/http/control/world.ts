import { z } from 'zod/v4';
import { settingsChange } from '../../engine/settings';
import type { World } from '../../world';
import type { CommandHandlers } from '../handlers';
import { milliseconds, moment } from './values';

const resetRequest = z.strictObject({
	seed: z.number().int().optional(),
	start: moment.optional(),
	frozen: z.boolean().optional(),
});

const clockRequest = z
	.strictObject({ advance: milliseconds.optional(), to: moment.optional() })
	.refine(
		({ advance, to }) => (advance === undefined) !== (to === undefined),
		'give either advance (milliseconds) or to (a time)',
	);

const clockState = ({ clock }: World) => ({
	now: clock.now().toISOString(),
	frozen: clock.frozen,
	waiting: clock.waiting,
});

/** The world as a whole: reset, clock, settings and counters. */
export const worldCommands: CommandHandlers = {
	'GET health': ({ world }) => ({ status: 'ok', now: world.clock.now().toISOString(), baseUrl: world.baseUrl }),
	'POST reset': async ({ reset, body }) => {
		const fresh = await reset(resetRequest.parse(body));
		return { now: fresh.clock.now().toISOString(), seed: fresh.settings.seed };
	},
	'GET clock': ({ world }) => clockState(world),
	'POST clock': async ({ world, body }) => {
		const { advance, to } = clockRequest.parse(body);
		const { clock } = world;
		await clock.advance(advance ?? (to as Date).getTime() - clock.now().getTime()); // the schema demands one of both
		return clockState(world);
	},
	'GET settings': ({ world }) => world.settings,
	'POST settings': ({ world, body }) => Object.assign(world.settings, settingsChange.parse(body)),
	'GET counters': ({ world }) => world.counters.counts(),
	'DELETE counters': ({ world }) => {
		world.counters.clear();
		return {};
	},
};
