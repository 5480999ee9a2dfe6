import { createAndWaitOperation } from '../../wait/waiting';
import { awaitedPayout } from './awaitedPayout';
import { createPayout } from './payoutBatch';
import { payoutFields } from './payoutFields';

export const createAndWait = createAndWaitOperation(awaitedPayout, {
	action: 'Create payout and wait',
	verb: 'paid',
	description: 'Moves money out of the account, once per External ID. Pay somebody and continue with the final status.',
	properties: payoutFields([], []),
	create: createPayout,
});
