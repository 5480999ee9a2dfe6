/** What tells within two minutes that a change breaks something (npm run test:quick): laws and tables, and every operation once. */
module.exports = {
	...require('./jest.config'),
	testMatch: ['<rootDir>/test/unit/**/*.test.ts', '<rootDir>/test/integration/outputs.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '/kernel/model[.]test', '/house/recipes[.]test'],
};
