import type { Resource } from '../../operation';
import { simulate } from './simulate';

export const treasuryDeposit: Resource = {
	value: 'treasuryDeposit',
	name: 'Treasury Deposit',
	description: 'Deposits into a treasury account (sandbox)',
	operations: [simulate],
	defaultOperation: 'simulate',
};
