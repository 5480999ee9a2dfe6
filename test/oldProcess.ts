import { thisProcess } from '../nodes/MultiCurrencyPayments/money/processMemory';

/** Tests run in a process that is not young: what a process before it has sent shows by now. */
thisProcess.startedAt = 0;
