import { once } from 'events';
import { BinaryDataService } from 'n8n-core';
import { operation } from '../action/orders';
import { runNode } from '../engine/execution';
import { endless, json, startWire, type Answer } from '../transport/wire';

/** The result of downloading a report that the service describes like this. */
async function downloaded(
	{ path = '/file', ...report }: { file_url?: string; file_name?: unknown; file_type?: unknown; path?: string },
	environment = 'sandbox',
	reply: Answer = (answer) => void answer.writeHead(200, { 'content-type': 'text/csv' }).end('id\r\n1\r\n'),
	afterwards = async () => await Promise.resolve(),
	{ stop, ...options }: { stop?: AbortSignal; timeLimit?: number } = {},
) {
	const files = await startWire(reply);
	const listed = {
		id: 'r-1',
		file_name: 'report.csv',
		file_type: 'csv',
		file_url: files.address + path,
		summary: {},
		...report,
	};
	const service = await startWire(json({ size: 100, has_more: false, next_cursor: null, records: [listed] }));
	const run = await runNode({
		credentials: { ...service.credentials, environment },
		stop,
		parameters: operation('settlementReport', 'download', {
			reportId: { __rl: true, mode: 'id', value: 'r-1' },
			binaryPropertyName: 'file',
			options,
		}),
	});
	await afterwards();
	await files.close();
	await service.close();
	return { run, fetched: files.requests.length, file: run.items[0]?.binary?.file };
}

describe('an address for a file inside the network of n8n', () => {
	it('is not fetched in production', async () => {
		const { run, fetched } = await downloaded({}, 'production');
		expect(run.error?.message).toBe('The service gave an address for the file that is inside a private network');
		expect(fetched).toBe(0);
	});

	it.each([
		'https://169.254.169.254/latest/meta-data',
		'https://[::1]/file',
		'https://10.1.2.3/file',
		'https://db.internal/',
	])('is not fetched in production, as %s', async (address) => {
		const { run } = await downloaded({ file_url: address }, 'production');
		expect(run.error?.message).toContain('inside a private network');
	});

	it('is fetched in the sandbox of a service on the same machine', async () => {
		expect(await downloaded({})).toMatchObject({ run: { error: undefined }, fetched: 1 });
	});
});

describe('an address for a file that redirects', () => {
	const redirect =
		(location: string): Answer =>
		(answer) =>
			void answer.writeHead(302, { location }).end();

	it('is followed, without any credential', async () => {
		const headers: unknown[] = [];
		const { run, fetched, file } = await downloaded({}, 'sandbox', (answer, request, number) => {
			headers.push(request.headers['secret-key'], request.headers.authorization);
			if (number === 1) redirect('/other')(answer, request, number);
			else answer.writeHead(200).end('id\r\n1\r\n');
		});
		expect(run.error).toBeUndefined();
		expect(fetched).toBe(2);
		expect(file?.fileName).toBe('report.csv');
		expect(headers).toEqual([undefined, undefined, undefined, undefined]);
	});

	it.each([
		['http://files.example/report', 'The service gave an address for the file that is not https'],
		['ftp://files.example/report', 'The service gave an address for the file that is not https'],
		['http://[', 'The file could not be fetched (status 302)'],
	])('is not followed to %s', async (location, message) => {
		const { run } = await downloaded({}, 'sandbox', redirect(location));
		expect(run.error?.message).toBe(message);
	});

	it('is not followed for ever', async () => {
		const { run, fetched } = await downloaded({}, 'sandbox', redirect('/again'));
		expect(run.error?.message).toBe('The file could not be fetched (status 302)');
		expect(fetched).toBe(12);
	});
});

describe('the name of a downloaded file', () => {
	it.each([
		['../../etc/passwd', 'passwd'],
		['C:\\Windows\\win.ini', 'win.ini'],
		['..', 'settlement-report.csv'],
		['a\r\nb\u0000c\u202Etxt.csv', 'abctxt.csv'],
	])('%j is %s', async (name, expected) => {
		const { file, run } = await downloaded({ file_name: name });
		expect(run.error).toBeUndefined();
		expect(file?.fileName).toBe(expected);
		expect(file?.directory).toBeUndefined();
	});

	it('has at most 255 bytes, is cut between characters and keeps its extension', async () => {
		// Four bytes each, two units of UTF-16.
		const { file } = await downloaded({ file_name: `${'𝄞'.repeat(5_000)}.csv` });
		expect(file?.fileName).toBe(`${'𝄞'.repeat(62)}.csv`);
	});

	it.each([
		['/reports/settlement%202026-11.csv?signature=1', 'settlement 2026-11.csv', 'text/csv'],
		['/reports/settlement.PDF', 'settlement.PDF', 'application/pdf'],
		['/reports/..%2F..%2Fjob.csv', 'job.csv', 'text/csv'],
		['/reports/12', 'settlement-report', 'application/octet-stream'],
		['/reports/%E0%A4%A.csv', 'settlement-report', 'application/octet-stream'],
	])('is that of its address %s, where the report shows none', async (path, expected, mimeType) => {
		const content = path.endsWith('.PDF') ? '%PDF-1.7\n' : 'id\r\n1\r\n';
		const reply: Answer = (answer) => void answer.writeHead(200).end(content);
		const { file, run } = await downloaded({ path, file_name: undefined, file_type: undefined }, 'sandbox', reply);
		expect(run.error).toBeUndefined();
		expect(file).toMatchObject({ fileName: expected, mimeType });
	});

	it.each([{}, []])('is that of its address where the report shows %j for type and name', async (odd) => {
		const { file, run } = await downloaded({ path: '/reports/day.csv', file_name: odd, file_type: odd });
		expect(run.error).toBeUndefined();
		expect(file).toMatchObject({ fileName: 'day.csv', mimeType: 'text/csv' });
	});
});

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

describe('the kind of a downloaded file', () => {
	it.each<[shown: unknown, name: string | undefined, stored: string, mimeType: string]>([
		['CSV', 'r.csv', 'r.csv', 'text/csv'],
		['text/csv', undefined, 'settlement-report.csv', 'text/csv'],
		['text/csv; charset=utf-8', 'r', 'r', 'text/csv'],
		['.csv', undefined, 'settlement-report.csv', 'text/csv'],
		['*.csv', 'r', 'r', 'text/csv'],
		[' csv ', undefined, 'settlement-report.csv', 'text/csv'],
		['', 'r.csv', 'r.csv', 'text/csv'],
		['application/vnd.ms-excel', 'r.csv', 'r.csv', 'text/csv'],
		['settlement', 'r.CSV', 'r.CSV', 'text/csv'],
		['settlement', 'r', 'r', 'application/octet-stream'],
	])('that shows %j and the name %j is known', async (shown, given, stored, mimeType) => {
		const { file, run } = await downloaded({ file_type: shown, file_name: given });
		expect(run.error).toBeUndefined();
		expect(file).toMatchObject({ fileName: stored, mimeType });
		const { run: refused } = await downloaded({ file_type: shown, file_name: given }, 'sandbox', (answer) =>
			answer.writeHead(200).end('{"error":"expired"}'),
		);
		expect(refused.error?.message).toBe(
			mimeType === 'text/csv' ? 'The file could not be fetched (JSON came in its place)' : undefined,
		);
	});

	it.each([
		[XLSX, 'r'],
		['excel', 'r.xlsx'],
		['XLSX', 'r.xlsx'],
	])('that shows %j and the name %j is an XLSX', async (shown, given) => {
		const answers: [string, string | undefined][] = [
			['PK\u0003\u0004', undefined],
			['id\r\n', 'The file could not be fetched (a file that is no XLSX came in its place)'],
		];
		for (const [content, message] of answers) {
			const reply: Answer = (answer) => void answer.writeHead(200).end(content);
			const { run, file } = await downloaded({ file_type: shown, file_name: given }, 'sandbox', reply);
			expect([run.error?.message, file?.mimeType]).toEqual([message, message === undefined ? XLSX : undefined]);
		}
	});
});

it('the connection of a refused file is closed', async () => {
	const closed: Promise<unknown>[] = [];
	const refuse: Answer = (answer, ...rest) => {
		closed.push(once(answer, 'close'));
		answer.writeHead(403);
		endless(answer, ...rest);
	};
	const { run } = await downloaded({}, 'sandbox', refuse, async () => void (await Promise.all(closed)));
	expect(run.error?.message).toBe('The file could not be fetched (status 403)');
	expect(closed).toHaveLength(3);
});

it.each<[number, string, string, reason: string]>([
	[200, 'text/html', '<!doctype html><title>Sign in</title>', 'a web page came in its place'],
	[200, 'application/xml', '<?xml version="1.0"?><Error><Code>Expired</Code></Error>', 'an error came in its place'],
	[200, 'text/csv', '', 'an empty file came in its place'],
	[200, 'application/json', '[{"code":"expired"}]', 'JSON came in its place'],
	[200, 'application/zip', 'PK\u0003\u0004', 'a file that is no CSV came in its place'],
	[206, 'text/csv', 'id\r\n', 'status 206'],
	[204, 'text/csv', '', 'status 204'],
])('what comes with status %i as %s in place of a file is not stored', async (status, type, body, reason) => {
	const reply: Answer = (answer) => void answer.writeHead(status, { 'content-type': type }).end(body);
	const { run, fetched, file } = await downloaded({}, 'sandbox', reply);
	expect(run.error?.message).toBe(`The file could not be fetched (${reason})`);
	expect([fetched, file]).toEqual([3, undefined]);
});

it('a long file is stored whole', async () => {
	const content = `id,total\r\n${'1,2\r\n'.repeat(50_000)}`;
	const { file } = await downloaded({}, 'sandbox', (answer) => {
		answer.writeHead(200, { 'content-type': 'text/csv' });
		for (let at = 0; at < content.length; at += 7_001) answer.write(content.slice(at, at + 7_001));
		answer.end();
	});
	expect(Buffer.from(file?.data ?? '', 'base64').toString()).toBe(content);
});

it('a file is asked for uncompressed: n8n does not notice that the end of a compressed one is missing', async () => {
	const asked: unknown[] = [];
	const { run } = await downloaded({}, 'sandbox', (answer, { headers }) => {
		asked.push(headers['accept-encoding']);
		answer.writeHead(200).end('id\r\n1\r\n');
	});
	expect(run.error).toBeUndefined();
	expect(asked).toEqual(['identity']);
});

describe('a file that does not come', () => {
	const silent: Answer = () => undefined;
	const cut: Answer = (answer) => void answer.writeHead(200, { 'content-length': 500 }).write('id\r\n');

	it.each([
		['without an answer', silent],
		['in the midst of it', cut],
	])('is not waited for longer than the time limit (%s)', async (_, reply) => {
		const { run } = await downloaded({}, 'sandbox', reply, undefined, { timeLimit: 0.5 });
		expect(run.error).toMatchObject({
			message: 'The file could not be fetched (not within 0.5 seconds)',
			description: 'Raise Time Limit (Seconds) under Options.',
		});
	});

	it.each([
		['without an answer', silent],
		['in the midst of it', cut],
	])('is not waited for after the execution was stopped (%s)', async (_, reply) => {
		const stopping = new AbortController();
		const { run } = await downloaded(
			{},
			'sandbox',
			(...given) => {
				void reply(...given);
				stopping.abort();
			},
			undefined,
			{ stop: stopping.signal },
		);
		expect(run.error?.message).toContain('The file could not be fetched');
	});

	it('is said to be one that n8n cannot store, where that is so', async () => {
		const full = new Error('ENOSPC: no space left on device, write https://files.test/secret');
		const store = jest.spyOn(BinaryDataService.prototype, 'store').mockRejectedValue(full);
		const { run } = await downloaded({});
		store.mockRestore();
		expect(run.error?.message).toBe(
			'The file could not be fetched (ENOSPC: no space left on device, write its address)',
		);
	});

	it('is asked for again when its connection breaks', async () => {
		const { run, fetched } = await downloaded({}, 'sandbox', (answer, _, number) => {
			if (number > 1) answer.writeHead(200).end('id\r\n1\r\n');
			else answer.writeHead(200, { 'content-length': 500 }).write('id\r\n', () => answer.destroy());
		});
		expect(run.error).toBeUndefined();
		expect(fetched).toBe(2);
	});
});
