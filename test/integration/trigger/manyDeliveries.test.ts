import pMap from 'p-map';
import { createRandom } from '../../../emulator/engine/random';
import { payin } from '../../unit/core/events/notifications';
import { credential, headersFor } from './account';
import { anotherProcess, StoredWorkflow } from './triggerEngine';

/** Up to 2,000 deliveries of 1,000 events in any order, 50 at a time, while n8n saves each after a random delay. */

const EVENTS = 1_000;
const AT_ONCE = 50;

function setUp(seed: number) {
	const random = createRandom(seed);
	const workflow = new StoredWorkflow(credential);
	const started = new Map<string, number>();
	const acknowledged = new Set<string>();
	workflow.beforeSave = async () => {
		for (let turns = random.integer(0, 20); turns > 0; turns--) await new Promise(setImmediate);
	};
	return {
		workflow,
		started,
		acknowledged,
		events: Array.from({ length: EVENTS }, (_, number) => `EVENT${number}`),
		shuffled: (uuids: readonly string[]) =>
			uuids
				.map((uuid) => ({ uuid, place: random.next() }))
				.sort((one, other) => one.place - other.place)
				.map(({ uuid }) => uuid),
		async deliver(uuid: string): Promise<void> {
			const answer = await workflow.deliver({ headers: headersFor(payin), body: { ...payin, uuid } });
			expect(answer.status).toBe(200);
			acknowledged.add(uuid);
			if (answer.items) started.set(uuid, (started.get(uuid) ?? 0) + 1);
		},
	};
}

const once = (events: readonly string[]) => new Map(events.map((uuid) => [uuid, 1]));
const inOrder = (map: ReadonlyMap<string, number>) => [...map].sort(([one], [other]) => one.localeCompare(other));

it('start one execution for each event', async () => {
	const { events, shuffled, deliver, started } = setUp(1);
	await pMap(shuffled([...events, ...events]), deliver, { concurrency: AT_ONCE });
	expect(inOrder(started)).toEqual(inOrder(once(events)));
});

it('start one execution for each event when n8n starts anew between the first and the second ones', async () => {
	const { workflow, events, shuffled, deliver, started } = setUp(2);
	await pMap(shuffled(events), deliver, { concurrency: AT_ONCE });
	workflow.process = anotherProcess();
	await pMap(shuffled(events), deliver, { concurrency: AT_ONCE });
	expect(inOrder(started)).toEqual(inOrder(once(events)));
});

it('lose nothing, and start nothing twice that was acknowledged, when n8n is killed in the midst of the first ones', async () => {
	const { workflow, events, shuffled, deliver, started, acknowledged } = setUp(3);
	const first = shuffled(events);
	const slowly = workflow.beforeSave;
	await pMap(first.slice(0, EVENTS / 2), deliver, { concurrency: AT_ONCE });
	// These deliveries are still open when n8n is killed and never finish. Later ones are saved before the kill.
	workflow.beforeSave = async () => await new Promise(() => undefined);
	const inHand = first.slice(EVENTS / 2, EVENTS / 2 + AT_ONCE);
	for (const uuid of inHand) void deliver(uuid);
	await new Promise(setImmediate);
	workflow.beforeSave = slowly;
	await pMap(first.slice(EVENTS / 2 + AT_ONCE, -100), deliver, { concurrency: AT_ONCE });
	expect(acknowledged.size).toBe(EVENTS - 100 - AT_ONCE);

	workflow.process = anotherProcess();
	await pMap(shuffled(events), deliver, { concurrency: AT_ONCE });
	expect(inOrder(started)).toEqual(inOrder(once(events)));
});
