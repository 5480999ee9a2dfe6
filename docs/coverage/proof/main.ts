import { Command } from 'commander';
import { claims, prove } from './prove';

/**
 * `npm run test:coverage-proof`: puts a fault into contract, emulator, core or nodes for each row that names tests, and
 * checks that one of these tests fails. The command lists the rows whose tests all pass, and then fails.
 */

interface Options {
	tenth: boolean;
	seed: string;
	only: string;
}

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function numbersFrom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

async function run(): Promise<void> {
	const { tenth, seed, only } = new Command('coverage-proof')
		.option('--tenth', 'a tenth of the rows, chosen by the seed', false)
		// Always the same tenth, so that a change fails only on what it touches. All rows are tried at night.
		.option('--seed <number>', 'which tenth', '1')
		.option('--only <words>', 'rows whose name holds these words', '')
		.parse()
		.opts<Options>();
	const number = numbersFrom(Number(seed));
	const chosen = claims.filter(({ row }) => row.includes(only) && (!tenth || number() < 0.1));
	console.log(`Breaking ${chosen.length} of ${claims.length} rows that name tests${tenth ? `, seed ${seed}` : ''}`);
	const verdicts = await prove(chosen);
	const unproven = [...verdicts].filter(([, verdict]) => verdict !== 'noticed');
	console.log(`${verdicts.size - unproven.length} were noticed by a test of their own`);
	if (unproven.length === 0) return;
	console.error(unproven.map(([row, verdict]) => `${verdict}: ${row}`).join('\n'));
	process.exitCode = 1;
}

void run();
