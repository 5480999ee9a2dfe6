import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { attempt } from '../core/attempt';
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

const RESULTS = join(__dirname, 'RESULTS.md');
const CHART = join(__dirname, '..', 'docs', 'pictures', 'cost-against-size.svg');

const started = Date.now();
const say = (text: string) =>
	console.log(`${String(Math.round((Date.now() - started) / 1000)).padStart(5)} s  ${text}`);

function n8nVersion(): string {
	const manifest = join(__dirname, '..', 'runtime', 'package.json');
	return (JSON.parse(readFileSync(manifest, 'utf8')) as { dependencies: { n8n: string } }).dependencies.n8n;
}

async function run(lifetime: Lifetime): Promise<void> {
	const { quick, tiny, check, only = names, repetitions } = program.parse().opts<Options>();
	const named = tiny ? 'tiny' : quick ? 'quick' : 'full';
	const sizes: Sizes = { ...SIZES[named], ...(repetitions !== undefined && { repetitions }) };
	const [loadBefore = 0] = loadavg();
	await installedN8n();
	say('Package: build, pack and install into n8n as a user would');
	const stage = await Stage.open(lifetime);
	await stage.restart();
	const book = new Book(say);
	for (const row of rows.filter(({ name }) => only.includes(name))) {
		say(row.title);
		const ran = await attempt(async () => await row.run({ stage, sizes, book }));
		if (lifetime.isEnding) return;
		if ('failure' in ran)
			book.stopped(row.title, ran.failure instanceof Error ? ran.failure.message : String(ran.failure));
	}
	const about = [
		'# Results of the bench',
		`${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}, n8n ${n8nVersion()}, \`npm run bench\`${named === 'full' ? '' : ` -- --${named}`}.`,
		`Others on the machine: ${loadBefore.toFixed(1)} processes wanted to run before the bench began, on average of a minute; above 0.5 the times are too long and the ratios uncertain.`,
		book.tables,
	];
	const page = `${about.join('\n\n')}\n`;
	if (tiny || only.length < names.length) console.log(`\n${page}`);
	else {
		writeFileSync(RESULTS, page);
		writeFileSync(CHART, chartOf(book.curves));
	}
	const { met, missed } = book.tallied;
	console.log(tally('bench', met, missed));
	if (check && missed > 0) process.exitCode = 1;
}

void runProgram(run);
