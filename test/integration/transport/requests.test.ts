import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { once } from 'events';
import { createServer } from 'https';
import type { AddressInfo } from 'net';
import { gzipSync } from 'zlib';
import { LARGEST_ANSWER } from '../../../nodes/service/answers';
import { runNode } from '../engine/execution';
import { operation } from '../action/orders';
import { endless, inTurn, json, SECRET, startWire, unusedPort, type Answer, type Wire } from './wire';
import { selfSigned } from './selfSigned';

let wire: Wire | undefined;
const chance = jest.spyOn(Math, 'random');

beforeEach(() => chance.mockReturnValue(0));
afterEach(async () => {
	await wire?.close();
	wire = undefined;
});
afterAll(() => chance.mockRestore());

const RECORD = { uuid: 'K7QX2M9D', status: 'pending' };
const LIMITS = { requestTimeout: 10, timeLimit: 30 };

const read = (options: INodeParameters = {}) =>
	operation('payin', 'get', { uuid: 'K7QX2M9D', options: { ...LIMITS, ...options } });
const write = (options: INodeParameters = {}) =>
	operation('payin', 'resendOtp', { uuid: 'K7QX2M9D', options: { ...LIMITS, ...options } });

async function against(reply: Answer, parameters: INodeParameters, stop?: AbortSignal) {
	wire = await startWire(reply);
	const run = await runNode({ credentials: wire.credentials, parameters, stop });
	return { run, requests: wire.requests };
}

const ok = json(RECORD);
const stall: Answer = () => undefined;
const reset: Answer = (answer) => void answer.socket?.resetAndDestroy();
const cutShort: Answer = (answer) =>
	void answer.writeHead(200, { 'content-length': 500 }).write('{"uuid":"K7QX', () => answer.socket?.destroySoon());
const halfJson: Answer = (answer) =>
	void answer.writeHead(200, { 'content-type': 'application/json' }).end('{"uuid":"K7QX2M9D", "sta');
const page: Answer = (answer) =>
	void answer.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
const empty: Answer = (answer) => void answer.writeHead(200).end();
const noContent: Answer = (answer) => void answer.writeHead(204).end();
const bareText = json('ok');
const nothing = json(null);

describe('a request', () => {
	it('carries the credential in two headers, and nothing of it anywhere else', async () => {
		const { requests } = await against(ok, read());
		expect(requests).toHaveLength(1);
		expect(requests[0]).toMatchObject({
			method: 'GET',
			path: '/v2/payins/detail?uuid=K7QX2M9D',
			body: '',
			headers: { 'app-id': 'app-of-the-test', 'secret-key': SECRET, accept: 'application/json' },
		});
		expect(requests[0]?.path).not.toContain(SECRET);
		expect(requests[0]?.headers.authorization).toBeUndefined();
	});

	it('sends its body as JSON', async () => {
		const { requests } = await against(ok, write());
		expect(requests[0]).toMatchObject({
			method: 'POST',
			path: '/v2/payins/resend_otp',
			body: '{"uuid":"K7QX2M9D"}',
			headers: { 'content-type': 'application/json' },
		});
	});

	it('goes to the address with its path, whatever slash it ends with', async () => {
		wire = await startWire(ok);
		await runNode({
			credentials: { ...wire.credentials, baseUrl: `${wire.address}/sandbox/api/` },
			parameters: read(),
		});
		expect(wire.requests[0]?.path).toBe('/sandbox/api/v2/payins/detail?uuid=K7QX2M9D');
	});
});

const passing: [string, Answer][] = [
	['a reset connection', reset],
	['an answer that is cut short', cutShort],
	['half of the JSON', halfJson],
	['a page instead of JSON', page],
	['status 500', json({}, 500)],
	['status 502', page],
];

describe('after', () => {
	const silent: [string, Answer][] = [
		['an empty answer', empty],
		['an answer without content', noContent],
		['a text instead of an object', bareText],
		['null instead of an object', nothing],
	];

	it.each(silent)('%s an action is done: the service shows no other', async (_, reply) => {
		const { run, requests } = await against(inTurn(reply, ok), write());
		expect(run.items.map(({ json: record }) => record)).toEqual([{ uuid: 'K7QX2M9D' }]);
		expect(requests).toHaveLength(1);
	});

	it.each([
		...passing,
		...silent,
		['a refusal with status 200', json({ errors: { code: 'FAILED', message: 'No' } })],
		['status 429', json({}, 429)],
	] as [string, Answer][])('%s a read is repeated', async (_, reply) => {
		const { run, requests } = await against(inTurn(reply, reply, ok), read());
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json: record }) => record)).toMatchObject([RECORD]);
		expect(requests).toHaveLength(3);
	});

	it.each([
		['a read quotes the service', read({ timeLimit: 1 }), ''],
		['a write quotes it, and its outcome is unknown', write(), 'It is unknown whether the service carried the request'],
	])('a refusal with status 200 %s', async (_what, parameters, told) => {
		const { run } = await against(json({ error: 'Unauthorized', message: 'No funds' }), parameters);
		expect(run.error?.message).toMatch(/^The payment service sent an answer that cannot be used: No funds/);
		expect(run.error?.description).toContain(told);
	});

	it.each(passing)('%s a write is not repeated, and its effect is called unknown', async (_, reply) => {
		const { run, requests } = await against(inTurn(reply, ok), write());
		expect(requests).toHaveLength(1);
		expect(run.error?.description).toContain(
			'It is unknown whether the service carried the request out: look at the record before you send it again.',
		);
		expect(run.error).toMatchObject({ context: { itemIndex: 0 } });
	});

	it('status 429 a write is repeated: nothing was carried out', async () => {
		const { run, requests } = await against(inTurn(json({}, 429), json({}, 429), ok), write());
		expect(run.error).toBeUndefined();
		expect(requests).toHaveLength(3);
	});

	it.each([401, 422])('status %i nothing is repeated', async (status) => {
		for (const parameters of [read(), write()]) {
			const { run, requests } = await against(json({ errors: { message: 'No' } }, status), parameters);
			expect(requests).toHaveLength(1);
			expect(run.error).toMatchObject({ httpCode: String(status) });
			expect(run.error?.description).toContain('The service says: No.');
			expect(run.error?.description).not.toContain('may have carried');
			await wire?.close();
		}
	});

	it('status 403 the credential and the rights of the account are named as possible reasons', async () => {
		const { run } = await against(json({}, 403), write());
		expect(run.error?.description).toContain('Check the app ID and the secret key, and what the account may do');
	});

	it.each([302, 308])('status %i nobody follows, and the credential stays', async (status) => {
		const elsewhere = await startWire(ok);
		const redirect = json({}, status, { location: `${elsewhere.address}/api/v2/payins/detail` });
		const { run, requests } = await against(redirect, read());
		expect(run.error?.message).toBe('The payment service redirected the request to another address');
		expect(requests).toHaveLength(1);
		await wire?.close();
		const { run: written } = await against(redirect, write());
		expect(written.error?.description).toContain('unknown whether the service carried the request out');
		expect(elsewhere.requests).toEqual([]);
		await elsewhere.close();
	});
});

describe('limits', () => {
	it('a read that stays without answer ends with its time, and says how often it tried', async () => {
		const started = Date.now();
		const { run, requests } = await against(stall, read({ requestTimeout: 0.1, timeLimit: 0.35 }));
		expect(Date.now() - started).toBeLessThan(15_000);
		expect(requests.length).toBeGreaterThanOrEqual(2);
		const [, tries] =
			/^The payment service did not answer in time \(tried (\d+) times\)$/.exec(run.error?.message ?? '') ?? [];
		// The last attempt may have had too little time to reach the service.
		expect(Number(tries) - requests.length).toBeLessThanOrEqual(1);
		expect(Number(tries)).toBeGreaterThanOrEqual(requests.length);
	});

	it('a read whose last attempt its time cuts short tells what the service said before', async () => {
		const { run, requests } = await against(
			inTurn(json({ message: 'closed' }, 500), stall),
			read({ requestTimeout: 60, timeLimit: 0.4 }),
		);
		expect(requests).toHaveLength(2);
		expect(run.error?.message).toMatch(/^The payment service failed with status 500.*\(tried 2 times\)/);
	});

	const partial: Answer = (answer) => void answer.writeHead(200).write('{"uuid":');
	const trickle: Answer = (answer) => {
		const timer = setInterval(() => answer.write(' '), 20);
		answer.once('close', () => clearInterval(timer));
	};

	it.each([
		['does not come', stall],
		['stops in the middle', partial],
		['trickles in', trickle],
	])('an answer that %s in time: a read is repeated, and the outcome of a write is unknown', async (_, reply) => {
		const closed: Promise<unknown>[] = [];
		const watched: Answer = (answer, ...rest) => {
			closed.push(once(answer, 'close'));
			reply(answer, ...rest);
		};
		const { run, requests } = await against(inTurn(watched, ok), read({ requestTimeout: 1 }));
		expect(run.error).toBeUndefined();
		expect(requests).toHaveLength(2);
		await Promise.all(closed);
		await wire?.close();
		const { run: written } = await against(watched, write({ requestTimeout: 0.3 }));
		expect(written.error?.message).toBe('The payment service did not answer in time');
		expect(written.error?.description).toContain('unknown whether the service carried the request out');
		await Promise.all(closed);
	});

	it.each([
		['a read', 200, read, 'more than 64 MB'],
		['a write', 200, write, 'unknown whether the service carried the request out'],
		['a write, whatever its status', 503, write, 'unknown whether the service carried the request out'],
	])('an answer without end is read up to the largest size: %s', async (_what, status, of, told) => {
		let closed: Promise<unknown> | undefined;
		const { run, requests } = await against(
			(answer, ...rest) => {
				closed = once(answer, 'close');
				endless(answer.writeHead(status), ...rest);
			},
			of({ requestTimeout: 60, timeLimit: 60 }),
		);
		expect(run.error?.message).toBe('The payment service sent an answer that is too large');
		expect(run.error?.description).toContain(told);
		expect(requests).toHaveLength(1);
		await closed;
	});

	it('an answer is measured after it was unpacked', async () => {
		const packed = gzipSync(Buffer.alloc(LARGEST_ANSWER + 2 ** 20, ' '), { level: 1 });
		const { run } = await against(
			(answer) => void answer.writeHead(200, { 'content-encoding': 'gzip' }).end(packed),
			read({ requestTimeout: 60, timeLimit: 60 }),
		);
		expect(run.error?.message).toBe('The payment service sent an answer that is too large');
	});
});

describe('Retry-After', () => {
	it('that is longer than the time there is ends the request at once', async () => {
		const started = Date.now();
		const { run, requests } = await against(
			json({ errors: { message: 'Slow down' } }, 429, { 'retry-after': '3600' }),
			write(),
		);
		expect(Date.now() - started).toBeLessThan(15_000);
		expect(requests).toHaveLength(1);
		expect(run.error?.message).toBe('The payment service is receiving too many requests');
		expect(run.error?.description).toBe(
			'Nothing was resent. Run the node again later, or send less at once. The service says: Slow down.',
		);
	});
});

describe('a service that cannot be reached', () => {
	const at = (baseUrl: string) => ({ environment: 'sandbox', baseUrl, appId: 'a', secretKey: SECRET });

	it('is tried again, for a write too, until it can', async () => {
		chance.mockReturnValue(0.5);
		const port = await unusedPort();
		const credentials = at(`http://127.0.0.1:${port}/api`);
		const running = runNode({ credentials, parameters: write() });
		const comesUp = new Promise<Wire>((up) => setTimeout(() => up(startWire(ok, port)), 100));
		wire = await comesUp;
		expect((await running).error).toBeUndefined();
		expect(wire.requests).toHaveLength(1);
	});

	it('is told in the end, with nothing sent', async () => {
		chance.mockReturnValue(0.999);
		const credentials = at(`http://127.0.0.1:${await unusedPort()}/api`);
		const { error } = await runNode({ credentials, parameters: write({ timeLimit: 0.6 }) });
		// The number of attempts depends on how busy the machine is.
		expect(error?.message).toMatch(/^Nothing answers at the base URL of the credential( \(tried \d times\))?$/);
		expect(error?.description).toBe(
			'Nothing was sent. The request did not leave n8n. Check the base URL, and that n8n can reach that host.',
		);
	});

	it('behind a certificate that nobody vouches for is sent nothing', async () => {
		const arrived = jest.fn();
		const server = createServer(selfSigned, arrived);
		await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
		const { port } = server.address() as AddressInfo;
		const credentials = at(`https://localhost:${port}/api`);
		const { error } = await runNode({ credentials, parameters: write() });
		await new Promise((closed) => server.close(closed));
		expect(error?.message).toBe('The certificate of the payment service was not accepted');
		expect(error?.description).toBe(
			'Nothing was sent. The request did not leave n8n. Code: DEPTH_ZERO_SELF_SIGNED_CERT. Check the base URL and the certificates that n8n trusts.',
		);
		expect(arrived).not.toHaveBeenCalled();
	});
});

it.each<[string, Answer, INodeParameters, string]>([
	['a request under way', stall, read({ requestTimeout: 30, timeLimit: 60 }), 'The execution was stopped'],
	[
		'a pause, and nothing is sent after it',
		json({}, 429, { 'retry-after': '30' }),
		write({ timeLimit: 60 }),
		'The payment service is receiving too many requests',
	],
])('stopping the execution ends %s', async (_what, reply, parameters, message) => {
	const stop = new AbortController();
	const started = Date.now();
	const { run, requests } = await against(
		(...given) => {
			reply(...given);
			setTimeout(() => stop.abort(), 100);
		},
		parameters,
		stop.signal,
	);
	expect(Date.now() - started).toBeLessThan(15_000);
	expect(requests).toHaveLength(1);
	expect(run.error?.message).toBe(message);
});

describe('what the service says about a refusal', () => {
	it.each<[unknown, string]>([
		[{ errors: { code: 'X', message: 'Not allowed' } }, 'The service says: Not allowed.'],
		[
			{ errors: { amount: 'is too small', email: ['is invalid', 'is taken'] } },
			'The service says: amount: is too small; email: is invalid, is taken.',
		],
		[{ error: 'UnprocessableEntity', message: 'Amount is too small.' }, 'The service says: Amount is too small.'],
		[{ errors: { code: 'SOME_CODE' } }, 'The service says: SOME_CODE.'],
		[{ errors: 'Broken' }, 'The service says: Broken.'],
		[{}, 'It gave no reason. Correct the values of this item.'],
		[[], 'It gave no reason. Correct the values of this item.'],
	])('%j is told', async (body, description) => {
		const { run } = await against(json(body, 422), read());
		expect(run.error?.description).toBe(
			description.startsWith('The') ? `Correct the values of this item. ${description}` : description,
		);
	});

	const ofV1 = { error: 'Unauthorized', message: 'Not today' };
	const login = { errors: { code: 'REQUIRE_LOGIN', message: 'Not today' } };

	it.each([
		['audBalance', 'get', 401, ofV1],
		['audBalance', 'getHistory', 401, ofV1],
		['payin', 'authorizeStk', 401, login],
		['payin', 'authorizeStk', 200, login],
	])('about the credential is told by %s.%s, also with status %i', async (resource, name, status, body) => {
		const values = { uuid: 'K7QX2M9D', pin: '1234', fromDate: '2031-03-01', toDate: '2031-03-04', options: LIMITS };
		const { run, requests } = await against(json(body, status), operation(resource, name, values));
		expect(run.error?.message).toMatch(status === 401 ? /did not accept the credential$/ : /Not today$/);
		expect(run.error?.description).toContain('The service says: Not today.');
		expect(requests).toHaveLength(1);
	});
});

describe('the file behind a pre-signed address', () => {
	const report = (url: string) => ({
		id: 'r-1',
		file_name: 'report.csv',
		file_type: 'csv',
		file_url: url,
		summary: {},
	});
	const download = operation('settlementReport', 'download', {
		reportId: { __rl: true, mode: 'id', value: 'r-1' },
		binaryPropertyName: 'file',
	});
	const list = (url: string) => json({ size: 100, has_more: false, next_cursor: null, records: [report(url)] });

	it('is asked for anew when the address has stopped working, and never with the credential', async () => {
		const files = await startWire(
			inTurn(json({}, 403), (answer) => void answer.writeHead(200, { 'content-type': 'text/csv' }).end('id\r\n1\r\n')),
		);
		const { run, requests } = await against(
			(answer, request, number) => list(`${files.address}/file?address=${number}`)(answer, request, number),
			download,
		);
		expect(run.error).toBeUndefined();
		expect(requests).toHaveLength(2);
		expect(files.requests.map(({ path }) => path)).toEqual(['/file?address=1', '/file?address=2']);
		expect(files.requests.filter(({ headers }) => 'secret-key' in headers || 'app-id' in headers)).toEqual([]);
		expect(Buffer.from(run.items[0]?.binary?.file?.data ?? '', 'base64').toString()).toBe('id\r\n1\r\n');
		await files.close();
	});

	it('is given up after three addresses', async () => {
		const files = await startWire(json({}, 403));
		const { run } = await against(list(`${files.address}/file`), download);
		expect(run.error?.message).toBe('The file could not be fetched (status 403)');
		expect(files.requests).toHaveLength(3);
		await files.close();
	});
});

it.each([
	(key: unknown) => ({ errors: { message: 'No', detail: key } }),
	(key: unknown) => [`No: ${String(key)}`],
	(key: unknown) => `<p>No: ${String(key)}</p>`,
])('nothing secret is in what a failed execution leaves behind: %#', async (body) => {
	const echo: Answer = (answer, request, number) =>
		json(body(request.headers['secret-key']), 422)(answer, request, number);
	const { run } = await against(echo, write());
	expect(run.stored).not.toContain(SECRET);
	expect(JSON.stringify(run.error as unknown as IDataObject)).not.toContain(SECRET);
});
