import '../engine/temporaryN8n';
import { Container } from '@n8n/di';
import { parse } from 'csv-parse/sync';
import type { IBinaryData, INodeParameters } from 'n8n-workflow';
import { BinaryDataService } from 'n8n-core';
import { readdirSync, statSync } from 'fs';
import { join } from 'path';
import { monitorEventLoopDelay } from 'perf_hooks';
import { recordLines } from '../../../nodes/MultiCurrencyPayments/files/recordLines';
import { runNode, type NodeRun } from '../engine/execution';
import { askedFor, entryAt, longHistory, PERIOD } from '../engine/longHistory';
import { json, startWire, type Answer } from '../transport/wire';
import { operation } from './orders';

// With files in memory, n8n itself would block the event loop to turn the file into one string. Older versions of n8n
// keep files in memory by default.
process.env.N8N_DEFAULT_BINARY_DATA_MODE = 'filesystem';
const store = Container.get(BinaryDataService);
beforeAll(async () => await store.init());

let accounts = 0;

/** Reads the history from a service that answers like this. Each call uses a new account. */
async function read(reply: Answer, changes: INodeParameters = {}) {
	const wire = await startWire(reply);
	const again = async () =>
		await runNode({
			credentials: { ...wire.credentials, appId },
			parameters: operation('balance', 'getHistory', {
				returnAll: true,
				fromDate: PERIOD.from.toISOString(),
				toDate: PERIOD.to.toISOString(),
				...changes,
			}),
		});
	const appId = `account-${++accounts}`;
	const run = await again();
	return { run, again, requests: wire.requests, close: async () => await wire.close() };
}

/** The longest time that the work blocked the event loop, as a fraction (0 to 1) of its running time. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
	const delay = monitorEventLoopDelay({ resolution: 5 });
	const pause = async () => await new Promise((resolve) => setTimeout(resolve, 50));
	delay.enable();
	// The monitor sees a block only on the next turn of the loop.
	await pause();
	const start = performance.now();
	await work();
	const elapsed = performance.now() - start;
	await pause();
	delay.disable();
	return delay.max / 1e6 / elapsed;
}

const count = 20_000;

describe('a history of 20,000 entries', () => {
	it('becomes as many items, each once and newest first', async () => {
		const { run, requests, close } = await read(longHistory(count));
		await close();
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(count);
		expect(run.items.findIndex(({ json }, index) => json.id !== `entry-${index}`)).toBe(-1);
		expect(run.items[count - 1]?.pairedItem).toEqual({ item: 0 });
		expect(requests.length).toBeLessThan(count / 1000 + 5);
	});
});

it('entries that share a Balance ID, such as a payment and its refund, are all there', async () => {
	const shared = longHistory(2_500, (entry, index) => ({
		...entry,
		id: `balance-${Math.floor(index / 2)}`,
		...(index % 2 === 0 && { request_type: 'money_out', transaction_type: 'refund' }),
	}));
	const { run, close } = await read(shared);
	await close();
	expect(run.error).toBeUndefined();
	expect(run.items).toHaveLength(2_500);
});

describe('n8n answers others', () => {
	// Code that never yields blocks the event loop for its whole running time, however busy the machine is.
	const SMALL_PART = 0.25;

	it('while a history of 60,000 entries becomes a file', async () => {
		let lines = 0;
		const hold = await longestHold(async () => {
			const { run, close } = await read(longHistory(60_000), { output: 'ndjson', binaryPropertyName: 'data' });
			await close();
			lines = Number(run.items[0]?.json.entries);
		});
		expect(lines).toBe(60_000);
		expect(hold).toBeLessThan(SMALL_PART);
	});

	it.each([
		['csv', 60],
		['ndjson', 200],
	] as const)('while lines are written as %s, %i thousand of them', async (format, thousands) => {
		const page = Array.from({ length: 1_000 }, (_, index) => entryAt(index, count));
		async function* pages() {
			for (let number = 0; number < thousands; number++) yield page;
		}
		let pieces = 0;
		const hold = await longestHold(async () => {
			for await (const piece of recordLines(pages(), format, new Set())) pieces += piece.length > 0 ? 1 : 0;
		});
		expect(pieces).toBe(thousands);
		expect(hold).toBeLessThan(SMALL_PART);
	});
});

describe('the file of a history', () => {
	const files = () => {
		const folder = join(process.env.N8N_USER_FOLDER ?? '', '.n8n');
		return readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile() && /binary_?data/i.test(entry.parentPath))
			.map(({ parentPath, name }) => join(parentPath, name));
	};

	const contentOf = async (run: NodeRun) =>
		(await store.getAsBuffer(run.items[0]?.binary?.data as IBinaryData)).toString();
	const asCsv = { output: 'csv', binaryPropertyName: 'data' };

	it('lies in n8n’s store while the history is still being read', async () => {
		const reply = longHistory(20_000);
		let bytesBeforeLast = 0;
		const { run, close } = await read((answer, request, number) => {
			if (number === 21) bytesBeforeLast = Math.max(...files().map((file) => statSync(file).size));
			reply(answer, request, number);
		}, asCsv);
		await close();
		expect(run.items[0]?.json.entries).toBe(20_000);
		const content = await contentOf(run);
		expect(bytesBeforeLast).toBeGreaterThan(content.length * 0.8);
		const rows = parse(content, { columns: true }) as Record<string, string>[];
		expect(rows).toHaveLength(20_000);
		expect(rows.findIndex(({ id }, index) => id !== `entry-${index}`)).toBe(-1);
		expect(rows[19_999]).toMatchObject({
			reference_id: 'reference "19999", of the customer',
			'balance_detail.fees': '0.5',
		});
	});

	it('has the fields that only later entries have as further columns', async () => {
		const reply = longHistory(5_000, (entry, index) => (index < 4_500 ? entry : { ...entry, tax: { rate: index } }));
		const { run, requests, close } = await read(reply, asCsv);
		await close();
		const rows = parse(await contentOf(run), { columns: true }) as Record<string, string>[];
		expect(rows).toHaveLength(5_000);
		expect(Object.keys(rows[0] ?? {}).slice(-2)).toEqual(['created_at', 'tax.rate']);
		expect([rows[0]?.['tax.rate'], rows[4_999]?.['tax.rate']]).toEqual(['', '4999']);
		expect(requests.length).toBeLessThanOrEqual(14);
	});

	it('is written once when its entries have the fields of the specification', async () => {
		const { run, requests, close } = await read(longHistory(5_000), asCsv);
		await close();
		expect((await contentOf(run)).split('\r\n', 1)).toEqual([
			'id,amount,request_type,transaction_type,currency,payment_method,status,reference_id,balance_detail.outgoing,balance_detail.total,balance_detail.fees,created_at',
		]);
		expect(requests.length).toBeLessThanOrEqual(7);
	});

	it('of an empty history has its header', async () => {
		const { run, close } = await read(longHistory(0), asCsv);
		await close();
		expect(run.items[0]?.json.entries).toBe(0);
		expect(await contentOf(run)).toMatch(/^id,amount,[^\r\n]*,created_at\r\n$/);
	});

	it('is written again from the start when the list changes while it is read', async () => {
		const reply = longHistory(3_000);
		const repeated: Answer = (answer, request, number) =>
			// The second page begins with the last entry of the first, as if a new entry had arrived between the two requests.
			reply(
				answer,
				number === 2 ? { ...request, path: request.path.replace('cursor=1000', 'cursor=999') } : request,
				number,
			);
		const options = { parallelWindows: 1 };
		const { run, close } = await read(repeated, { ...asCsv, output: 'ndjson', options });
		await close();
		const ids = (await contentOf(run))
			.trimEnd()
			.split('\n')
			.map((line) => (JSON.parse(line) as { id: string }).id);
		expect(ids).toEqual(Array.from({ length: 3_000 }, (_, index) => `entry-${index}`));
		expect(run.items[0]?.json.entries).toBe(3_000);
	});

	it('is not left behind in part when the service fails', async () => {
		const reply = longHistory(5_000);
		const before = files().length;
		const failing: Answer = (answer, request, number) =>
			(number < 4 ? reply : json({ errors: { code: 'forbidden' } }, 403))(answer, request, number);
		const { run, close } = await read(failing, asCsv);
		await close();
		expect(run.error?.message).toBe('The payment service refused this: forbidden');
		expect(files()).toHaveLength(before);
	});
});

describe('the page size', () => {
	const sizesOf = (requests: readonly Parameters<typeof askedFor>[0][]) =>
		requests.map((request) => askedFor(request).size);
	/** A service that refuses a page size above `most`. */
	const refusing =
		(most: number, reply: Answer): Answer =>
		(answer, request, number) =>
			(askedFor(request).size > most ? json({ errors: { size: `must be at most ${most}` } }, 422) : reply)(
				answer,
				request,
				number,
			);

	it('is a thousand', async () => {
		const { run, requests, close } = await read(longHistory(1_500));
		await close();
		expect(run.items).toHaveLength(1_500);
		expect(sizesOf(requests)).toEqual([1000, 1000]);
	});

	it('steps down where the service refuses it, and later lists of the account begin there', async () => {
		const { run, again, requests, close } = await read(refusing(100, longHistory(250)), {
			options: { parallelWindows: 1 },
		});
		expect(run.items).toHaveLength(250);
		expect((await again()).items).toHaveLength(250);
		await close();
		// Each refused size is asked for once more, until now: the end of the period may be the reason.
		expect(sizesOf(requests)).toEqual([1000, 1000, 100, 100, 100, 100, 100, 100]);
	});

	it('is forgotten by no refusal that has another cause', async () => {
		const refuse = json({ errors: { from_date: 'lies too far back' } }, 422);
		let isRefused = true;
		const reply: Answer = (...given) => (isRefused ? refuse : longHistory(10))(...given);
		const { run, again, requests, close } = await read(reply);
		expect(run.error?.description ?? run.error?.message).toContain('lies too far back');
		isRefused = false;
		expect((await again()).items).toHaveLength(10);
		await close();
		expect(sizesOf(requests)).toEqual([1000, 1000, 100, 100, 20, 20, 1000]);
	});

	it('that the service cuts without a word loses nothing of a list with numbered pages', async () => {
		const all = Array.from({ length: 250 }, (_, index) => ({ uuid: `payin-${index}`, status: 'received' }));
		const cutting: Answer = (answer, request, number) => {
			const page = Number(new URL(request.path, 'http://service.example').searchParams.get('page'));
			const records = all.slice((page - 1) * 100, page * 100);
			json({ total: all.length, page, limit: 1000, records })(answer, request, number);
		};
		const wire = await startWire(cutting);
		const parameters = operation('payin', 'getAll', { returnAll: true, options: { simplify: false } });
		const run = await runNode({ credentials: wire.credentials, parameters });
		await wire.close();
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json }) => json.uuid)).toEqual(all.map(({ uuid }) => uuid));
		expect(wire.requests).toHaveLength(3);
	});
});
