import { readPayin } from '../../../service/payins';
import { resumeTarget, waitForFinal, waitLimitField } from '../../money/waiting';
import type { Operation } from '../../operation';
import { createPayin, payinFields } from './createPayin';
import { presentPayin } from './payinRecord';

export const createAndWait: Operation = {
	value: 'createAndWait',
	name: 'Create and Wait',
	action: 'Create payin and wait',
	description:
		'Ask a customer for a payment and continue when it is received, has expired or failed. Money moves when the customer pays. One item per execution.',
	properties: [...payinFields([]), waitLimitField],
	async execute(item) {
		const payin = await createPayin(item, resumeTarget(item));
		return await waitForFinal(
			item,
			payin,
			(record) => presentPayin(item, record),
			async () => await readPayin(item.client, String(payin.uuid)),
		);
	},
};
