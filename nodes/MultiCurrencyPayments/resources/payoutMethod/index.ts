import { payoutMethodField } from '../../form/methodFields';
import type { Resource } from '../../operation';
import { methodOperations } from '../methods';
import { getBranchCodes } from './getBranchCodes';

export const payoutMethod: Resource = {
	value: 'payoutMethod',
	name: 'Payout Method',
	description: 'How payees can be paid',
	operations: [...methodOperations('payout', payoutMethodField), getBranchCodes],
	defaultOperation: 'get',
};
