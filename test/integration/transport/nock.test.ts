import type { IDataObject, INodeParameters } from 'n8n-workflow';
import nock from 'nock';
import { Readable } from 'stream';
import { gzipSync } from 'zlib';
import { LARGEST_ANSWER } from '../../../nodes/service/answerBody';
import { runNode } from '../engine/execution';

/** Answers that no real server gives on demand, and requests to other hosts. No request leaves this machine. */

const HOST = 'https://service.example';
const SECRET = 'sandbox_0123456789';
const HEADERS = { reqheaders: { 'app-id': 'app-1', 'secret-key': SECRET } };

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());
afterAll(() => {
	nock.enableNetConnect();
	// Other files of the same process would be answered by this one's nock as well as by their own.
	nock.restore();
});

const options = { requestTimeout: 5, timeLimit: 2, settleSeconds: 0, concurrency: 1 };
const run = async (parameters: IDataObject) =>
	await runNode({
		credentials: { environment: 'sandbox', baseUrl: `${HOST}/api`, appId: 'app-1', secretKey: SECRET },
		parameters: { options, ...parameters } as INodeParameters,
	});

const readBalance = { resource: 'balance', operation: 'get', currency: 'AUD' };
const cancelPayin = { resource: 'payin', operation: 'cancel', uuid: 'K7QX2M9D' };
const balance = { currency: 'AUD', available_balance: 1 };
const balances = () => nock(HOST, HEADERS).get('/api/v2/balances/detail').query({ currency: 'AUD' });
const cancels = () => nock(HOST, HEADERS).post('/api/v2/payins/cancel', { uuid: 'K7QX2M9D' });

describe('a read', () => {
	it.each([408, 429, 500, 502, 503, 504])('is repeated after a %i', async (status) => {
		balances().reply(status, {});
		balances().reply(200, balance);
		expect((await run(readBalance)).items[0]?.json).toEqual(balance);
		expect(nock.isDone()).toBe(true);
	});

	it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])(
		'is repeated after %s',
		async (code) => {
			balances().replyWithError(Object.assign(new Error('no luck'), { code }));
			balances().reply(200, balance);
			expect((await run(readBalance)).items[0]?.json).toEqual(balance);
		},
	);

	it.each([400, 401, 403, 404, 409, 422])('is not repeated after a %i', async (status) => {
		balances().reply(status, { errors: { code: 'X', message: 'because' } });
		const { error } = await run(readBalance);
		expect(error).toMatchObject({ context: { itemIndex: 0 } });
		expect(nock.isDone()).toBe(true);
	});

	it('is not repeated when the certificate is not accepted, and says that nothing was sent', async () => {
		balances().replyWithError(Object.assign(new Error('expired'), { code: 'CERT_HAS_EXPIRED' }));
		const { error } = await run(readBalance);
		expect(error?.message).toBe('The certificate of the payment service was not accepted');
		expect(error).toHaveProperty('description', expect.stringContaining('CERT_HAS_EXPIRED'));
	});

	it('gives up rather than wait longer than its time limit when Retry-After asks for it', async () => {
		balances().reply(429, {}, { 'retry-after': '3600' });
		const { error } = await run(readBalance);
		expect(error?.message).toBe('The payment service is receiving too many requests');
	});

	it('gives up on a Retry-After date beyond its time limit', async () => {
		balances().reply(503, {}, { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() });
		const { error } = await run(readBalance);
		expect(error?.message).toBe('The payment service failed with status 503');
	});
});

describe('a write', () => {
	it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])('is repeated after %s: it never left', async (code) => {
		cancels().replyWithError(Object.assign(new Error('no luck'), { code }));
		cancels().reply(200, { status: 'Ok' });
		expect((await run(cancelPayin)).items[0]?.json).toEqual({ uuid: 'K7QX2M9D', status: 'Ok', cancelled: true });
	});

	it.each([408, 500, 502, 503, 504, 302])('is sent once when a %i leaves its outcome open', async (status) => {
		cancels().reply(status, {});
		const { error } = await run(cancelPayin);
		expect(error).toHaveProperty(
			'description',
			expect.stringContaining('unknown whether the service carried the request out'),
		);
		expect(nock.isDone()).toBe(true);
	});

	it.each(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED'])('is sent once after %s', async (code) => {
		cancels().replyWithError(Object.assign(new Error('no luck'), { code }));
		const { error } = await run(cancelPayin);
		expect(error).toHaveProperty(
			'description',
			expect.stringContaining('unknown whether the service carried the request out'),
		);
	});
});

describe('an answer that is too large', () => {
	const MIB = 2 ** 20;
	const patient = { options: { ...options, requestTimeout: 60, timeLimit: 60 } };
	const TOO_LARGE = 'The payment service sent an answer that is too large';

	/** A body of spaces, which JSON allows anywhere, and then the answer. */
	const padded = (mebibytes: number, answer: object) => () =>
		Readable.from([...Array<Buffer>(mebibytes).fill(Buffer.alloc(MIB, ' ')), Buffer.from(JSON.stringify(answer))]);

	it('is not accepted by a read, and not asked for again', async () => {
		balances().reply(200, padded(LARGEST_ANSWER / MIB + 1, balance));
		const { error } = await run({ ...readBalance, ...patient });
		expect(error?.message).toBe(TOO_LARGE);
		expect(error).toHaveProperty('description', expect.stringContaining('more than 64 MB'));
	});

	it.each([200, 400, 503])('leaves the outcome of a write open, whatever its status (%i)', async (status) => {
		cancels().reply(status, padded(LARGEST_ANSWER / MIB + 1, { status: 'Ok' }));
		// What has become of the payin is asked for until the time is up.
		const { error } = await run({ ...cancelPayin, options: { ...options, requestTimeout: 60, timeLimit: 5 } });
		expect(error?.message).toBe(TOO_LARGE);
		expect(error).toHaveProperty(
			'description',
			expect.stringContaining('unknown whether the service carried the request out'),
		);
	});

	it('is measured after it was unpacked', async () => {
		const packed = gzipSync(Buffer.alloc(LARGEST_ANSWER + MIB, ' '), { level: 1 });
		balances().reply(200, packed, { 'content-encoding': 'gzip' });
		expect((await run({ ...readBalance, ...patient })).error?.message).toBe(TOO_LARGE);
	});

	it('is none below the limit', async () => {
		balances().reply(200, padded(LARGEST_ANSWER / MIB - 1, balance));
		expect((await run({ ...readBalance, ...patient })).items[0]?.json).toEqual(balance);
	});
});

describe('the secret key', () => {
	it.each([301, 302, 303, 307, 308])('does not follow a %i to another host', async (status) => {
		const elsewhere = nock('https://elsewhere.example').get(/.*/).reply(200, balance);
		balances().reply(status, {}, { location: 'https://elsewhere.example/api/v2/balances/detail' });
		const { error } = await run(readBalance);
		expect(error?.message).toBe('The payment service redirected the request to another address');
		expect(elsewhere.isDone()).toBe(false);
	});

	it('does not travel to the address of a settlement report', async () => {
		const report = {
			id: 'R1',
			file_name: 'day.csv',
			file_type: 'csv',
			file_url: 'https://files.example/day.csv?key=1',
		};
		nock(HOST, HEADERS)
			.get('/api/v2/reports/settlements')
			.query(true)
			.reply(200, { size: 100, next_cursor: null, has_more: false, records: [report] });
		nock('https://files.example', { badheaders: ['app-id', 'secret-key', 'authorization', 'cookie'] })
			.get('/day.csv')
			.query({ key: '1' })
			.reply(200, 'a,b\n1,2\n', { 'content-type': 'text/csv' });
		const { items } = await run({
			resource: 'settlementReport',
			operation: 'download',
			reportId: { __rl: true, mode: 'id', value: 'R1' },
			binaryPropertyName: 'data',
		});
		expect(items[0]?.binary?.data).toMatchObject({ fileName: 'day.csv', mimeType: 'text/csv' });
		expect(items[0]?.json).not.toHaveProperty('file_url');
	});

	it('is not fetched from a report address that is not https', async () => {
		const report = { id: 'R1', file_name: 'day.csv', file_type: 'csv', file_url: 'http://files.example/day.csv' };
		nock(HOST)
			.get('/api/v2/reports/settlements')
			.query(true)
			.reply(200, {
				size: 100,
				next_cursor: null,
				has_more: false,
				records: [report],
			});
		const { error } = await run({
			resource: 'settlementReport',
			operation: 'download',
			reportId: { __rl: true, mode: 'id', value: 'R1' },
			binaryPropertyName: 'data',
		});
		expect(error?.message).toBe('The service gave an address for the file that is not https');
	});
});
