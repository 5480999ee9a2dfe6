import { faultOf, faultOfBsb, faultOfEmail } from '../../../core/payments/identifiers';
import type { ItemCall } from '../run/itemCall';

/**
 * The number of an account, an email, a phone: what may be empty, but not something else than was typed.
 * @throws NodeOperationError when a spreadsheet or an expression has changed it, or a character of it cannot be seen
 */
export function checkedIdentifier(item: ItemCall, identifier: string, label: string, faultIn = faultOf): string {
	const fault = identifier === '' ? undefined : faultIn(identifier);
	if (!fault) return identifier;
	throw item.refusal(`${label} ${fault.message}`, fault.description);
}

const requiredWithout =
	(faultIn: typeof faultOf) =>
	(item: ItemCall, name: string, label: string): string =>
		item.about(name, () => checkedIdentifier(item, item.requiredText(name, label), label, faultIn));

/** The same for one that must be filled in. */
export const requiredIdentifier = requiredWithout(faultOf);
export const requiredEmail = requiredWithout(faultOfEmail);
export const requiredBsb = requiredWithout(faultOfBsb);
