import type { BranchCodeList } from '../../../../contract';
import { readOptions } from '../../../shared/fields';
import { payoutMethodField } from '../../../shared/methodFields';
import { branchCodesRequest } from '../../../shared/methodRecords';
import { asItems } from '../../../shared/presentation';
import type { Operation } from '../../operation';

export const getBranchCodes: Operation = {
	value: 'getBranchCodes',
	name: 'Get Branch Codes',
	action: 'Get branch codes of payout method',
	description: 'List the branches of a bank, for payouts that need a branch code (vn_bank_vnd). Moves no money.',
	properties: [
		payoutMethodField,
		{
			displayName: 'SWIFT Code',
			name: 'swiftCode',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. AAAAVNVX',
			description: 'SWIFT code of the destination bank',
		},
		readOptions,
	],
	async execute(item) {
		const { records } = await item.client.read<BranchCodeList>(
			branchCodesRequest(
				item.requiredText('payoutMethodName', 'Payout Method'),
				item.requiredText('swiftCode', 'SWIFT Code'),
			),
		);
		return asItems(...records);
	},
};
