/** The odd deliveries and answers of test/integration/security, 100,000 of each. */
process.env.FUZZED ??= '100000';

// eslint-disable-next-line @typescript-eslint/no-require-imports
require('../integration/security/fuzzed.test');
