import { attemptNow } from '../../../core/attempt';
import type { ItemCall } from '../form/itemCall';
import { KeyTaken } from './failures';
import { keptKey } from './identify';
import { memoryOf } from './memory';
import { ownItemOf } from './ownItem';
import { placeOf } from './payment';

/**
 * The key of a failed item's payment, which it keeps when it comes to the node again. None where its External ID does that, where a
 * key is made of facts, and where the key belongs to another payment.
 */
export function keyOfFailed(item: ItemCall, failure: unknown): string | undefined {
	const memory = memoryOf(item.run);
	const place = placeOf(item);
	if (memory.context.kind !== 'list') return undefined;
	const sent = memory.sentFrom(place)?.key;
	const given = attemptNow(() => item.n8n.getNodeParameter('externalId', item.index, null));
	const hasOwn = 'value' in given && given.value !== '';
	if (sent !== undefined || hasOwn || failure instanceof KeyTaken) return sent;
	return memory.keysOfItems.get(place) ?? keptKey(ownItemOf(item), memory)?.key ?? memory.defaultKey(item.index);
}
