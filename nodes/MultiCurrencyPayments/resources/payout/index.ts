import { readBalance } from '../../../service/balances';
import { readPayout } from '../../../service/payouts';
import { additionalFields, readOptions, recordField, recordOptions, textField } from '../../form/fields';
import { withTriggerPath } from '../../form/notification';
import { asItems } from '../../form/presentation';
import type { Operation, Resource } from '../../operation';
import { previewAll } from '../../preview/preview';
import { act, simulateOperation } from '../actions';
import { hasContact } from '../contact/contactRecord';
import { create, listedFields, payoutOptions } from './create';
import { getAll } from './getAll';
import { payoutBatch } from './payoutBatch';
import { presentBatch } from './payoutRecord';
import { awaitedPayout, createAndWait, waitForStatus } from './wait';

const preview: Operation = {
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

const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get payout',
	description: 'Read one payout with the status of each of its transactions',
	properties: [
		recordField('Payout'),
		additionalFields(
			textField('Transaction ID', 'childUuid', 'e.g. T9AB33KD', {
				description: 'Returns only the transaction with this uuid',
			}),
		),
		...recordOptions(),
	],
	async execute(item) {
		const childUuid = item.parsedText(item.additionalFields.childUuid, 'Transaction ID') || undefined;
		const batch = await readPayout(item.client, item.requiredText('uuid', 'Payout'), childUuid);
		return asItems(presentBatch(item, batch));
	},
};

const cancelScheduled: Operation = {
	value: 'cancelScheduled',
	name: 'Cancel Scheduled',
	action: 'Cancel scheduled payout',
	verb: 'cancelled',
	description: 'Moves no money. Cancel a payout whose status is scheduled, so that nobody in it is paid.',
	properties: [recordField('Payout'), readOptions],
	async execute(item) {
		const uuid = item.requiredText('uuid', 'Payout');
		return asItems({ ...(await act(item, '/v2/payouts/cancel_scheduled', { uuid })), cancelled: true });
	},
};

const simulate = simulateOperation({
	action: 'Simulate payout',
	description: 'Sandbox only: let a pending payout complete or fail, as if it had been processed',
	path: '/v2/payouts/simulate',
	uuid: recordField('Payout', '={{ $json.batch_uuid }}'),
});

export const payout: Resource = {
	value: 'payout',
	name: 'Payout',
	description: 'Payments to people and companies',
	operations: [create, createAndWait, waitForStatus, preview, get, getAll, cancelScheduled, simulate],
	defaultOperation: 'create',
	read: readPayout,
	present: awaitedPayout.show,
};
