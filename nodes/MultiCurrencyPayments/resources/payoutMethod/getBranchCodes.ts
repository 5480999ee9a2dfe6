import type { BranchCodeList } from '../../../../contract';
import { readOptions } from '../../form/fields';
import { payoutMethodField } from '../../form/methodFields';
import { branchCodesRequest } from '../../../service/methods';
import { asItems } from '../../form/presentation';
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
