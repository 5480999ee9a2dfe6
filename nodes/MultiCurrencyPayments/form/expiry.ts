import type { INodeProperties } from 'n8n-workflow';
import { endOf } from '../../service/period';
import type { ItemCall } from './itemCall';

/** How far ahead an expiry has to lie, in milliseconds (specification: "Limits"). */
const LEAST_AHEAD = 15 * 60_000;

/** How long after its expression was evaluated an expiry may be sent, in milliseconds. */
const ON_ITS_WAY = 10_000;

/** When a payment expires; an option of Additional Fields. */
export const expiredAtField = (description: string): INodeProperties => ({
	displayName: 'Expires At',
	name: 'expiredAt',
	type: 'dateTime',
	default: '',
	description,
});

/**
 * The value of {@link expiredAtField}, in whole seconds; undefined when it is empty. An expiry of just 15 minutes is
 * moved on by the time that passes until the service reads it. @throws NodeOperationError when it is too soon
 */
export function expiryOf(item: ItemCall): Date | undefined {
	const expiry = item.parsedDate(item.collection('additionalFields').expiredAt, 'Expires At');
	if (!expiry) return undefined;
	const earliest = Date.now() + LEAST_AHEAD;
	if (expiry.getTime() < earliest - ON_ITS_WAY) {
		throw item.refusal('Expires At must lie at least 15 minutes ahead', 'Choose a later time or leave it empty.');
	}
	return endOf(new Date(Math.max(expiry.getTime(), earliest + ON_ITS_WAY)));
}
