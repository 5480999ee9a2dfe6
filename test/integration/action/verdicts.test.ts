import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { resources } from '../../../nodes/MultiCurrencyPayments/resources';
import { NODE, runWorkflow } from '../engine/execution';
import { ACTION, PASS_ON } from '../engine/nodeTypes';
import { serviceOfFile } from '../engine/serviceOfFile';
import { outputsOf } from '../engine/workflow';
import { occasionFor } from '../outputs/occasions';

/** Whoever reads that a write failed must know whether it may be sent again. */

const operations = resources.flatMap(({ value, operations: own }) =>
	own.map((each) => ({ name: `${value}.${each.value}`, verb: each.verb })),
);
const writes = operations.flatMap(({ name, verb }) => (verb === undefined ? [] : [{ name, verb }]));

const service = serviceOfFile({ start: new Date() });

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const status =
	(code: number, body = '{"errors":{"code":"refused","message":"No"}}', headers = {}): Answer =>
	(_, response) =>
		void response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(body);

/** How a write can fail once it has been sent, and what is known then. */
const ways: Record<string, { answer: Answer; known: 'notDone' | 'unknown' }> = {
	'a refusal (422)': { answer: status(422), known: 'notDone' },
	'a refusal (404)': { answer: status(404), known: 'notDone' },
	'a credential that is not accepted (401)': { answer: status(401), known: 'notDone' },
	// The service wants no repeat for longer than the node waits.
	'too many requests (429)': { answer: status(429, '{}', { 'retry-after': '3600' }), known: 'notDone' },
	'a time-out of the service (408)': { answer: status(408), known: 'unknown' },
	'a failing service (500)': { answer: status(500), known: 'unknown' },
	'a redirection (302)': { answer: status(302), known: 'unknown' },
	'an answer that is no JSON': { answer: status(200, '<html>'), known: 'unknown' },
	'an error body with status 200': { answer: status(200, '{"error":"No"}'), known: 'unknown' },
	'a lost connection': { answer: ({ socket }) => void socket.destroy(), known: 'unknown' },
	'no answer in time': { answer: () => undefined, known: 'unknown' },
};

/** A value that n8n itself takes for given. */
const EMPTY = '={{ "" }}';

/** The service, except that every write gets this answer. */
async function withWritesAnswered<T>(answer: Answer, work: (baseUrl: string) => Promise<T>): Promise<T> {
	const { apiUrl } = service.emulator;
	const front = createServer((request, response) => {
		void (async () => {
			if (request.method !== 'GET') {
				await text(request);
				answer(request, response);
				return;
			}
			const headers = Object.entries(request.headers).filter(([name]) => !['host', 'connection'].includes(name));
			const path = (request.url ?? '').replace(/^\/api/, '');
			const real = await fetch(apiUrl + path, { headers: headers as [string, string][] });
			response.writeHead(real.status, { 'content-type': 'application/json' }).end(await real.text());
		})();
	});
	await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening));
	try {
		return await work(`http://127.0.0.1:${(front.address() as AddressInfo).port}/api`);
	} finally {
		front.closeAllConnections();
		await new Promise((closed) => front.close(closed));
	}
}

interface Circumstances {
	credential?: ICredentialDataDecryptedObject;
	parameters?: INodeParameters;
	stop?: AbortSignal;
	/** Whether the failure stops the node. Otherwise it becomes an item. */
	stops?: boolean;
	/** How long the node waits, in seconds. */
	patience?: number;
}

/** Runs an operation with its valid input, except for the circumstances, and returns all that the user reads. */
async function failure(
	name: string,
	{ credential = {}, parameters = {}, stop, stops, patience = 10 }: Circumstances,
): Promise<string> {
	const { parameters: valid, currency, items = [{}], file } = await occasionFor(service, name);
	const [resource, operation] = name.split('.');
	const options = { requestTimeout: patience, timeLimit: patience, settleSeconds: 0 };
	const node: INodeParameters = { resource, operation, ...valid, options, ...parameters };
	const input = items.map((json, item) => ({ json, pairedItem: { item }, ...(file && { binary: { data: file } }) }));
	const plan = (onError?: 'continueRegularOutput') => ({
		nodes: [
			{ name: 'Start', type: PASS_ON },
			{ name: NODE, type: ACTION, parameters: node, settings: { onError } },
		],
		wires: [['Start', 0, NODE] as [string, number, string]],
	});
	const credentials = { ...service.credentials(currency), ...credential };
	if (stops) {
		const { error } = await runWorkflow(plan(), input, { credentials });
		return `${error?.message}. ${error?.description}`;
	}
	const { runData } = await runWorkflow(plan('continueRegularOutput'), input, { credentials, stop });
	const [[item] = []] = outputsOf(runData[NODE]?.at(-1));
	const told = item?.json as { error?: string; remedy?: string } | undefined;
	return `${told?.error}. ${told?.remedy}`;
}

it('every operation that writes says with which word', () => {
	const reads = /\.(get|getAll|get[A-Z]\w+|download|resolve\w+|waitForStatus|preview)$|^reconciliation\./;
	expect(operations.filter(({ verb }) => verb === undefined).map(({ name }) => name)).toEqual(
		operations.map(({ name }) => name).filter((name) => reads.test(name)),
	);
});

/** The word of an operation is its own; which failures leave an outcome open is decided for all of them alike. */
const usual = ['a refusal (422)', 'a failing service (500)'];
/** One of each way in which the node sends: alone, in a list, by file, with a token, and what is no payment. */
const OF_EACH_WAY = ['payout.create', 'payin.refund', 'audPayout.createFromFile', 'gatewayLink.create', 'payin.cancel'];

const cases = writes.flatMap(({ name, verb }) =>
	Object.entries(ways)
		.filter(([way]) => usual.includes(way) || OF_EACH_WAY.includes(name))
		.map(([way, { answer, known }]) => ({ name, verb, way, answer, known })),
);

it.each(cases)('$name tells what has changed after $way', async ({ name, verb, way, answer, known }) => {
	const patience = way === 'no answer in time' ? 1 : undefined;
	const told = await withWritesAnswered(
		answer,
		async (baseUrl) => await failure(name, { credential: { baseUrl }, patience }),
	);
	const [nothing, unknown] = [`Nothing was ${verb}.`, 'unknown whether'];
	expect(told).toContain(known === 'notDone' ? nothing : unknown);
	expect(told).not.toContain(known === 'notDone' ? unknown : nothing);
	expect(told).not.toContain('Nothing was sent');
});

it.each(OF_EACH_WAY)('%s says the same when it stops the node', async (name) => {
	const [asItem, asError] = await withWritesAnswered(status(422), async (baseUrl) => [
		await failure(name, { credential: { baseUrl } }),
		await failure(name, { credential: { baseUrl }, stops: true }),
	]);
	expect(asError).toBe(asItem);
});

describe.each(writes)('$name', ({ name }) => {
	it.each([
		...(OF_EACH_WAY.includes(name)
			? [['nobody listens', { credential: { baseUrl: 'http://127.0.0.1:1/api' }, patience: 0.7 }] as const]
			: []),
		['the credential has no secret key', { credential: { secretKey: '' } }] as const,
		[
			'a value is refused before it is sent',
			{ parameters: { uuid: EMPTY, amount: '-1', email: EMPTY, scheduledAt: '={{ "soon" }}' } },
		] as const,
	])('says that nothing was sent when %s', async (_, circumstances) => {
		const told = await failure(name, circumstances);
		expect(told).toContain('Nothing was sent.');
		expect(told).not.toMatch(/unknown/i);
	});

	it('tells what has changed when the execution is stopped while it is sent', async () => {
		const stopping = new AbortController();
		const told = await withWritesAnswered(
			() => stopping.abort(),
			async (baseUrl) => await failure(name, { credential: { baseUrl }, stop: stopping.signal }),
		);
		expect(told).toContain('unknown whether');
	});
});
