/** Tests of which `npm test` runs a part, with all their cases. */
process.env.EVERYTHING = '1';

/* eslint-disable @typescript-eslint/no-require-imports */
require('../integration/moneyOnce/faultMatrix.test');
require('../emulator/sandbox/probes.test');
