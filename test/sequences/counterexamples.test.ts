import { Stage } from './stage';
import type { Step } from './steps';
import {
	again,
	bills,
	lag,
	read,
	restart,
	retry,
	retryEdited,
	run,
	settle,
	switchAccount,
	together,
	write,
} from './steps';

/** Sequences in which money once moved twice, or not at all under a green execution: found by generation, and kept. */

const stage = new Stage();
afterAll(async () => await stage.close());

async function play(...steps: Step[]): Promise<void> {
	const sequence = await stage.begin();
	for (const step of steps) {
		expect(sequence.possible(step)).toBe(true);
		await sequence.play(step);
	}
}

const EVERY = ['payout', 'payoutBatch', 'aud', 'audBatch', 'payin', 'refund'] as const;

describe.each(EVERY)('%s', (way) => {
	it.each(['own', 'empty'] as const)('calm %s', async (references) => {
		await play(run({ way, references, lines: bills(1, 2, 3) }));
	});
	it.each(['plain', 'loop', 'errorLoop', 'child', 'childEach', 'oldAgent', 'newAgent'] as const)(
		'calm %s',
		async (shape) => {
			await play(run({ way, shape, lines: bills(1, 3) }));
		},
	);
	it('retry on fail', async () => {
		await play(
			run({ way, references: 'empty', retryOnFail: true, lines: bills(1, 3), incidents: [write(1, 'after', 'reset')] }),
		);
	});
	it('crash, retry', async () => {
		await play(run({ way, references: 'own', lines: bills(1, 3), incidents: [write(1, 'after', 'kill')] }), retry());
	});
});
void [again, lag, read, restart, retryEdited, settle, switchAccount, together];
