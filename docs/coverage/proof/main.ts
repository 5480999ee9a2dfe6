import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { claims, prove } from './prove';
import type { Verdict } from './trial';

/**
 * `npm run test:coverage-proof`: puts a fault into contract or emulator for each row of the table, and sees whether a test
 * that the row names fails. Rows of which this is not proven are listed in unproven.json, and nowhere else.
 */

const listPath = join(__dirname, 'unproven.json');
const unproven = JSON.parse(readFileSync(listPath, 'utf8')) as Record<string, Verdict | 'not tried'>;

interface Options {
	tenth: boolean;
	seed: string;
	only: string;
	write: boolean;
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
	const { tenth, seed, only, write } = new Command('coverage-proof')
		.option('--tenth', 'a tenth of the proven rows, chosen by the seed', false)
		.option('--seed <number>', 'which tenth', String(Math.floor(Math.random() * 2 ** 31)))
		.option('--only <words>', 'rows whose name holds these words', '')
		.option('--write', 'write what was found to unproven.json', false)
		.parse()
		.opts<Options>();
	const number = numbersFrom(Number(seed));
	const chosen = claims.filter(({ row }) => row.includes(only) && (!tenth || (!(row in unproven) && number() < 0.1)));
	console.log(`${chosen.length} of ${claims.length} rows that name tests${tenth ? `, seed ${seed}` : ''}`);
	const verdicts = await prove(chosen, (row, verdict) => {
		if (verdict !== 'noticed') console.log(`${verdict}: ${row}`);
	});
	const counts = new Map<string, number>();
	for (const verdict of verdicts.values()) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
	console.log([...counts].map(([verdict, count]) => `${verdict}: ${count}`).join(', '));
	if (write) {
		const rows = claims.flatMap(({ row }): [string, string][] => {
			const verdict = verdicts.get(row) ?? unproven[row] ?? 'noticed';
			return verdict === 'noticed' ? [] : [[row, verdict]];
		});
		writeFileSync(listPath, `${JSON.stringify(Object.fromEntries(rows), null, '\t')}\n`);
		return;
	}
	const surprises = [...verdicts].filter(([row, verdict]) => verdict !== 'noticed' && !(row in unproven));
	if (surprises.length === 0) return;
	console.error(`Not proven, though the table says so:\n${surprises.map(([row]) => row).join('\n')}`);
	process.exitCode = 1;
}

void run();
