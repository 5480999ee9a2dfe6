import { canReach, isDeliverable } from '../../../core/service/serviceAddress';
import type { ItemCall } from '../run/itemCall';

/** Whether the service of an item can reach an address. An emulator on the same machine reaches all of it. */
export const isReachable = (item: ItemCall, address: string): boolean =>
	canReach(new URL(item.run.credential.baseUrl).hostname, new URL(address).hostname);

/** @throws NodeOperationError when the service cannot deliver to this n8n */
export function checkReachable(item: ItemCall, address: string): void {
	const { origin } = new URL(address);
	const remedy =
		'Set the environment variable N8N_WEBHOOK_URL of n8n (WEBHOOK_URL before n8n 2.40) to its public https address, or use Create with Notify: None and poll.';
	if (!isDeliverable(address)) {
		throw item.refusal(`The service cannot notify this n8n at ${origin}: the address must start with https://`, remedy);
	}
	if (!isReachable(item, address)) {
		throw item.refusal(`The service cannot reach this n8n at ${origin}: it is no public address`, remedy);
	}
}
