/**
 * Resolves n8n's engine to the version that N8N_VERSION names, and everything else as Jest does. The configuration stays the
 * same for all versions, so that they share what Jest has compiled.
 */
const files = require('./engine.cjs');

module.exports = (name, options) => files[name] ?? options.defaultResolver(name, options);
