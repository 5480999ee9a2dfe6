import type { INodeProperties } from 'n8n-workflow';
import type { ItemCall } from './itemCall';

/** How far ahead an expiry has to lie, in milliseconds (specification: "Limits"). */
const LEAST_AHEAD = 15 * 60_000;

/** When a payment expires; an option of Additional Fields. */
export const expiredAtField = (description: string): INodeProperties => ({
	displayName: 'Expires At',
	name: 'expiredAt',
	type: 'dateTime',
	default: '',
	description,
});

/** The value of {@link expiredAtField}; undefined when it is empty. @throws NodeOperationError when it is too soon */
export function expiryOf(item: ItemCall): Date | undefined {
	const expiry = item.parsedDate(item.collection('additionalFields').expiredAt, 'Expires At');
	if (expiry && expiry.getTime() < Date.now() + LEAST_AHEAD) {
		throw item.refusal('Expires At must lie at least 15 minutes ahead', 'Choose a later time or leave it empty.');
	}
	return expiry;
}
