import type { FaultRequest } from '../../emulator/engine/faults';
import { startService, type Service } from '../integration/engine/service';

/** Share of calls that a fault strikes. */
export const FAULT_RATE = 0.3;

const kinds: Omit<FaultRequest, 'endpoint'>[] = [
	{ fault: 'reset' },
	{ fault: 'stall' },
	{ fault: 'truncate' },
	{ fault: 'invalid-json' },
	{ fault: 'status', status: 429, retryAfter: '0' },
	{ fault: 'status', status: 500 },
	{ fault: 'status', status: 502 },
	{ fault: 'status', status: 503 },
	{ fault: 'slow', delayMs: 40 },
];

/** Calls with the item's own, short time limit. Other calls, such as for a method's form, may wait half a minute. */
const PATIENT: FaultRequest['endpoint'] = ['v2.payouts.create', 'v2.payouts.list'];

/** Every kind before and after the effect, except a 429 after it: by definition, a 429 means that nothing was done. */
const faults = kinds.flatMap((fault) =>
	(['before', 'after'] as const)
		.filter((when) => !(fault.status === 429 && when === 'after'))
		.map((when): FaultRequest => ({ ...fault, when, endpoint: fault.fault === 'stall' ? PATIENT : '*' })),
);

/** A service that strikes every endpoint at random: all faults equally often, 30 % of all calls in sum. */
export async function startFaultyService(seed: number): Promise<Service> {
	const service = await startService({ seed, openingBalance: '100000000' });
	// Each rule draws for itself, and the first that fires wins.
	const probability = 1 - (1 - FAULT_RATE) ** (1 / faults.length);
	for (const fault of faults) service.fault({ ...fault, probability });
	return service;
}
