import { createAndWaitOperation } from '../../money/waiting';
import { awaitedPayout } from './awaitedPayout';
import { createPayout } from './payoutBatch';
import { payoutFields } from './payoutFields';

export const createAndWait = createAndWaitOperation(awaitedPayout, {
	action: 'Create payout and wait',
	verb: 'paid',
	description:
		'Pay somebody and continue when the payout is completed, expired, cancelled or rejected. Moves money out of the account, once. One item per execution.',
	properties: payoutFields([], []),
	create: createPayout,
});
