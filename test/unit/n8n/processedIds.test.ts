import { DataDeduplicationService } from 'n8n-core';
import type { ICheckProcessedOptions, IExecuteFunctions, INode } from 'n8n-workflow';
import { processedDataOfFile } from '../../integration/engine/processedData';
import type * as ProcessedIds from '../../../nodes/n8n/processedIds';

const table = processedDataOfFile();
afterEach(() => jest.restoreAllMocks());

/** A process of n8n: it has the code in its own memory, and n8n's own helper. @returns which of the ids were there before */
function processOf({ workflow = 'w1', helpers = true } = {}) {
	let code: typeof ProcessedIds | undefined;
	jest.isolateModules(() => (code = jest.requireActual<typeof ProcessedIds>('../../../nodes/n8n/processedIds')));
	const service = DataDeduplicationService.getInstance();
	const context = { node: { id: 'trigger' } as INode, workflow: { id: workflow } as never };
	const n8n = {
		helpers: helpers
			? {
					checkProcessedAndRecord: async (items: string[], scope: 'workflow', options: ICheckProcessedOptions) =>
						await service.checkProcessedAndRecord(items, scope, context, options),
				}
			: {},
		getWorkflow: () => ({ id: workflow }),
	} as unknown as IExecuteFunctions;
	return async (...ids: string[]) => [...((await code?.processedBefore(n8n, ids)) ?? [])];
}

const kept = () => [...table.rows.values()].flat();

it('an id is new once, whichever process asks', async () => {
	const [one, other] = [processOf(), processOf()];
	expect(await one('a', 'b')).toEqual([]);
	expect(await other('b', 'c')).toEqual(['b']);
	expect(await one('c')).toEqual(['c']);
	expect(await processOf({ workflow: 'w2' })('a')).toEqual([]);
});

it('of a process one call is made at a time, which all who have waited for it share', async () => {
	const ask = processOf();
	const answers = await Promise.all(Array.from({ length: 20 }, async (_, number) => await ask(`event ${number}`)));
	expect(answers.flat()).toEqual([]);
	expect(table.calls).toBe(1);
	const first = ask('a');
	await Promise.resolve();
	await Promise.all([first, ...['b', 'c', 'd'].map(async (id) => await ask(id))]);
	expect(table.calls).toBe(3);
	expect(await processOf()('a', 'b', 'c', 'd')).toHaveLength(4);
});

it('processes that ask for the first time at once are all answered', async () => {
	const processes = Array.from({ length: 8 }, () => processOf());
	const answers = await Promise.all(processes.map(async (ask, number) => await ask(`event ${number}`)));
	expect(answers.flat()).toEqual([]);
});

it('what another process has overwritten is there again with the next call, up to the last fifty', async () => {
	const ask = processOf();
	for (let number = 0; number < 60; number += 1) await ask(`event ${number}`);
	table.rows.clear();
	await ask('another');
	expect(kept().filter((id) => id.startsWith('event'))).toEqual(
		Array.from({ length: 50 }, (_, index) => `event ${index + 10}`),
	);
	expect(await processOf()('event 59')).toEqual(['event 59']);
});

it('the newest five thousand are kept', async () => {
	const ask = processOf();
	await ask(...Array.from({ length: 5_000 }, (_, number) => `event ${number}`));
	await ask('another');
	expect(kept()).toHaveLength(5_000);
	expect(kept()).not.toContain('event 0');
});

it.each([
	['n8n has no such helper', { helpers: false }, false],
	['the database does not answer', {}, true],
])('every id is new where %s', async (_, about, isDown) => {
	await processOf()('a');
	table.isDown = isDown;
	expect(await processOf(about)('a')).toEqual([]);
});

it('an id that was recorded by a call that failed is not asked for again', async () => {
	const service = DataDeduplicationService.getInstance();
	const check = service.checkProcessedAndRecord.bind(service);
	const failing = jest.spyOn(service, 'checkProcessedAndRecord').mockImplementationOnce(async (...asked) => {
		await check(...asked);
		throw new Error('Connection terminated unexpectedly');
	});
	expect(await processOf()('a')).toEqual([]);
	expect(failing).toHaveBeenCalledTimes(1);
});
