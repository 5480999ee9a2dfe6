/** Unit, emulator and integration tests. What needs a real n8n has its own configuration (jest.e2e.config.js). */
module.exports = {
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/{unit,emulator,integration,sequences}/**/*.test.ts'],
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/runtime/node_modules/',
		'<rootDir>/.cache/',
		'<rootDir>/.stryker-tmp/',
	],
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.jest.json', diagnostics: false }],
	},
	// A noisy machine must not fail a test: what is slow shows in the benchmarks.
	testTimeout: 120_000,
	maxWorkers: 2,
	workerIdleMemoryLimit: '1500MB',
};
