import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { installedN8n } from '../runtime/installedN8n';
import type { Lifetime } from '../runtime/lifetime';
import { runProgram, tally } from '../runtime/program';
import { Book } from './book';
import { chartOf } from './chart';
import { rows } from './rows';
import { SIZES, type Sizes } from './sizes';
import { Stage } from './stage';

interface Options {
	quick: boolean;
	tiny: boolean;
	check: boolean;
	only?: string[];
	repetitions?: number;
}

const names = rows.map(({ name }) => name);

const program = new Command('bench')
	.description(
		'Speed and memory of this package in a real n8n, beside what a user builds of n8n’s own nodes and the least node.',
	)
	.option('--quick', 'fewer repetitions and smaller sizes: about ten minutes', false)
	.option('--tiny', 'once, with sizes that say nothing about speed: only whether it works', false)
	.option('--check', 'end with 1 when a goal is missed', false)
	.option('--repetitions <number>', 'how often each way is measured', Number)
	.addOption(new Option('--only <row...>', 'only these rows').choices(names));

const CHART = join(__dirname, '..', 'docs', 'pictures', 'cost-against-size.svg');

const started = Date.now();
const say = (text: string) =>
	console.log(`${String(Math.round((Date.now() - started) / 1000)).padStart(5)} s  ${text}`);

async function run(lifetime: Lifetime): Promise<void> {
	const { quick, tiny, check, only = names, repetitions } = program.parse().opts<Options>();
	const named = tiny ? 'tiny' : quick ? 'quick' : 'full';
	const sizes: Sizes = { ...SIZES[named], ...(repetitions !== undefined && { repetitions }) };
	await installedN8n();
	say('Package: build, pack and install into n8n as a user would');
	const stage = await Stage.open(lifetime);
	await stage.restart();
	const book = new Book(say);
	for (const row of rows.filter(({ name }) => only.includes(name))) {
		say(row.title);
		await row.run({ stage, sizes, book });
	}
	const about = [
		'# Results of the bench',
		`${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}, \`npm run bench\`${named === 'full' ? '' : ` -- --${named}`}.`,
		book.tables,
	];
	writeFileSync(join(__dirname, 'RESULTS.md'), `${about.join('\n\n')}\n`);
	if (book.curves.length > 0) writeFileSync(CHART, chartOf(book.curves));
	const { met, missed } = book.tallied;
	console.log(tally('bench', met, missed));
	if (check && missed > 0) process.exitCode = 1;
}

void runProgram(run);
