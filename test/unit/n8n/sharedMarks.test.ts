import { DataDeduplicationService } from 'n8n-core';
import { nodeWithTable, processedDataOfFile } from '../../integration/engine/processedData';
import type * as SharedMarksModule from '../../../nodes/n8n/sharedMarks';

const processedData = processedDataOfFile();

/** Each process loads the code anew. */
function newProcess(): typeof SharedMarksModule {
	let code: typeof SharedMarksModule | undefined;
	jest.isolateModules(() => (code = jest.requireActual<typeof SharedMarksModule>('../../../nodes/n8n/sharedMarks')));
	if (!code) throw new Error('The code was not loaded');
	return code;
}

/** A run of a node. */
async function runOf(about: Parameters<typeof nodeWithTable>[0] = {}, { sharedMarks } = newProcess()) {
	const { n8n, node } = nodeWithTable(about);
	return { marks: await sharedMarks(n8n), n8n, node };
}

afterEach(() => jest.restoreAllMocks());

it('a mark is added once, by whatever process, and seen by all', async () => {
	const [one, other] = await Promise.all([runOf(), runOf()]);
	expect(await one.marks?.add('a')).toBe(true);
	expect(await other.marks?.add('a')).toBe(false);
	expect(await other.marks?.has('a')).toBe(true);
	expect(await other.marks?.has('b')).toBe(false);
});

it('of several that add a mark at the same moment, one is the first', async () => {
	const runs = await Promise.all(Array.from({ length: 8 }, async () => await runOf()));
	const won = await Promise.all(runs.map(async ({ marks }) => await marks?.add('a')));
	expect(won.filter((isFirst) => isFirst)).toHaveLength(1);
});

it('a mark that was removed can be added again', async () => {
	const [one, other] = await Promise.all([runOf(), runOf()]);
	await one.marks.add('a');
	await one.marks.add('b');
	await other.marks.remove('a');
	expect([await one.marks.has('a'), await one.marks.has('b')]).toEqual([false, true]);
	expect(await one.marks.add('a')).toBe(true);
});

it.each([
	['Connection terminated unexpectedly', true],
	['UNIQUE constraint failed', false],
])('after “%s”, a mark that is there by then may be its own: %s', async (message, isUnsure) => {
	const { marks } = await runOf();
	processedData.losesAnswer = message;
	expect(await marks.add('a')).toBe(false);
	processedData.losesAnswer = message;
	expect(await marks.add('b', true)).toBe(isUnsure);
});

it('the node has its own id before, between and after', async () => {
	const { marks, node } = await runOf();
	const adding = marks?.add('a');
	expect(node.id).toBe('own-id');
	await adding;
	expect(node.id).toBe('own-id');
	processedData.isDown = true;
	await expect(marks?.add('b')).rejects.toThrow('the database is down');
	expect(node.id).toBe('own-id');
});

it('a mark belongs to its workflow', async () => {
	const [one, other] = await Promise.all([runOf(), runOf({ workflow: 'w2' })]);
	expect([await one.marks?.add('a'), await other.marks?.add('a')]).toEqual([true, true]);
});

it.each([
	['n8n has no such helpers', { helpers: false }, false],
	['the workflow was never saved', { workflow: '' }, false],
	['the database does not answer', {}, true],
])('there are none where %s', async (_, about, down) => {
	processedData.isDown = down;
	expect((await runOf(about)).marks.scope).toBe('');
});

it('there are none in a tool of an agent, though its process has them elsewhere', async () => {
	const process = newProcess();
	expect((await runOf({}, process)).marks.scope).toBe('w1');
	expect((await runOf({ isTool: true }, process)).marks.scope).toBe('');
	expect((await runOf({}, process)).marks.scope).toBe('w1');
});

it.each([
	['names rows by something else than the id of the node', { getProcessedDataCount: 1 }],
	['does not tell what it has', { getProcessedDataCount: 0 }],
	['takes every mark for new', { checkProcessedAndRecord: { new: ['claimed'], processed: [] } }],
	['takes none for new', { checkProcessedAndRecord: { new: [], processed: ['claimed'] } }],
])('there are none where n8n %s', async (_, answers) => {
	const service = DataDeduplicationService.getInstance();
	for (const [name, answer] of Object.entries(answers))
		jest.spyOn(service, name as 'getProcessedDataCount').mockResolvedValue(answer as number);
	expect((await runOf()).marks.scope).toBe('');
});

it('the node is looked at once in a run', async () => {
	const process = newProcess();
	const { n8n } = await runOf({}, process);
	const getNode = jest.spyOn(n8n, 'getNode');
	expect((await process.sharedMarks(n8n)).scope).toBe('w1');
	expect(getNode).not.toHaveBeenCalled();
});

it('where nothing is shared, every mark is new', async () => {
	const { NO_MARKS } = newProcess();
	expect([await NO_MARKS.add('a'), await NO_MARKS.add('a'), await NO_MARKS.has('a')]).toEqual([true, true, false]);
});
