import { createAndWaitOperation } from '../../wait/waiting';
import { awaitedPayin } from './awaitedPayin';
import { createPayin, payinFields } from './createPayin';

export const createAndWait = createAndWaitOperation(awaitedPayin, {
	action: 'Create payin and wait',
	verb: 'created',
	isAskedFor: true,
	description: 'Ask for a payment and continue with its final status',
	told: 'how to pay (pay_code)',
	properties: payinFields([]),
	create: createPayin,
});
