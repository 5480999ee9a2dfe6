import { Hono, type Context } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import { z } from 'zod/v4';
import { notificationSources } from '../../contract/notifications';
import { roomsOf } from '../account';
import type { AppContext } from './app';
import { allBooks } from '../ledger/books';
import { sentenceOf, ServiceError } from './errors';
import type { FaultRequest } from '../engine/faults';
import type { App } from './handlers';
import { formatMoney } from '../ledger/money';
import { controlHandlers } from './routes';
import { seedHistory } from '../seeding';
import { settingsChange } from '../engine/settings';
import { accountOf, type World } from '../world';

type Exchange = Context<{ Bindings: HttpBindings }>;

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const milliseconds = z.number().min(0);

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

const planRequest = z.strictObject({
	duplicate: z.number().int().min(0).optional(),
	apartMs: milliseconds.optional(),
	delayMs: milliseconds.optional(),
	reorder: z.boolean().optional(),
	spreadMs: milliseconds.optional(),
	source: z.enum(notificationSources).optional(),
	count: z.number().int().min(1).optional(),
});

const accountRequest = z.strictObject({
	currency: z.string(),
	approvals: z.boolean().optional(),
	australian: z.boolean().optional(),
	webhookSecretKey: z.string().min(1).nullable().optional(),
});

const seedRequest = z.strictObject({
	currency: z.string(),
	count: z.number().int().min(1),
	from: moment,
	to: moment,
	seed: z.number().int().default(1),
});

const decisionRequest = z.strictObject({ uuid: z.string(), decision: z.enum(['approve', 'reject']) });

async function jsonOf(exchange: Exchange): Promise<Record<string, unknown>> {
	const text = await exchange.req.text();
	return text.trim() === '' ? {} : z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}

const isLoopback = (address: string | undefined): boolean =>
	address !== undefined && /^(?:::ffff:)?127\.|^::1$/.test(address);

function credentialsOf(world: World) {
	return [...world.accounts.values()].map(
		({ appId, secretKey, currency, webhookSecretKey, approvals, australian }) => ({
			currency,
			appId,
			secretKey,
			webhookSecretKey,
			approvals,
			australian,
		}),
	);
}

/** The room that made the payout decides; every other room says that it does not know it. */
function decide(world: World, uuid: string, decision: 'approve' | 'reject'): unknown {
	for (const account of world.accounts.values()) {
		for (const room of roomsOf(account)) {
			try {
				if (room.decide !== undefined) return room.decide(uuid, decision);
			} catch (error) {
				if (!(error instanceof ServiceError && error.status === 404)) throw error;
			}
		}
	}
	throw new RangeError(`There is no payout ${uuid}`);
}

/** The control interface under /_control: JSON, without credentials, for this machine only. */
export function mountControl(app: App, context: AppContext): void {
	const control: App = new Hono();
	const { world } = context;

	control.use(async (exchange, next) => {
		if (!isLoopback(exchange.env.incoming.socket.remoteAddress))
			return exchange.json({ error: 'The control interface answers this machine only' }, 403);
		return next();
	});
	control.onError((error, exchange) => {
		if (error instanceof z.ZodError) return exchange.json({ error: z.prettifyError(error) }, 422);
		if (error instanceof SyntaxError) return exchange.json({ error: 'The body is not JSON' }, 400);
		if (error instanceof RangeError) return exchange.json({ error: error.message }, 422);
		if (error instanceof ServiceError) return exchange.json({ error: sentenceOf(error) }, error.status);
		return exchange.json({ error: error.message }, 500);
	});

	control.get('/health', (exchange) =>
		exchange.json({ status: 'ok', now: world().clock.now().toISOString(), baseUrl: world().baseUrl }),
	);
	control.post('/reset', async (exchange) => {
		const fresh = await context.reset(resetRequest.parse(await jsonOf(exchange)));
		return exchange.json({ now: fresh.clock.now().toISOString(), seed: fresh.settings.seed });
	});

	const clockState = () => ({
		now: world().clock.now().toISOString(),
		frozen: world().clock.frozen,
		waiting: world().clock.waiting,
	});
	control.get('/clock', (exchange) => exchange.json(clockState()));
	control.post('/clock', async (exchange) => {
		const { advance, to } = clockRequest.parse(await jsonOf(exchange));
		const { clock } = world();
		await clock.advance(advance ?? (to as Date).getTime() - clock.now().getTime()); // the schema demands one of both
		return exchange.json(clockState());
	});

	control.get('/settings', (exchange) => exchange.json(world().settings));
	control.post('/settings', async (exchange) =>
		exchange.json(Object.assign(world().settings, settingsChange.parse(await jsonOf(exchange)))),
	);

	control.get('/faults', (exchange) => exchange.json({ rules: world().faults.rules, firings: world().faults.firings }));
	control.post('/faults', async (exchange) =>
		exchange.json(world().faults.add((await jsonOf(exchange)) as FaultRequest)),
	);
	control.delete('/faults/:id?', (exchange) =>
		exchange.json({ removed: world().faults.remove(exchange.req.param('id')) }),
	);

	control.get('/deliveries', (exchange) => {
		const { source, about, state } = exchange.req.query();
		const wanted = world().notifications.deliveries.filter(
			(one) =>
				(source === undefined || one.source === source) &&
				(about === undefined || one.about === about) &&
				(state === undefined || one.state === state),
		);
		return exchange.json({ plan: world().notifications.currentPlan, total: wanted.length, deliveries: wanted });
	});
	control.post('/deliveries/idle', async (exchange) => {
		await world().notifications.idle();
		return exchange.json({ idle: true });
	});
	control.post('/deliveries/plan', async (exchange) => {
		const plan = planRequest.parse(await jsonOf(exchange));
		world().notifications.plan(plan);
		return exchange.json(plan);
	});
	control.delete('/deliveries/plan', (exchange) => {
		world().notifications.plan(null);
		return exchange.json({ plan: null });
	});
	control.post('/deliveries/:id/redeliver', async (exchange) =>
		exchange.json(await world().notifications.redeliver(exchange.req.param('id'))),
	);

	control.get('/counters', (exchange) => exchange.json(world().counters.counts()));
	control.delete('/counters', (exchange) => {
		world().counters.clear();
		return exchange.json({});
	});

	control.get('/accounts', (exchange) =>
		exchange.json({ apiUrl: `${world().baseUrl}/api`, accounts: credentialsOf(world()) }),
	);
	control.post('/accounts', async (exchange) => {
		const { currency, ...changes } = accountRequest.parse(await jsonOf(exchange));
		const account = Object.assign(accountOf(world(), currency), changes);
		return exchange.json(credentialsOf(world()).find(({ appId }) => appId === account.appId));
	});

	control.get('/books', (exchange) => exchange.json(allBooks(world())));
	control.post('/approvals', async (exchange) => {
		const { uuid, decision } = decisionRequest.parse(await jsonOf(exchange));
		return exchange.json(decide(world(), uuid, decision) ?? { uuid, decision });
	});
	control.post('/seed/history', async (exchange) => {
		const { currency, count, from, to, seed } = seedRequest.parse(await jsonOf(exchange));
		const totals = seedHistory(accountOf(world(), currency), { count, from: from.getTime(), to: to.getTime(), seed });
		const { moneyIn, moneyOut, fees, ...counts } = totals;
		return exchange.json({
			currency,
			...counts,
			moneyIn: formatMoney(moneyIn, 0),
			moneyOut: formatMoney(moneyOut, 0),
			fees: formatMoney(fees, 0),
		});
	});

	for (const [command, handler] of Object.entries(controlHandlers)) {
		const [method = '', path = ''] = command.split(' ');
		control.on(method, `/${path}`, async (exchange) => {
			const body = method === 'GET' ? {} : await jsonOf(exchange);
			return exchange.json((await handler({ world: world(), query: exchange.req.query(), body })) ?? { status: 'ok' });
		});
	}
	app.route('/_control', control);
	app.all('/_control/*', (exchange) =>
		exchange.json({ error: `There is no ${exchange.req.method} ${exchange.req.path}` }, 404),
	);
}
