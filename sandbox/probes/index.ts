import type { Probe } from '../probe';
import { notificationProbes } from './notifications';
import { otherProbes } from './others';
import { paymentProbes } from './payments';
import { readingProbes } from './reading';

/** The probes by the file of this folder that holds them, in the order in which a run tries them. */
export const probeFiles: Readonly<Record<string, readonly Probe[]>> = {
	reading: readingProbes,
	payments: paymentProbes,
	others: otherProbes,
	notifications: notificationProbes,
};

/** Every probe. */
export const probes: readonly Probe[] = Object.values(probeFiles).flat();
