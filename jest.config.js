const { cpus } = require('node:os');

/** Unit, emulator and integration tests, and generated sequences. What needs a real n8n has its own configuration (jest.e2e.config.js). */
module.exports = {
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/{unit,emulator,integration,sequences}/**/*.test.ts'],
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/runtime/.*node_modules/',
		'<rootDir>/test/compat/',
		'<rootDir>/.cache/',
	],
	setupFiles: ['<rootDir>/test/oldProcess.ts'],
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: 'test/tsconfig.jest.json', diagnostics: false }],
	},
	// A busy machine must not fail a test.
	testTimeout: 120_000,
	// Half of their time tests wait. Each worker takes up to 1.5 GB.
	maxWorkers: Math.min(2 * cpus().length, 8),
	workerIdleMemoryLimit: '1500MB',
};
