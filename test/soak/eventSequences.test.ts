/** The sequences of test/sequences/events, 20,000 of them. */
process.env.SEQUENCES ??= '6700';

// eslint-disable-next-line @typescript-eslint/no-require-imports
require('../sequences/events/events.test');
