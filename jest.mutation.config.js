/** Runs a test file once for each mutant of the money code (test/mutation), in the copy of the repository that has them. */
module.exports = {
	...require('./jest.config'),
	rootDir: process.env.MUTATION_COPY,
	testMatch: ['<rootDir>/test/{unit,integration,sequences}/**/*.test.ts'],
	modulePathIgnorePatterns: [],
	testRunner: '<rootDir>/test/mutation/rounds.ts',
	reporters: [],
};
