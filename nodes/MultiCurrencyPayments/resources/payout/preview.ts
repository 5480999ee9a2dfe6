import { readBalance } from '../../../service/balances';
import { previewAll } from '../../preview/preview';
import type { Operation } from '../../operation';
import { hasContact } from '../contact/contactRecord';
import { payoutBatch } from './payoutBatch';
import { previewFields } from './payoutFields';

export const preview: Operation = {
	value: 'preview',
	name: 'Preview',
	action: 'Preview payouts',
	description: 'Check a whole list of payouts before it is paid, with a verdict for each row',
	properties: previewFields,
	executeAll: async (items) =>
		await previewAll(payoutBatch, items, {
			contacts: { needs: ({ needsContact }) => needsContact, has: hasContact },
			doubtsOf: ({ doubts }) => doubts,
			balanceOf: async (client, currency) => (await readBalance(client, currency)).available_balance,
		}),
};
