import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import TestRunner, { type CallbackTestRunnerInterface, type Config, type TestRunnerContext } from 'jest-runner';
import type { Trial, Verdict } from './trial';

type Tests = Parameters<CallbackTestRunnerInterface['runTests']>[0];
type Watcher = Parameters<CallbackTestRunnerInterface['runTests']>[1];

/**
 * Runs test files once for each trial, in one process, so that they share compiled code. Once a test has noticed a
 * fault of a row, the row's other trials are skipped. The verdicts go to the file of `COVERAGE_VERDICTS`.
 */
export default class ProofRunner implements CallbackTestRunnerInterface {
	readonly isSerial = true;

	constructor(
		private readonly globalConfig: Config.GlobalConfig,
		private readonly context: TestRunnerContext,
	) {}

	async runTests(tests: Tests, watcher: Watcher): Promise<void> {
		const trials = JSON.parse(readFileSync(process.env.COVERAGE_TRIALS ?? '', 'utf8')) as Trial[];
		const verdicts: Record<string, Verdict> = {};
		for (const trial of trials) {
			if (verdicts[trial.row] === 'noticed') continue;
			const test = tests.find(({ path }) => relative(process.cwd(), path).replaceAll('\\', '/') === trial.file);
			const verdict = test === undefined ? 'no test ran' : await this.verdictOf(trial, test, watcher);
			if (verdict === 'noticed' || verdicts[trial.row] !== 'not noticed') verdicts[trial.row] = verdict;
			writeFileSync(process.env.COVERAGE_VERDICTS ?? '', JSON.stringify(verdicts));
		}
	}

	private async verdictOf({ mutation, titles }: Trial, test: Tests[number], watcher: Watcher): Promise<Verdict> {
		process.env.COVERAGE_MUTATION = JSON.stringify(mutation);
		process.env.COVERAGE_TITLES = JSON.stringify(titles);
		const runner = new TestRunner(this.globalConfig, this.context);
		let verdict: Verdict = 'no test ran';
		const stop = runner.on('test-file-success', ([, { numFailingTests, numPassingTests }]) => {
			if (numFailingTests > 0) verdict = 'noticed';
			else if (numPassingTests > 0) verdict = 'not noticed';
		});
		await runner.runTests([faulty(test, mutation)], watcher, { serial: true });
		stop();
		return verdict;
	}
}

/** Jest caches transformed text by configuration: a changed text needs its own configuration. */
function faulty(test: Tests[number], mutation: Trial['mutation']): Tests[number] {
	if (mutation.kind !== 'text') return test;
	const { config } = test.context;
	const globals = { ...config.globals, fault: JSON.stringify(mutation) };
	return { ...test, context: { ...test.context, config: { ...config, globals } } };
}
