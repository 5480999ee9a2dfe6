import type * as Client from '../../../nodes/service/client';
import type * as Processes from './manyProcesses';
import { World } from './world';

/** Sequences that once lost an event or started one twice, kept as found and shrunk. */

jest.mock('n8n-workflow', () => {
	const { onePackage } = jest.requireActual<typeof Processes>('./manyProcesses');
	return onePackage(() => jest.requireActual<object>('n8n-workflow'));
});
jest.mock('../../../nodes/service/client', () => {
	const { MemoryClient } = jest.requireActual<typeof Processes>('./manyProcesses');
	return { ...jest.requireActual<typeof Client>('../../../nodes/service/client'), ServiceClient: MemoryClient };
});

beforeEach(() => {
	jest.useFakeTimers({
		doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'clearTimeout', 'queueMicrotask', 'performance', 'hrtime'],
	});
});
afterEach(() => jest.useRealTimers());

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
