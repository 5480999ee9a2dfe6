import { readBranchCodes } from '../../../service/methods';
import { readOptions, textField } from '../../form/fields';
import { payoutMethodField } from '../../form/methodParameters';
import { asItems } from '../../form/presentation';
import type { Operation, Resource } from '../../operation';
import { methodOperations } from '../methods';

const getBranchCodes: Operation = {
	value: 'getBranchCodes',
	name: 'Get Branch Codes',
	action: 'Get branch codes of payout method',
	description: 'List the branches of a bank, for payouts that need a branch code (vn_bank_vnd)',
	properties: [
		payoutMethodField,
		textField('SWIFT Code', 'swiftCode', 'e.g. AAAAVNVX', {
			required: true,
			description: 'The bank whose branches to list',
		}),
		readOptions,
	],
	async execute(item) {
		const method = item.requiredText('payoutMethodName', 'Payout Method');
		const swiftCode = item.requiredText('swiftCode', 'SWIFT Code');
		return asItems(await readBranchCodes(item.client, method, swiftCode));
	},
};

export const payoutMethod: Resource = {
	value: 'payoutMethod',
	name: 'Payout Method',
	description: 'How payees can be paid',
	operations: [...methodOperations('payout', payoutMethodField), getBranchCodes],
	defaultOperation: 'get',
};
