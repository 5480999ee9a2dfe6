import fc from '../../seeded';
import type { Happening } from './listedPayins';
import type { DeliveryFate, PollFate, World } from './world';

/** Empty: any step is possible at any time, so no model is needed. */
type Model = Record<string, never>;

/** One thing that happens. */
class Step implements fc.AsyncCommand<Model, World> {
	constructor(
		private readonly name: string,
		private readonly values: readonly unknown[],
		private readonly oneProcess: boolean,
		private readonly happens: (world: World) => Promise<void> | void,
	) {}

	check(): boolean {
		return true;
	}

	async run(_model: Model, world: World): Promise<void> {
		await this.happens(world);
		world.check(this.oneProcess);
	}

	/** The step as a line of a test that repeats it. */
	toString(): string {
		return `${this.name}(${this.values.map((value) => JSON.stringify(value)).join(', ')})`;
	}
}

const anyEvent = fc.nat(7);
const deliveryFate = fc.constantFrom<DeliveryFate>(
	'ok',
	'ok',
	'ok',
	'storeFails',
	'callerGone',
	'beforeSave',
	'beforeSave',
	'beforeAnswer',
);
const pollFate = fc.constantFrom<PollFate>('ok', 'ok', 'ok', 'startFails', 'beforeStart', 'beforeRun', 'beforeEnd');

/** Sequences of up to `longest` steps. @param oneProcess whether one n8n process alone gets deliveries at a time */
export function sequences(oneProcess: boolean, longest: number) {
	const step = (name: string, values: unknown[], happens: (world: World) => Promise<void> | void) =>
		new Step(name, values, oneProcess, happens);
	const happen = fc
		.constantFrom<Happening>('receipt', 'receipt', 'refund', 'part', 'part')
		.map((what) => step('happen', [what], (world) => world.happen(what)));
	const deliver = fc
		.tuple(
			anyEvent,
			deliveryFate,
			fc.constantFrom('Webhook', 'second'),
			fc.constantFrom(1, 1, 1, 3),
			oneProcess ? fc.constant(false) : fc.boolean(),
		)
		.map((values) => step('deliver', values, async (world) => await world.deliver(...values)));
	const poll = fc
		.tuple(pollFate, fc.boolean())
		.map((values) => step('poll', values, async (world) => await world.poll(...values)));
	const release = fc
		.tuple(fc.nat(4), fc.boolean())
		.map((values) => step('release', values, async (world) => await world.release(...values)));
	const kill = fc
		.boolean()
		.map((pollsFirst) => step('kill', [pollsFirst], async (world) => await world.kill(pollsFirst)));
	const publish = fc
		.boolean()
		.map((afterPause) => step('publish', [afterPause], async (world) => await world.publish(afterPause)));
	const forge = fc
		.tuple(anyEvent, fc.nat(4))
		.map((values) => step('forge', values, async (world) => await world.forge(...values)));
	const misuse = anyEvent.map((pick) => step('misuse', [pick], async (world) => await world.misuse(pick)));
	const pass = fc
		.oneof(
			{ weight: 3, arbitrary: fc.integer({ min: 1, max: 20 }) },
			{ weight: 1, arbitrary: fc.integer({ min: -30, max: 45 }) },
			// Longer than n8n is waited for where it does not report that it could not start an execution.
			{ weight: 1, arbitrary: fc.constant(25 * 60) },
		)
		.map((minutes) => step('pass', [minutes], (world) => world.pass(minutes)));
	return fc.commands<Model, World, false>(
		[happen, deliver, deliver, deliver, poll, poll, release, kill, publish, forge, misuse, pass],
		{ maxCommands: longest, size: 'max' },
	);
}

/** Runs one sequence on a world of its own, to its end. */
export async function runSequence(
	begin: () => Promise<World>,
	commands: Iterable<fc.AsyncCommand<Model, World>>,
	oneProcess: boolean,
	byPolls: boolean,
) {
	const world = await begin();
	await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
	await world.end(oneProcess, byPolls);
}
