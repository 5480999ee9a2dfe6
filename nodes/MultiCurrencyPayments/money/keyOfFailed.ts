import { attemptNow } from '../../../core/attempt';
import { isDefaultKey } from '../../../core/idempotency';
import type { ItemCall } from '../form/itemCall';
import { asText } from '../form/itemCall';
import { keptKey } from './identify';
import { defaultKeyOf, memoryOf } from './memory';
import { ownItemIn, ownItemsOf } from './ownItem';
import { placeOf } from './payment';

/**
 * The key of a failed item's payment, which it keeps when it comes to the node again: the one with which it came, for its next node may
 * be another one. None where its External ID does that, and where a key is made of facts.
 */
export function keyOfFailed(item: ItemCall): string | undefined {
	const memory = memoryOf(item.run);
	const own = ownItemIn(ownItemsOf(item), memory);
	const cameWith = own?.state === 'failed' ? own.names[0] : undefined;
	if (memory.context.kind !== 'list') return cameWith;
	const place = placeOf(item);
	const sent = memory.sentFrom(place)?.key;
	if (hasOwnKey(item)) return sent ?? cameWith;
	if (cameWith !== undefined) return cameWith;
	const meant = sent ?? memory.keysOfItems.get(place) ?? '';
	// Under a Batch External ID alone, it would be that of everybody with the account, and none of the node's own making.
	if (isDefaultKey(meant)) return meant;
	const made = own?.state === 'open' ? memory.madeEarlier(own.names)[0] : keptKey(own, memory);
	return made?.key ?? memory.defaultKey(item.index);
}

/** The same where the node has failed before it had its items, for example because n8n could not read the credential. */
export function keyOfUnread(item: Pick<ItemCall, 'n8n' | 'index'>): string | undefined {
	const [own] = ownItemsOf(item);
	// Whether a record is one of this node is not known here.
	if (own?.state === 'failed') return own.names[0];
	return hasOwnKey(item) ? undefined : defaultKeyOf(item.n8n, item.index);
}

/** An expression may give nothing, or fail. Where the form has no such field, there is no key to keep. */
function hasOwnKey({ n8n, index }: Pick<ItemCall, 'n8n' | 'index'>): boolean {
	const given = attemptNow(() => asText(n8n.getNodeParameter('externalId', index, 'no field')));
	return 'value' in given && given.value !== '';
}
