import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { elsewhereOnly, onOldestAlone } from './areas';
import { compare, versions } from './versions';
import { judge, type Report, type Result } from './results';
import { compatibilityPage } from './table';

/**
 * Runs the integration tests on the engines of several versions of n8n and writes the results to docs/compatibility.md.
 *
 *   npm run test:compat                      all versions
 *   npm run test:compat -- --check           fails unless the page already shows these results
 *   npm run test:compat -- 2.4.8 2.22.6      only these versions; the others keep their rows
 */

const ROOT = join(__dirname, '..', '..');
const PAGE = join(ROOT, 'docs', 'compatibility.md');
const TESTS = join(ROOT, 'test', 'integration') + sep;

function run(version: string, folder: string): Result {
	const report = join(folder, `${version}.json`);
	const left = version === versions[0] ? [] : onOldestAlone;
	const { status } = spawnSync(
		process.execPath,
		[
			'--disable-warning=ExperimentalWarning',
			'--experimental-vm-modules',
			join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js'),
			...['--config', join(ROOT, 'jest.compat.config.js'), '--silent', '--json', `--outputFile=${report}`],
			...['package/', ...elsewhereOnly, ...left].flatMap((place) => [
				'--testPathIgnorePatterns',
				join('test', 'integration', place),
			]),
		],
		{
			cwd: ROOT,
			// The tests start further processes, which must load the same engine.
			env: { ...process.env, N8N_VERSION: version, NODE_OPTIONS: `--require ${join(__dirname, 'engine.cjs')}` },
			stdio: 'ignore',
		},
	);
	if (status === null) throw new Error(`The tests with n8n ${version} were ended from outside`);
	return judge(version, JSON.parse(readFileSync(report, 'utf8')) as Report, TESTS);
}

function tell({ version, passed, unexplained, shown, closed }: Result, seconds: number): void {
	const notes = new Set([...shown.values()].flatMap((gaps) => [...gaps])).size;
	console.log(`n8n ${version}: ${passed} passed, ${unexplained.length} failed, ${notes} known gaps (${seconds} s)`);
	for (const { test } of unexplained) console.log(`  failed: ${test}`);
	for (const { note, below } of closed) console.log(`  no longer a gap before ${below}: ${note}`);
}

async function main(): Promise<number> {
	const asked = process.argv.slice(2);
	const check = asked.includes('--check');
	const wanted = asked.filter((word) => !word.startsWith('--'));
	const unknown = wanted.filter((version) => !versions.includes(version));
	if (unknown.length > 0)
		throw new Error(`Not among the versions here: ${unknown.join(', ')} (${versions.join(', ')})`);

	const folder = mkdtempSync(join(tmpdir(), 'compat-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	const results: Result[] = [];
	for (const version of wanted.length > 0 ? wanted.sort(compare) : versions) {
		const started = Date.now();
		const result = run(version, folder);
		tell(result, Math.round((Date.now() - started) / 1000));
		results.push(result);
	}

	let failed = results.reduce((sum, { unexplained, closed }) => sum + unexplained.length + closed.length, 0);
	const passed = results.reduce((sum, result) => sum + result.passed, 0);
	const before = readFileSync(PAGE, 'utf8');
	const written = compatibilityPage(results, before);
	const page = await format(written, { ...(await resolveConfig(PAGE)), parser: 'markdown' });
	if (!check) writeFileSync(PAGE, page);
	else if (page !== before) {
		console.log('docs/compatibility.md says otherwise; npm run test:compat writes it anew');
		failed++;
	}
	console.log(`compat: ${passed} passed, ${failed} failed`);
	return failed === 0 ? 0 : 1;
}

main().then(
	(code) => (process.exitCode = code),
	(failure: unknown) => {
		console.error(failure instanceof Error ? failure.message : failure);
		process.exitCode = 1;
	},
);
