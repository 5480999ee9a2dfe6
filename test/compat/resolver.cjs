/**
 * Resolves n8n's engine to the version in N8N_VERSION, and everything else as Jest does. The Jest configuration is the same
 * for all versions, so that they share Jest's transform cache.
 */
const files = require('./engine.cjs');

module.exports = (name, options) => files[name] ?? options.defaultResolver(name, options);
