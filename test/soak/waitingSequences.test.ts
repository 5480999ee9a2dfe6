/** The sequences of test/sequences/waiting, 2,000 of them. */
process.env.SEQUENCES ??= '2000';

// eslint-disable-next-line @typescript-eslint/no-require-imports
require('../sequences/waiting/waiting.test');
