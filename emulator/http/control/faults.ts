import type { FaultRequest } from '../../engine/faults';
import type { CommandHandlers } from '../handlers';

/** Fault rules and their firings. */
export const faultCommands: CommandHandlers = {
	'GET faults': ({ world }) => ({ rules: world.faults.rules, firings: world.faults.firings }),
	// `add` checks the rule.
	'POST faults': ({ world, body }) => world.faults.add(body as FaultRequest),
	'DELETE faults/:id?': ({ world, params }) => ({ removed: world.faults.remove(params['id']) }),
};
