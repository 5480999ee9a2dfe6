/** End-to-end tests: a real n8n for each file, with the packed package installed as users install it; and the pages of the emulator in a browser. */
module.exports = {
	...require('./jest.config'),
	testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
	// Each wait inside has its own, shorter limit.
	testTimeout: 900_000,
	// They wait for most of their time.
	maxWorkers: 2,
	globalSetup: '<rootDir>/test/e2e/packOnce.ts',
	verbose: true,
};
