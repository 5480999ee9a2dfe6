import { Hono } from 'hono';
import { z } from 'zod/v4';
import { ServiceError } from '../../engine/serviceError';
import type { AppContext } from '../context';
import { sentenceOf } from '../errors';
import { fromThisMachine } from '../fromThisMachine';
import type { App, CommandHandlers, Exchange } from '../handlers';
import { accountCommands } from './accounts';
import { checkoutCommands } from './checkout';
import { contactCommands } from './contacts';
import { deliveryCommands } from './deliveries';
import { faultCommands } from './faults';
import { ledgerCommands } from './ledger';
import { moveCommands } from './moves';
import { payidCommands } from './payids';
import { payinCommands } from './payins';
import { payoutCommands } from './payouts';
import { settlementCommands } from './settlements';
import { transferCommands } from './transfers';
import { worldCommands } from './world';

const commands: CommandHandlers = {
	...worldCommands,
	...faultCommands,
	...deliveryCommands,
	...accountCommands,
	...ledgerCommands,
	...moveCommands,
	...payinCommands,
	...payoutCommands,
	...checkoutCommands,
	...payidCommands,
	...contactCommands,
	...settlementCommands,
	...transferCommands,
};

async function jsonOf({ req }: Exchange): Promise<Record<string, unknown>> {
	const text = req.method === 'POST' ? await req.text() : '';
	return text.trim() === '' ? {} : z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}

function failure(error: Error, exchange: Exchange): Response {
	if (error instanceof z.ZodError) return exchange.json({ error: z.prettifyError(error) }, 422);
	if (error instanceof SyntaxError) return exchange.json({ error: 'The body is not JSON' }, 400);
	if (error instanceof RangeError) return exchange.json({ error: error.message }, 422);
	if (error instanceof ServiceError) return exchange.json({ error: sentenceOf(error) }, error.status);
	return exchange.json({ error: error.message }, 500);
}

/** The control interface under /_control: JSON, without credentials, for this machine only. */
export function mountControl(app: App, { world, reset }: AppContext): void {
	const control: App = new Hono();
	control.use(async (exchange, next) => {
		if (!fromThisMachine(exchange))
			return exchange.json({ error: 'The control interface answers this machine only' }, 403);
		return next();
	});
	control.onError(failure);
	for (const [command, handler] of Object.entries(commands)) {
		const [method = '', path = ''] = command.split(' ');
		control.on(method, `/${path}`, async (exchange) => {
			const { req } = exchange;
			const body = await jsonOf(exchange);
			const result = await handler({ world: world(), reset, query: req.query(), params: req.param(), body });
			return exchange.json(result ?? { status: 'ok' });
		});
	}
	app.route('/_control', control);
	app.all('/_control/*', (exchange) =>
		exchange.json({ error: `There is no ${exchange.req.method} ${exchange.req.path}` }, 404),
	);
}
