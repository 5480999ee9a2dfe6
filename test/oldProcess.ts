import { processClock } from '../nodes/service/time';
import { thisProcess } from '../nodes/MultiCurrencyPayments/money/setting';

/** Tests set the time by `Date`. */
processClock.now = () => Date.now();

/** Makes this process look old, so that whatever an earlier process has sent must be in lists by now. */
thisProcess.startedAt = 0;
