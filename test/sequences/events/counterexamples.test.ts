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

it('a partial refund is found on a page that takes the last request of a poll', async () => {
	const world = await World.begin();
	for (const what of ['part', 'refund', 'part', 'part', 'part'] as const) world.happen(what);
	await world.poll('ok');
	await expect(world.end(true, true)).resolves.toBeUndefined();
});

it('the end of a refund is found that was under way in the moment of a publishing', async () => {
	const world = await World.begin();
	world.happen('part');
	await world.kill();
	world.check(true);
	world.pass(6);
	await world.kill();
	await world.publish(true);
	world.happen('part');
	await expect(world.end(true, true)).resolves.toBeUndefined();
});
