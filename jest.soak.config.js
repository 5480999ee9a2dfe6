/** Long runs under random faults (npm run test:soak). SEED repeats one of them: `SEED=7 npm run test:soak`. */
process.env.SEED ??= String(Math.floor(Math.random() * 1_000_000));

module.exports = {
	...require('./jest.config'),
	testMatch: ['<rootDir>/test/soak/**/*.test.ts'],
	testTimeout: 1_800_000,
	// One after the other: a service that answers late is one more fault, and not a seeded one.
	maxWorkers: 1,
};
