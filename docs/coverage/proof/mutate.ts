import type * as Contract from '../../../contract';
import type * as Schemas from '../contractSchema';
import type * as Otherwise from '../../../emulator/otherwise';
import type * as Refusals from '../../../emulator/engine/serviceError';
import type * as Routes from '../../../emulator/http/routes';
import type { Mutation } from './mutation';

/**
 * Run by Jest before a test file: puts the fault of `COVERAGE_MUTATION` into the modules that the file is about to load.
 * The fault is on the wire for tests with the emulator, and in the schemas for unit tests.
 */

type Fields = Record<string, unknown>;
type Schema = { _zod: { def: object; values?: Set<unknown>; run: (payload: unknown) => unknown } };

const mutation = JSON.parse(process.env.COVERAGE_MUTATION ?? '{}') as Mutation;
const testsSchemas = /[\\/]unit[\\/]/.test(expect.getState().testPath ?? '');

function dropped(value: unknown, [key = '', ...rest]: readonly string[]): unknown {
	if (Array.isArray(value)) return value.map((each) => dropped(each, [key, ...rest]));
	if (typeof value !== 'object' || value === null || !(key in value)) return value;
	const { [key]: inner, ...others } = value as Fields;
	return rest.length === 0 ? others : { ...others, [key]: dropped(inner, rest) };
}

function replaced(value: unknown, from: string, to: string): unknown {
	if (value === from) return to;
	if (Array.isArray(value)) return value.map((each) => replaced(each, from, to));
	if (typeof value !== 'object' || value === null || value instanceof Blob) return value;
	return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(each, from, to)]));
}

/** Changes what goes over the wire: answers and notifications as they leave, requests as they come. */
function onTheWire(change: {
	answer?: (endpoint: string, answer: unknown) => unknown;
	notification?: (source: string, body: unknown) => unknown;
	request?: (endpoint: string, request: { query: unknown; body: unknown }) => object;
}): void {
	const wire = jest.requireActual<typeof Otherwise>('../../../emulator/otherwise');
	const { answerOtherwise, notificationOtherwise, otherwise } = { ...wire };
	Object.assign(wire, {
		answerOtherwise: (...[settings, endpoint, answer]: Parameters<typeof answerOtherwise>) =>
			change.answer?.(endpoint, answerOtherwise(settings, endpoint, answer)) ??
			answerOtherwise(settings, endpoint, answer),
		notificationOtherwise: (...[settings, source, body]: Parameters<typeof notificationOtherwise>) =>
			change.notification?.(source, notificationOtherwise(settings, source, body)) ??
			notificationOtherwise(settings, source, body),
		otherwise: (...given: Parameters<typeof otherwise>) => {
			const same = otherwise(...given);
			return {
				...same,
				request: (...[endpoint, request]: Parameters<typeof same.request>) => ({
					...same.request(endpoint, request),
					...change.request?.(endpoint, same.request(endpoint, request)),
				}),
			};
		},
	});
}

/** A parameter of a method travels inside the requests of several endpoints. */
function withoutParameter(value: unknown, key: string): unknown {
	if (Array.isArray(value)) return value.map((each) => withoutParameter(each, key));
	if (typeof value !== 'object' || value === null || value instanceof Blob) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, each]) => [
			name,
			/^pay(?:in|out)_method_params$/.test(name) ? dropped(each, [key]) : withoutParameter(each, key),
		]),
	);
}

function dropEverywhere(at: string): void {
	const [owner = '', part = '', name = ''] = at.split(' ');
	const path = name.split('.');
	if (testsSchemas) {
		jest.requireActual<typeof Schemas>('../contractSchema').dropField(at);
		return;
	}
	if (owner === 'schema') {
		onTheWire({ request: (_endpoint, { body }) => ({ body: withoutParameter(body, name) }) });
		return;
	}
	onTheWire({
		answer: (endpoint, answer) => (part === 'response' && endpoint === owner ? dropped(answer, path) : answer),
		notification: (source, body) => (owner === 'notification' && source === part ? dropped(body, path) : body),
		request: (endpoint, request) =>
			endpoint === owner && (part === 'query' || part === 'body') ? { [part]: dropped(request[part], path) } : {},
	});
}

/** Removes a value from every list inside a schema. */
function forgetValue(schema: Schema | undefined, value: string): void {
	if (schema === undefined) return;
	const { innerType, options } = schema._zod.def as { innerType?: Schema; options?: Schema[] };
	schema._zod.values?.delete(value);
	for (const inner of [innerType, ...(options ?? [])]) forgetValue(inner, value);
}

function renameValue({ list, value, at, where }: Extract<Mutation, { kind: 'value' }>): void {
	const other = `${value}_otherwise`;
	if (where === 'contract') {
		const { exportedAt, schemaAt } = jest.requireActual<typeof Schemas>('../contractSchema');
		const members = exportedAt(list);
		if (Array.isArray(members)) members.splice(members.map(String).indexOf(value), 1, other);
		for (const place of at) forgetValue(schemaAt(place) as unknown as Schema | undefined, value);
		return;
	}
	onTheWire({
		answer: (_endpoint, answer) => replaced(answer, value, other),
		notification: (_source, body) => replaced(body, value, other),
		request: (_endpoint, { query, body }) => ({
			query: replaced(query, value, other),
			body: replaced(body, value, other),
		}),
	});
}

function moveLimit({ limit: path, way }: Extract<Mutation, { kind: 'limit' }>): void {
	// Loaded before the schemas, so that they use the moved limit.
	const { limits } = jest.requireActual<{ limits: Fields }>('../../../contract/limits');
	const [name = '', key] = path.split('.');
	const owner = key === undefined ? limits : (limits[name] as Fields);
	const last = key ?? name;
	const value = owner[last] as number;
	owner[last] = way === 'up' ? value * 2 + 1 : Math.floor(value / 2);
}

function forgetRule(name: string): void {
	const held = jest.requireActual<typeof Schemas>('../contractSchema').exportedAt(name);
	if (Array.isArray(held)) held.splice(0);
	else (held as Schema)._zod.run = (payload) => payload;
}

function refuseOtherwise(status: number): void {
	const refusals = jest.requireActual<typeof Refusals>('../../../emulator/engine/serviceError');
	const { withFields, ServiceError } = refusals;
	Object.assign(refusals, {
		withFields: (...given: Parameters<typeof withFields>) => {
			const told = withFields(...given);
			if (told.status !== status) return told;
			return new ServiceError(status === 409 ? 403 : 409, told.code, told.message, told.fields);
		},
	});
	if (!testsSchemas) return;
	const { errorCases } = jest.requireActual<typeof Contract>('../../../contract');
	for (const each of Object.values(errorCases) as { status?: number }[]) if (each.status === status) each.status = 409;
}

switch (mutation.kind) {
	case 'endpoint': {
		const { handlers } = jest.requireActual<typeof Routes>('../../../emulator/http/routes');
		delete (handlers as Fields)[mutation.endpoint];
		if (testsSchemas) {
			const { endpoints } = jest.requireActual<typeof Contract>('../../../contract');
			delete (endpoints as Fields)[mutation.endpoint];
		}
		break;
	}
	case 'field':
		dropEverywhere(mutation.at);
		break;
	case 'value':
		renameValue(mutation);
		break;
	case 'silence':
		onTheWire({ notification: (source, body) => (source === mutation.source ? {} : body) });
		break;
	case 'limit':
		moveLimit(mutation);
		break;
	case 'error':
		refuseOtherwise(mutation.status);
		break;
	case 'name':
		forgetRule(mutation.name);
		break;
}
