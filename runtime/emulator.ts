import { randomInt } from 'node:crypto';
import { startEmulator, type Emulator, type EmulatorOptions } from '../emulator/server';

/** Settings for many notifications on a busy machine: a long timeout for each. */
export const PATIENT_SERVICE = { notificationTimeoutMs: 120_000 };

/**
 * Starts an emulator whose time begins in the past, so that its clock can be moved forward without reaching the future.
 * Each start has a new seed, because a trigger that outlives the emulator remembers the identifiers of its payments.
 * @param agoMs how far in the past, in milliseconds
 */
export async function startEmulatorInPast(agoMs: number, options: EmulatorOptions = {}): Promise<Emulator> {
	return await startEmulator({ seed: randomInt(2 ** 32), start: new Date(Date.now() - agoMs), ...options });
}
