/** The tests that mutation testing (stryker.config.json) holds against the money paths of core/. */
module.exports = {
	...require('./jest.config'),
	testMatch: ['<rootDir>/test/unit/core/{money,idempotency,retryPolicy,paging}.test.ts'],
};
