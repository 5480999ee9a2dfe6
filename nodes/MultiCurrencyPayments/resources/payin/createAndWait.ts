import { readPayin } from '../../../service/payins';
import { createAndWaitOperation } from '../../money/waiting';
import { createPayin, payinFields } from './createPayin';
import { presentPayin } from './payinRecord';

export const createAndWait = createAndWaitOperation({
	action: 'Create payin and wait',
	description:
		'Ask a customer for a payment and continue when it is received, has expired or failed. Money moves when the customer pays. One item per execution.',
	properties: payinFields([]),
	create: createPayin,
	read: async (client, { uuid }) => await readPayin(client, String(uuid)),
	present: presentPayin,
});
