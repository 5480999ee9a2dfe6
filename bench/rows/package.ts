import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { figureOf } from '../figures';
import type { Row } from './row';

const runProgram = promisify(execFile);
const RUNTIME = join(__dirname, '..', '..', 'runtime', 'node_modules');

/** Loads files into a process that has loaded n8n-workflow, as n8n has, and prints the processor time in milliseconds. */
const LOADING = `
	require(process.argv[2]);
	const begun = process.threadCpuUsage();
	for (const file of JSON.parse(process.argv[1])) require(file);
	const { user, system } = process.threadCpuUsage(begun);
	console.log((user + system) / 1_000);
`;

/** How long n8n takes to load the package. */
export const packaged: Row = {
	name: 'package',
	title: 'The package: time to load',
	async run({ stage, sizes, book }) {
		const folder = stage.packageFolder;
		const { n8n } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
			n8n: { nodes: string[]; credentials: string[] };
		};
		const files = JSON.stringify([...n8n.credentials, ...n8n.nodes].map((file) => join(folder, file)));
		const times: number[] = [];
		for (let run = 0; run <= sizes.repetitions; run += 1) {
			const env = { ...process.env, NODE_PATH: RUNTIME };
			const { stdout } = await runProgram(process.execPath, ['-e', LOADING, files, join(RUNTIME, 'n8n-workflow')], {
				env,
			});
			// The first run reads the files from disk, so it does not count.
			if (run > 0 || sizes.repetitions === 1) times.push(Number(stdout));
		}
		const figure = figureOf(times);
		book.line({ job: 'loading the package', kind: 'ours', way: 'all nodes', figure, unit: 'ms' });
		book.verdict('package/load', 'all nodes', figure.median);
	},
};
