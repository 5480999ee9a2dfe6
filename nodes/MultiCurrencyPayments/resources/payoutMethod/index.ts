import type { Resource } from '../../operation';
import { get } from './get';
import { getAll } from './getAll';
import { getBranchCodes } from './getBranchCodes';

export const payoutMethod: Resource = {
	value: 'payoutMethod',
	name: 'Payout Method',
	description: 'How payees can be paid',
	operations: [get, getAll, getBranchCodes],
	defaultOperation: 'get',
};
