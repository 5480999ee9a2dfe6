import { faultOf } from '../../../core/identifiers';
import type { ItemCall } from './itemCall';

/**
 * The number of an account, an email, a phone: what may be empty, but not something else than was typed.
 * @throws NodeOperationError when a spreadsheet or an expression has changed it, or a character of it cannot be seen
 */
export function checkedIdentifier(item: ItemCall, identifier: string, label: string): string {
	const fault = faultOf(identifier);
	if (!fault) return identifier;
	throw item.refusal(`${label} ${fault.message}`, fault.description);
}

/** The same for one that must be filled in. */
export const requiredIdentifier = (item: ItemCall, name: string, label: string): string =>
	checkedIdentifier(item, item.requiredText(name, label), label);
