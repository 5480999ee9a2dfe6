import fc from '../../seeded';
import type * as Client from '../../../nodes/service/client';
import type * as Desk from './deskClient';
import type { Standing } from './payinDesk';
import { World, type OrderFate } from './world';

jest.mock('../../../nodes/service/client', () => {
	const { DeskClient } = jest.requireActual<typeof Desk>('./deskClient');
	return { ...jest.requireActual<typeof Client>('../../../nodes/service/client'), ServiceClient: DeskClient };
});
jest.mock('../../../nodes/service/time', () => ({
	...jest.requireActual<object>('../../../nodes/service/time'),
	pause: async () => await Promise.resolve(),
}));

/** How many sequences; the soak runs more. */
const RUNS = Number(process.env.SEQUENCES ?? 60);

type Model = Record<string, never>;

/** One thing that happens. */
class Step implements fc.AsyncCommand<Model, World> {
	constructor(
		private readonly name: string,
		private readonly values: readonly unknown[],
		private readonly happens: (world: World) => Promise<void> | void,
	) {}

	check(): boolean {
		return true;
	}

	async run(_model: Model, world: World): Promise<void> {
		await this.happens(world);
		world.check();
	}

	toString(): string {
		return `${this.name}(${this.values.map((value) => JSON.stringify(value)).join(', ')})`;
	}
}

const any = fc.nat(7);
const standing = fc.constantFrom<Standing>('received', 'received', 'expired', 'failed');
const fate = fc.constantFrom<OrderFate>('ok', 'ok', 'beforeStored');

const order = fc
	.tuple(fate, fc.boolean())
	.map((values) => new Step('order', values, async (world) => await world.order(...values)));
const end = fc
	.tuple(any, standing, fc.boolean())
	.map((values) => new Step('end', values, (world) => world.end(...values)));
const giveCredentials = fc
	.tuple(any, fc.boolean())
	.map((values) => new Step('giveCredentials', values, (world) => world.giveCredentials(...values)));
const catchUp = fc.constant(new Step('catchUp', [], (world) => world.catchUp()));
const deliver = fc
	.tuple(any, fc.constantFrom(1, 1, 1, 3))
	.map((values) => new Step('deliver', values, async (world) => await world.deliver(...values)));
const forge = fc
	.tuple(any, fc.nat(9))
	.map((values) => new Step('forge', values, async (world) => await world.forge(...values)));
const release = any.map((pick) => new Step('release', [pick], async (world) => await world.release(pick)));
const kill = fc.constant(new Step('kill', [], (world) => world.kill()));
const timeOut = any.map((pick) => new Step('timeOut', [pick], async (world) => await world.timeOut(pick)));

const sequences = fc.commands<Model, World, false>(
	[order, order, end, end, giveCredentials, catchUp, deliver, deliver, deliver, forge, release, kill, timeOut],
	{ maxCommands: 30, size: 'max' },
);

it('an execution that waits goes on once, with what is true of its own payment, whatever comes when', async () => {
	await fc.assert(
		fc.asyncProperty(sequences, async (commands) => {
			const world = new World();
			await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
			await world.finish();
		}),
		{ numRuns: RUNS, endOnFailure: false },
	);
});
