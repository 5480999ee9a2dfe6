import { TestEnvironment } from 'jest-environment-node';
import type { Circus } from '@jest/types';

/** Runs only the tests of the current trial and skips the others in the file. */
export default class ProofEnvironment extends TestEnvironment {
	handleTestEvent(event: Circus.Event): void {
		if (event.name !== 'test_start') return;
		const titles = JSON.parse(process.env.COVERAGE_TITLES ?? '[]') as string[];
		const title = fullTitle(event.test);
		if (!titles.some((pattern) => new RegExp(pattern, 's').test(title))) event.test.mode = 'skip';
	}
}

function fullTitle({ name, parent }: Circus.TestEntry): string {
	const names = [name];
	for (let block: Circus.DescribeBlock | undefined = parent; block?.parent; block = block.parent)
		names.unshift(block.name);
	return names.join(' ');
}
