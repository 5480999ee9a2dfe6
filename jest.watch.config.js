/**
 * The tests, again whenever a file is saved (npm run watch). Jest watches every folder below its roots: with those that
 * hold a node_modules among them, it takes half a minute to begin.
 */
module.exports = {
	...require('./jest.config'),
	roots: [
		...['contract', 'core', 'credentials', 'docs', 'emulator', 'examples', 'nodes', 'sandbox', 'start'],
		...['test/emulator', 'test/integration', 'test/saved', 'test/sequences', 'test/unit'],
	].map((folder) => `<rootDir>/${folder}`),
};
