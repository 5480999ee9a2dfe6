/** The integration tests on the engine of another n8n (see test/compat). */
const files = require('./test/compat/engine.cjs');

module.exports = {
	...require('./jest.config'),
	modulePathIgnorePatterns: [],
	roots: ['<rootDir>/test/integration'],
	testPathIgnorePatterns: ['<rootDir>/test/integration/package/'],
	moduleNameMapper: Object.fromEntries(Object.entries(files).map(([name, file]) => [`^${name}$`, file])),
};
