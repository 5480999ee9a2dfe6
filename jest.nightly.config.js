/** What takes too long for every change (npm run test:nightly). */
module.exports = {
	...require('./jest.config'),
	testMatch: ['<rootDir>/test/nightly/**/*.test.ts'],
	testTimeout: 900_000,
	maxWorkers: 1,
};
