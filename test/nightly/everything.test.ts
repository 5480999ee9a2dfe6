/** Tests of which `npm test` runs a part, with all their cases. */
process.env.EVERYTHING = '1';

/* eslint-disable @typescript-eslint/no-require-imports */
require('../integration/moneyOnce/faultMatrixWithLookUp.test');
require('../integration/moneyOnce/faultMatrixWithoutLookUp.test');
require('../emulator/sandbox/probes.test');
