import { createAndWaitOperation } from '../../money/waiting';
import { awaitedPayin } from './awaitedPayin';
import { createPayin, payinFields } from './createPayin';

export const createAndWait = createAndWaitOperation(awaitedPayin, {
	action: 'Create payin and wait',
	verb: 'created',
	description:
		'Ask a customer for a payment and continue when it is received, has expired or failed. Money moves when the customer pays. One item per execution.',
	told: 'how to pay (pay_code)',
	properties: payinFields([]),
	create: createPayin,
});
