import type { Probe } from '../probe';
import { notificationProbes } from './notifications';
import { otherProbes } from './others';
import { paymentProbes } from './payments';
import { readingProbes } from './reading';

/** Every probe, in the order in which a run tries them. */
export const probes: readonly Probe[] = [...readingProbes, ...paymentProbes, ...otherProbes, ...notificationProbes];
