/** 20,000 of the sequences in test/sequences/events. */
process.env.SEQUENCES ??= '5000';

// eslint-disable-next-line @typescript-eslint/no-require-imports
require('../sequences/events/events.test');
