import { attemptNow } from '../../../core/attempt';
import type { ItemCall } from '../form/itemCall';
import { asText } from '../form/itemCall';
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
	// An expression may give nothing, or fail. Where the form has no such field, nothing is kept.
	const given = attemptNow(() => asText(item.n8n.getNodeParameter('externalId', item.index, 'no field')));
	const hasOwn = 'value' in given && given.value !== '';
	if (sent !== undefined || hasOwn || failure instanceof KeyTaken) return sent;
	return memory.keysOfItems.get(place) ?? keptKey(ownItemOf(item), memory)?.key ?? memory.defaultKey(item.index);
}
