import fc from '../../seeded';
import type * as Client from '../../../nodes/service/client';
import { ProcessedData } from '../../integration/engine/processedData';
import type * as Processes from './manyProcesses';
import { runSequence, sequences } from './steps';
import { World } from './world';

jest.mock('n8n-workflow', () => {
	const { onePackage } = jest.requireActual<typeof Processes>('./manyProcesses');
	return onePackage(() => jest.requireActual<object>('n8n-workflow'));
});
jest.mock('../../../nodes/service/client', () => {
	const { MemoryClient } = jest.requireActual<typeof Processes>('./manyProcesses');
	return { ...jest.requireActual<typeof Client>('../../../nodes/service/client'), ServiceClient: MemoryClient };
});

/** How many sequences of each kind; the soak runs more. */
const RUNS = Number(process.env.SEQUENCES ?? 100);

beforeEach(() => {
	jest.useFakeTimers({
		doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'clearTimeout', 'queueMicrotask', 'performance', 'hrtime'],
	});
});
afterEach(() => jest.useRealTimers());

const table = new ProcessedData();
beforeAll(async () => await table.serve());

it.each([
	['one process, killed and started again', true, false, 0],
	['the same, where the service repeats nothing and polls have to do', true, true, 0],
	['two processes', false, false, 0],
	['two processes and two workers', false, false, 2],
])(
	'every event starts an execution that n8n holds, and none twice in a process: %s',
	async (_how, oneProcess, byPolls, workers) => {
		await fc.assert(
			fc.asyncProperty(sequences(oneProcess, 40), async (commands) => {
				table.rows.clear();
				await runSequence(async () => await World.begin(workers), commands, oneProcess, byPolls);
			}),
			{ numRuns: RUNS, endOnFailure: false },
		);
	},
);

/** Sequences that once lost an event or started one twice, kept as found and shrunk. */
it('what happens after publishing is new, although an older event was being handed on during the first poll', async () => {
	const world = await World.begin();
	world.happen('receipt');
	await world.poll('startFails');
	await world.deliver(0, 'beforeAnswer', 'Webhook', 1, false);
	await world.publish(true);
	world.happen('receipt');
	await world.kill();
	await expect(world.end(true, true)).resolves.toBeUndefined();
});
