/** Runs single tests against a fault in contract or emulator (docs/coverage/proof). */
module.exports = { ...require('./jest.config.js'), setupFilesAfterEnv: ['<rootDir>/docs/coverage/proof/mutate.ts'] };
