import { textField } from '../../form/fields';
import type { Resource } from '../../operation';
import { simulateOperation } from '../actions';

/** The service identifies a transfer by its Balance ID (specification: "Transfer (sandbox)"). */
const simulate = simulateOperation({
	action: 'Simulate transfer',
	description: 'Sandbox only: let a transfer out of the USD treasury account complete or fail',
	path: '/v2/transfers/simulate',
	uuid: textField('Balance ID', 'uuid', 'e.g. 3F21A0C4-9B7E55D1', {
		required: true,
		description: 'The ID that the service gave the transfer when it was created',
	}),
});

export const transfer: Resource = {
	value: 'transfer',
	name: 'Transfer',
	description: 'Transfers out of the treasury account (sandbox)',
	operations: [simulate],
	defaultOperation: 'simulate',
};
