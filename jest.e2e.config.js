/** End-to-end tests: one real n8n for the whole suite, with the packed package installed as users install it. */
module.exports = {
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/runtime/node_modules/', '<rootDir>/.cache/'],
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.jest.json', diagnostics: false }],
	},
	// A noisy machine must not fail a test; each wait inside has its own, shorter limit.
	testTimeout: 900_000,
	maxWorkers: 1,
	verbose: true,
};
