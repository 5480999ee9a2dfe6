import { Hono } from 'hono';
import { endpoints, type EndpointContract, type EndpointId } from '../../contract/endpoints';
import { UNKNOWN_PATH } from '../engine/counters';
import { badRequest, notFound, notInProduction, ServiceError, unprocessable, withFields } from '../engine/serviceError';
import { utcMoment } from '../engine/timestamps';
import { answerOtherwise, otherwise } from '../otherwise';
import type { World } from '../world';
import { authenticate } from './auth';
import type { AppContext } from './context';
import { mountControl } from './control';
import { errorBody, type Generation } from './errors';
import type { App, Call, Exchange, Mount } from './handlers';
import { isForm, readBody } from './requestBody';
import { handlers } from './routes';
import { pause, spoil } from './spoiledAnswers';
import { answerProblem, validate, type RawRequest } from './validation';

type AnyHandler = (call: Call<EndpointId>) => unknown;

const generationOf = (path: string): Generation => {
	const found = /^\/api\/(v[123])(?:\/|$)/.exec(path)?.[1];
	return found === 'v1' || found === 'v3' ? found : 'v2';
};

const takesForm = (id: EndpointId): boolean => {
	const contract: EndpointContract = endpoints[id];
	return contract.multipart === true;
};

/** The emulator's web application: the service under /api, /_control, and what `mounts` add, such as pages. */
export function createApp(context: AppContext, mounts: readonly Mount[]): App {
	const app: App = new Hono();
	// Every answer tells the service's own time.
	app.use(async (exchange, next) => {
		await next();
		exchange.header('date', context.world().clock.now().toUTCString());
	});
	mountService(app, context);
	mountControl(app, context);
	for (const mount of mounts) mount(app, context.world);

	app.notFound((exchange) => {
		const { method, path } = exchange.req;
		if (path.startsWith('/api')) {
			context.world().counters.received(UNKNOWN_PATH);
			context.world().counters.answered(UNKNOWN_PATH, 404);
		}
		return exchange.json(errorBody(generationOf(path), notFound(`There is no ${method} ${path}`)), 404);
	});
	app.onError((error, exchange) => failure(generationOf(exchange.req.path), error));
	return app;
}

function mountService(app: App, context: AppContext): void {
	for (const path of new Set(Object.values(endpoints).map((contract) => contract.path))) {
		for (const method of ['GET', 'POST'] as const) {
			const ids = (Object.keys(endpoints) as EndpointId[]).filter(
				(id) => endpoints[id].path === path && endpoints[id].method === method,
			);
			const [first] = ids;
			if (first === undefined) continue;
			// One path may take JSON or a form; the content type tells which.
			app.on(method, `/api${path}`, (exchange) =>
				answer(context, exchange, ids.find((id) => takesForm(id) === isForm(exchange.req.raw.headers)) ?? first),
			);
		}
	}
}

/** One call: counted, possibly struck by a fault, authenticated, validated, handled. */
async function answer(context: AppContext, exchange: Exchange, endpoint: EndpointId): Promise<Response> {
	const world = context.world();
	const { counters, faults } = world;
	const spoiled = { generation: generationOf(exchange.req.path), stopped: context.stopped };
	counters.received(endpoint);
	const raw: RawRequest = {
		query: exchange.req.query(),
		params: exchange.req.param() as Record<string, string>,
		body: await readBody(exchange.req.raw),
	};
	const struck = faults.strike({ endpoint, query: raw.query, body: raw.body });

	if (struck?.rule.when === 'before') {
		if (struck.rule.fault !== 'slow') {
			counters.answered(endpoint, struck.rule.status ?? struck.rule.fault);
			return spoil(exchange, struck.rule, undefined, spoiled);
		}
		await pause(struck.rule.delayMs ?? 0, context.stopped);
	}

	const { response, handled } = await handle(world, exchange, endpoint, raw);
	if (handled) counters.handled(endpoint);
	if (struck !== undefined) struck.firing.effect = handled;
	if (struck?.rule.when !== 'after') {
		counters.answered(endpoint, response.status);
		return response;
	}
	const arrives = struck.rule.fault === 'slow' || struck.rule.fault === 'repeat-cursor';
	counters.answered(endpoint, struck.rule.status ?? (arrives ? response.status : struck.rule.fault));
	return spoil(exchange, struck.rule, response, spoiled);
}

async function handle(
	world: World,
	exchange: Exchange,
	endpoint: EndpointId,
	raw: RawRequest,
): Promise<{ response: Response; handled: boolean }> {
	try {
		const { headers } = exchange.req.raw;
		const account = authenticate(world, headers);
		const contract: EndpointContract = endpoints[endpoint];
		if (contract.sandboxOnly === true && world.settings.environment === 'production') throw notInProduction();
		if (contract.body !== undefined && takesForm(endpoint) !== isForm(headers))
			throw badRequest(`This operation takes ${takesForm(endpoint) ? 'multipart/form-data' : 'JSON'}`);
		const { request: inOwnNames } = otherwise(world.settings);
		const request = validate(endpoint, inOwnNames(endpoint, raw));
		refuseFuture(world, request.query);
		const handler = handlers[endpoint] as AnyHandler | undefined;
		if (handler === undefined) throw notFound(`${endpoint} is not emulated`);
		// The contract ties the parsed request to the endpoint; the type system cannot follow a handler picked at run time.
		const result = await handler({ world, account, headers, ...request } as Call<EndpointId>);
		const broken = answerProblem(endpoint, result, world.settings);
		if (broken !== undefined) throw new Error(`The answer of ${endpoint} breaks the contract: ${broken}`);
		return { response: Response.json(answerOtherwise(world.settings, endpoint, result)), handled: true };
	} catch (error) {
		return { response: failure(generationOf(exchange.req.path), error, { world, endpoint }), handled: false };
	}
}

/** @throws ServiceError 422 where the service lists no period that ends in the future */
function refuseFuture({ clock, settings }: World, query: unknown): void {
	const { to_date: to } = (query ?? {}) as { to_date?: string };
	if (settings.futurePeriods === 'taken' || to === undefined || utcMoment(to) <= clock.now()) return;
	throw unprocessable({ to_date: 'must not lie in the future' });
}

/** The answer to a failed call. Where the call reached an endpoint, wrong assumptions apply to the answer. */
function failure(generation: Generation, error: unknown, at?: { world: World; endpoint: EndpointId }): Response {
	if (error instanceof ServiceError) {
		if (!at) return Response.json(errorBody(generation, error), { status: error.status });
		const { field, refusal } = otherwise(at.world.settings);
		const told = withFields(error, (name) => field(at.endpoint, name));
		return Response.json(refusal(errorBody(generation, told)), { status: error.status });
	}
	// The emulator itself has failed. The warning shows that this is not an emulated fault.
	process.emitWarning(error instanceof Error ? error : new Error(String(error)));
	const message = error instanceof Error ? error.message : String(error);
	return Response.json(errorBody(generation, new ServiceError(500, 'EMULATOR_ERROR', message)), { status: 500 });
}
