import type { DepositSimulateBody } from '../../../../contract';
import { additionalFields, amountField, readOptions, textField } from '../../form/fields';
import { requiredIdentifier } from '../../form/identifiers';
import { asItems } from '../../form/presentation';
import type { Operation, Resource } from '../../operation';
import { post } from '../actions';

const KATAKANA = { description: 'For JPY accounts in half-width katakana' };

/** Specification: "v1: sandbox deposit simulation". */
const simulate: Operation = {
	value: 'simulate',
	name: 'Simulate',
	action: 'Simulate treasury deposit',
	verb: 'simulated',
	description: 'Sandbox only: let a deposit arrive on a treasury account. Each run makes another one.',
	sandboxOnly: true,
	properties: [
		textField('Account Number', 'accountNumber', 'e.g. 1234567', {
			required: true,
			description: 'The treasury account that receives the deposit',
		}),
		{
			...amountField('In the main unit of the account’s currency (dollars, not cents); whole yen for JPY'),
			placeholder: 'e.g. 5000',
		},
		additionalFields(
			textField('Remarks', 'remarks', 'e.g. Top-up March'),
			textField('Remitter Bank Name', 'remitterBankName', 'e.g. ﾐﾅﾄ', KATAKANA),
			textField('Remitter Branch Name', 'remitterBranchName', 'e.g. ﾎﾝﾃﾝ', KATAKANA),
			textField('Remitter Name', 'remitterName', 'e.g. ﾔﾏﾀﾞ ﾊﾅｺ', KATAKANA),
		),
		readOptions,
	],
	async execute(item) {
		const body: DepositSimulateBody = {
			account_number: requiredIdentifier(item, 'accountNumber', 'Account Number'),
			amount: item.amount('amount'),
			remitter_name: item.added('remitterName') || undefined,
			remitter_bank_name: item.added('remitterBankName') || undefined,
			remitter_branch_name: item.added('remitterBranchName') || undefined,
			remarks: item.added('remarks') || undefined,
		};
		const answer = await post(item, '/v1/simulate_deposit', body);
		return asItems({ ...answer, account_number: body.account_number, amount: body.amount, simulated: true });
	},
};

export const treasuryDeposit: Resource = {
	value: 'treasuryDeposit',
	name: 'Treasury Deposit',
	description: 'Deposits into a treasury account (sandbox)',
	operations: [simulate],
	defaultOperation: 'simulate',
};
