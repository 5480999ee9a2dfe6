import { z } from 'zod/v4';
import { notificationSources } from '../../../contract/notifications';
import type { CommandHandlers } from '../handlers';
import { milliseconds } from './values';

const planRequest = z.strictObject({
	duplicate: z.number().int().min(0).optional(),
	apartMs: milliseconds.optional(),
	delayMs: milliseconds.optional(),
	reorder: z.boolean().optional(),
	spreadMs: milliseconds.optional(),
	source: z.enum(notificationSources).optional(),
	count: z.number().int().min(1).optional(),
});

/** Notifications: the results of past deliveries, and the plan for future ones. */
export const deliveryCommands: CommandHandlers = {
	'GET deliveries': ({ world, query }) => {
		const { source, about, state } = query;
		const { currentPlan, deliveries } = world.notifications;
		const wanted = deliveries.filter(
			(one) =>
				(source === undefined || one.source === source) &&
				(about === undefined || one.about === about) &&
				(state === undefined || one.state === state),
		);
		return { plan: currentPlan, total: wanted.length, deliveries: wanted };
	},
	'POST deliveries/idle': async ({ world }) => {
		await world.notifications.idle();
		return { idle: true };
	},
	'POST deliveries/plan': ({ world, body }) => {
		const plan = planRequest.parse(body);
		world.notifications.plan(plan);
		return plan;
	},
	'DELETE deliveries/plan': ({ world }) => {
		world.notifications.plan(null);
		return { plan: null };
	},
	'POST deliveries/:id/redeliver': ({ world, params }) => world.notifications.redeliver(params['id'] ?? ''),
};
