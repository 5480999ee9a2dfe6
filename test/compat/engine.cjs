/**
 * The engine of the n8n version in N8N_VERSION. Preloaded with `node --require`, it makes the process load that engine. The
 * Jest resolver uses the exported paths, because Jest resolves modules itself.
 */
const { realpathSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');

const { N8N_VERSION: version } = process.env;
if (!version) throw new Error('N8N_VERSION says which n8n to test with; npm run test:compat sets it.');

const core = realpathSync(join(__dirname, 'node_modules', `n8n-${version}`));
const files = { 'n8n-core': require.resolve(core) };
for (const name of ['@n8n/di', 'n8n-workflow', 'reflect-metadata'])
	files[name] = require.resolve(name, { paths: [core] });

const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (name, ...rest) => files[name] ?? resolveFilename(name, ...rest);

module.exports = files;
