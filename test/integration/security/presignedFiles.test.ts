import { operation } from '../action/orders';
import { runNode } from '../engine/execution';
import type { Answer } from '../transport/wire';
import { json, startWire } from '../transport/wire';

/** The result of downloading a report that the service describes like this. */
async function downloaded(report: { file_url?: string; file_name?: string }, environment = 'sandbox') {
	const text: Answer = (answer) => void answer.writeHead(200, { 'content-type': 'text/csv' }).end('id\r\n1\r\n');
	const files = await startWire(text);
	const listed = {
		id: 'r-1',
		file_name: 'report.csv',
		file_type: 'csv',
		file_url: `${files.address}/file`,
		summary: {},
		...report,
	};
	const service = await startWire(json({ size: 100, has_more: false, next_cursor: null, records: [listed] }));
	const run = await runNode({
		credentials: { ...service.credentials, environment },
		parameters: operation('settlementReport', 'download', {
			reportId: { __rl: true, mode: 'id', value: 'r-1' },
			binaryPropertyName: 'file',
		}),
	});
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

describe('the name of a downloaded file', () => {
	it.each([
		['../../etc/passwd', 'passwd'],
		['/etc/cron.d/job.csv', 'job.csv'],
		['C:\\Windows\\win.ini', 'win.ini'],
		['..', 'settlement-report.csv'],
		['', 'settlement-report.csv'],
		['a\r\nb\u0000c\u202Etxt.csv', 'abctxt.csv'],
		['report 2026-11.csv', 'report 2026-11.csv'],
	])('%j is %s', async (name, expected) => {
		const { file, run } = await downloaded({ file_name: name });
		expect(run.error).toBeUndefined();
		expect(file?.fileName).toBe(expected);
		expect(file?.directory).toBeUndefined();
	});

	it('stays short enough for every disk', async () => {
		const { file } = await downloaded({ file_name: `${'n'.repeat(5_000)}.csv` });
		expect(file?.fileName).toMatch(/^n{100,}\.csv$/);
		expect(file?.fileName?.length).toBeLessThanOrEqual(200);
	});
});
