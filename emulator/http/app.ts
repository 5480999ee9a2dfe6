import { Hono, type Context } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import { endpoints, type EndpointContract, type EndpointId } from '../../contract/endpoints';
import { authenticate } from './auth';
import { mountControl } from './control';
import { UNKNOWN_PATH } from '../engine/counters';
import { badRequest, errorBody, forbiddenInProduction, notFound, ServiceError, type Generation } from './errors';
import type { App, Call } from './handlers';
import { isForm, readBody } from './requestBody';
import { mountOverview } from '../pages/overview';
import { handlers, mounts } from './routes';
import { pause, spoil } from './spoiledAnswers';
import { answerProblem, validate, type RawRequest } from './validation';
import type { World } from '../world';

/** What the web application needs to know of the emulator around it. */
export interface AppContext {
	/** A reset replaces the world, so it is asked for at each request. */
	world: () => World;
	reset: (changes: ResetRequest) => Promise<World>;
	/** Ends stalled and slow answers when the emulator stops. */
	stopped: AbortSignal;
}

/** What a reset may change; anything left out stays as it was at the start. */
export interface ResetRequest {
	seed?: number;
	start?: Date;
	frozen?: boolean;
}

type Exchange = Context<{ Bindings: HttpBindings }>;
type AnyHandler = (call: Call<EndpointId>) => unknown;

const generationOf = (path: string): Generation => {
	const found = /^\/api\/(v[123])(?:\/|$)/.exec(path)?.[1];
	return found === 'v1' || found === 'v3' ? found : 'v2';
};

const takesForm = (id: EndpointId): boolean => {
	const contract: EndpointContract = endpoints[id];
	return contract.multipart === true;
};

/** Everything the emulator answers: the service under /api, its pages, and /_control. */
export function createApp(context: AppContext): App {
	const app: App = new Hono();
	for (const path of new Set(Object.values(endpoints).map((contract) => contract.path))) {
		for (const method of ['GET', 'POST'] as const) {
			const ids = (Object.keys(endpoints) as EndpointId[]).filter(
				(id) => endpoints[id].path === path && endpoints[id].method === method,
			);
			const [first] = ids;
			if (first === undefined) continue;
			// One path may take JSON and a form; the content type tells which.
			app.on(method, `/api${path}`, (exchange) =>
				answer(context, exchange, ids.find((id) => takesForm(id) === isForm(exchange.req.raw.headers)) ?? first),
			);
		}
	}
	mountControl(app, context);
	mountOverview(app, context.world);
	for (const mount of mounts) mount(app, context.world);

	app.notFound((exchange) => {
		const generation = generationOf(exchange.req.path);
		if (exchange.req.path.startsWith('/api')) {
			context.world().counters.received(UNKNOWN_PATH);
			context.world().counters.answered(UNKNOWN_PATH, 404);
		}
		return exchange.json(
			errorBody(generation, notFound(`There is no ${exchange.req.method} ${exchange.req.path}`)),
			404,
		);
	});
	app.onError((error, exchange) => failure(generationOf(exchange.req.path), error));
	return app;
}

/** One call: counted, perhaps struck by a fault, authenticated, validated, handled. */
async function answer(context: AppContext, exchange: Exchange, endpoint: EndpointId): Promise<Response> {
	const world = context.world();
	const generation = generationOf(exchange.req.path);
	world.counters.received(endpoint);
	const raw: RawRequest = {
		query: exchange.req.query(),
		params: exchange.req.param() as Record<string, string>,
		body: await readBody(exchange.req.raw),
	};
	const struck = world.faults.strike({ endpoint, query: raw.query, body: raw.body });
	const spoiled = { generation, stopped: context.stopped };

	if (struck?.rule.when === 'before') {
		if (struck.rule.fault !== 'slow') {
			world.counters.answered(endpoint, struck.rule.status ?? struck.rule.fault);
			return spoil(exchange, struck.rule, undefined, spoiled);
		}
		await pause(struck.rule.delayMs ?? 0, context.stopped);
	}

	const { response, handled } = await handle(world, exchange, endpoint, raw);
	if (handled) world.counters.handled(endpoint);
	if (struck !== undefined) struck.firing.effect = handled;
	if (struck?.rule.when !== 'after') {
		world.counters.answered(endpoint, response.status);
		return response;
	}
	const arrives = struck.rule.fault === 'slow' || struck.rule.fault === 'repeat-cursor';
	world.counters.answered(endpoint, struck.rule.status ?? (arrives ? response.status : struck.rule.fault));
	return spoil(exchange, struck.rule, response, spoiled);
}

async function handle(
	world: World,
	exchange: Exchange,
	endpoint: EndpointId,
	raw: RawRequest,
): Promise<{ response: Response; handled: boolean }> {
	const generation = generationOf(exchange.req.path);
	try {
		const { headers } = exchange.req.raw;
		const account = authenticate(world, headers);
		const contract: EndpointContract = endpoints[endpoint];
		if (contract.sandboxOnly === true && world.settings.environment === 'production') throw forbiddenInProduction();
		if (contract.body !== undefined && takesForm(endpoint) !== isForm(headers))
			throw badRequest(`This operation takes ${takesForm(endpoint) ? 'multipart/form-data' : 'JSON'}`);
		const request = validate(endpoint, raw);
		const handler = handlers[endpoint] as AnyHandler | undefined;
		if (handler === undefined) throw notFound(`${endpoint} is not emulated`);
		// The contract ties the parsed request to the endpoint; the type system cannot follow a handler picked at run time.
		const result = await handler({ world, account, headers, ...request } as Call<EndpointId>);
		const broken = answerProblem(endpoint, result);
		if (broken !== undefined) throw new Error(`The answer of ${endpoint} breaks the contract: ${broken}`);
		return { response: Response.json(result), handled: true };
	} catch (error) {
		return { response: failure(generation, error), handled: false };
	}
}

function failure(generation: Generation, error: unknown): Response {
	if (error instanceof ServiceError) return Response.json(errorBody(generation, error), { status: error.status });
	// A mistake of the emulator itself: said aloud, so that nobody takes it for an emulated fault.
	process.emitWarning(error instanceof Error ? error : new Error(String(error)));
	return Response.json(
		errorBody(
			generation,
			new ServiceError(500, 'EMULATOR_ERROR', error instanceof Error ? error.message : String(error)),
		),
		{ status: 500 },
	);
}
