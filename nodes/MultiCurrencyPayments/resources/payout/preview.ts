import { readBalance } from '../../../service/balances';
import { readOptions } from '../../form/fields';
import { withTriggerPath } from '../../form/notification';
import { previewAll } from '../../preview/preview';
import type { Operation } from '../../operation';
import { hasContact } from '../contact/contactRecord';
import { listedFields, payoutOptions } from './create';
import { payoutBatch } from './payoutBatch';

export const preview: Operation = {
	value: 'preview',
	name: 'Preview',
	action: 'Preview payouts',
	description: 'Check a whole list of payouts before it is paid, with a verdict for each row',
	// That of a new payout without what only matters once it is sent.
	properties: [...listedFields, payoutOptions(withTriggerPath(readOptions))],
	executeAll: async (items) =>
		await previewAll(payoutBatch, items, {
			contacts: { needs: ({ needsContact }) => needsContact, has: hasContact },
			balanceOf: async (client, currency) => (await readBalance(client, currency)).available_balance,
		}),
};
