import { randomInt } from 'node:crypto';
import { startEmulator, type Emulator, type EmulatorOptions } from '../emulator/server';

/** For many notifications on a busy machine: how long each may take, in milliseconds. */
export const PATIENT_SERVICE = { notificationTimeoutMs: 120_000 };

/**
 * Starts an emulator whose time begins in the past, so that its clock can be moved forward without leading into the future.
 * Each start has another seed: a trigger that outlives it remembers the identifiers of its payments.
 * @param agoMs how far in the past, in milliseconds
 */
export async function startEmulatorInPast(agoMs: number, options: EmulatorOptions = {}): Promise<Emulator> {
	return await startEmulator({ seed: randomInt(2 ** 32), start: new Date(Date.now() - agoMs), ...options });
}
