import { readPayout } from '../../../service/payouts';
import { createAndWaitOperation } from '../../money/waiting';
import { createPayout } from './payoutBatch';
import { payoutFields } from './payoutFields';
import { presentBatch } from './payoutRecord';

export const createAndWait = createAndWaitOperation({
	action: 'Create payout and wait',
	description:
		'Pay somebody and continue when the payout is completed, expired, cancelled or rejected. Moves money out of the account, once. One item per execution.',
	properties: payoutFields([], []),
	create: createPayout,
	read: readPayout,
	present: presentBatch,
});
