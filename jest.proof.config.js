const tests = require('./jest.config.js');

/** Runs single tests against a fault in the contract, the emulator or the node (docs/coverage/proof). */
module.exports = {
	...tests,
	runner: '<rootDir>/docs/coverage/proof/runner.ts',
	testEnvironment: '<rootDir>/docs/coverage/proof/environment.ts',
	setupFilesAfterEnv: ['<rootDir>/docs/coverage/proof/mutate.ts'],
	transform: {
		'^.+\\.ts$': [
			'<rootDir>/docs/coverage/proof/transform.js',
			{ tsconfig: 'test/tsconfig.jest.json', diagnostics: false },
		],
	},
	reporters: [],
	// A fault may make a test wait for what never comes.
	testTimeout: 20_000,
};
