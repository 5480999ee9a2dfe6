import { DataDeduplicationService } from 'n8n-core';
import { nodeWithTable, processedDataOfFile } from '../../integration/engine/processedData';
import type * as BegunElsewhere from '../../../nodes/events/begunElsewhere';

const table = processedDataOfFile();

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A week of marks begins here. */
const WEEK_BEGINS = 7 * DAY * 3_000;

let now = 0;
beforeEach(() => {
	now = WEEK_BEGINS + 4 * DAY;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

/** A process of n8n, which has the code in its own memory. @returns which of the events it is told to have begun */
function processOf(workflow = 'w1') {
	let code: typeof BegunElsewhere | undefined;
	jest.isolateModules(() => {
		code = jest.requireActual<typeof BegunElsewhere>('../../../nodes/events/begunElsewhere');
	});
	const { n8n } = nodeWithTable({ workflow });
	return async (...ids: string[]) => {
		const items = ids.map((id) => ({ json: { event_id: id, received_at: new Date(now).toISOString() } }));
		return [...((await code?.begunElsewhere(n8n, items)) ?? [])];
	};
}

const events = (count: number) => Array.from({ length: count }, (_, number) => `event ${number}`);

it('an event begins once, whichever process asks', async () => {
	const [one, other] = [processOf(), processOf()];
	expect(await one('a', 'b')).toEqual([]);
	expect(await other('b', 'c')).toEqual(['b']);
	expect(await one('c')).toEqual(['c']);
	expect(await processOf('w2')('a')).toEqual([]);
});

it('each of many events of an execution is asked for', async () => {
	expect(await processOf()(...events(45))).toEqual([]);
	expect(await processOf()('another', ...events(45))).toEqual(events(45));
});

it('of eight processes that ask at the same moment, one begins each event', async () => {
	const processes = Array.from({ length: 8 }, () => processOf());
	const told = await Promise.all(processes.map(async (ask) => await ask('a', 'b')));
	for (const id of ['a', 'b']) expect(told.filter((begun) => !begun.includes(id))).toHaveLength(1);
});

it('an event that an execution has twice is one', async () => {
	expect(await processOf()('a', 'a')).toEqual([]);
});

it('a copy is known that comes in the week after', async () => {
	now = WEEK_BEGINS - 1;
	await processOf()('a');
	now = WEEK_BEGINS + 1;
	expect(await processOf()('a')).toEqual(['a']);
	now = WEEK_BEGINS + 72 * HOUR;
	expect(await processOf()('a')).toEqual([]);
});

it('where the database does not answer, an event goes on', async () => {
	const ask = processOf();
	await ask('a');
	table.isDown = true;
	expect(await processOf()('a')).toEqual([]);
	expect(await ask('a')).toEqual([]);
});

it('an event goes on that was marked by a call that failed', async () => {
	const ask = processOf();
	await ask('another');
	table.losesAnswer = 'Connection terminated unexpectedly';
	expect(await ask('a')).toEqual([]);
	expect(await processOf()('a')).toEqual(['a']);
});

describe('the marks of a process', () => {
	/** The trial of whether n8n keeps marks has one. */
	const kept = () => table.rows.size - 1;

	it('are removed after 72 hours, two for each new event', async () => {
		const ask = processOf();
		await ask(...events(5));
		now += 72 * HOUR;
		await ask('a');
		expect(kept()).toBe(6);
		now += 1;
		await ask('b');
		expect(kept()).toBe(5);
		await ask('c');
		await ask('d');
		expect(kept()).toBe(4);
		expect(await processOf()('a', 'b', 'c', 'd')).toEqual(['a', 'b', 'c', 'd']);
	});

	it('are removed when they are more than twenty thousand', async () => {
		const ask = processOf();
		await ask(...events(20_000));
		expect(kept()).toBe(20_000);
		await ask('a');
		await ask('b');
		expect(kept()).toBe(20_000);
		expect(await processOf()('event 1', 'event 2')).toEqual(['event 2']);
	});

	it('stay where the database does not answer, which keeps no event from going on', async () => {
		const ask = processOf();
		await ask('a');
		now += 73 * HOUR;
		jest.spyOn(DataDeduplicationService.getInstance(), 'clearAllProcessedItems').mockRejectedValue(new Error('down'));
		expect(await ask('b')).toEqual([]);
		expect(kept()).toBe(2);
	});
});
