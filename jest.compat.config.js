/** The integration tests on the engine of another n8n (see test/compat). */
module.exports = {
	...require('./jest.config'),
	modulePathIgnorePatterns: [],
	roots: ['<rootDir>/test/integration'],
	resolver: '<rootDir>/test/compat/resolver.cjs',
};
