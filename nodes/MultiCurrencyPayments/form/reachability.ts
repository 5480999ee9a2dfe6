import { isDeliverable, isLoopback } from '../../../core/serviceAddress';
import type { ItemCall } from './itemCall';

/** @throws NodeOperationError when the service cannot deliver to this n8n. An emulator on the same machine can. */
export function checkReachable(item: ItemCall, address: string): void {
	const { origin, hostname } = new URL(address);
	const remedy =
		'Set the environment variable WEBHOOK_URL of n8n to its public https address, or use Create with Notify: None and poll.';
	if (!isDeliverable(address)) {
		throw item.refusal(`The service cannot notify this n8n at ${origin}: the address must start with https://`, remedy);
	}
	if (isLoopback(hostname) && !isLoopback(new URL(item.run.credential.baseUrl).hostname)) {
		throw item.refusal(`The service cannot reach this n8n at ${origin}, an address of this machine alone`, remedy);
	}
}
