/** The test runner that Jest uses unless told otherwise. It comes without types. */
declare module 'jest-circus/runner' {
	import type { JestEnvironment } from '@jest/environment';
	import type { TestResult } from '@jest/test-result';
	import type { Config } from '@jest/types';
	import type Runtime from 'jest-runtime';

	export default function run(
		globalConfig: Config.GlobalConfig,
		config: Config.ProjectConfig,
		environment: JestEnvironment,
		runtime: Runtime,
		testPath: string,
		sendMessageToJest?: unknown,
	): Promise<TestResult>;
}
