/** 2,000 of the sequences in test/sequences/waiting. */
process.env.SEQUENCES ??= '2000';

// eslint-disable-next-line @typescript-eslint/no-require-imports
require('../sequences/waiting/waiting.test');
