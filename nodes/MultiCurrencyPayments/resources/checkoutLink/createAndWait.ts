import { readLink } from '../../../service/checkoutLinks';
import { resumeTarget, waitForFinal, waitLimitField } from '../../money/waiting';
import type { Operation } from '../../operation';
import { createCheckoutLink } from './createCheckoutLink';
import { linkFields } from './linkFields';
import { presentLink } from './linkRecord';

export const createAndWait: Operation = {
	value: 'createAndWait',
	name: 'Create and Wait',
	action: 'Create checkout link and wait',
	description:
		'Make a link to a hosted page and continue when the customer has paid, or the link has expired or failed. Money moves when the customer pays. One item per execution.',
	properties: [...linkFields([]), waitLimitField],
	async execute(item) {
		const link = await createCheckoutLink(item, resumeTarget(item));
		return await waitForFinal(
			item,
			link,
			(record) => presentLink(item, record),
			async () => await readLink(item.client, String(link.uuid)),
		);
	},
};
