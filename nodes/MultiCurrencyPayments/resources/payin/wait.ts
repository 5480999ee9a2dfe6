import { readPayin } from '../../../service/payins';
import { createAndWaitOperation, waitForStatusOperation, type Awaited } from '../../wait/waiting';
import { createPayin, payinFields } from './create';
import { presentPayin } from './payinRecord';

export const awaitedPayin: Awaited = {
	resource: 'payin',
	what: 'Payin',
	isListed: true,
	read: readPayin,
	show: (item, payin, known) => [presentPayin(item, { ...known, ...payin })],
};

export const createAndWait = createAndWaitOperation(awaitedPayin, {
	action: 'Create payin and wait',
	verb: 'created',
	isAskedFor: true,
	description: 'Ask for a payment and continue with its final status',
	told: 'how to pay (pay_code)',
	properties: payinFields([]),
	create: createPayin,
});

export const waitForStatus = waitForStatusOperation(awaitedPayin, {
	action: 'Wait for final status of payin',
	description: 'Continue when a payin that this execution has created is received, expired or failed',
});
