import { serviceOfFile } from '../engine/serviceOfFile';
import { run } from './resourceRun';

const service = serviceOfFile();

it('tells of a deposit who sent it from where, each under its own name', async () => {
	const deposit = jest.spyOn(service.emulator.account('JPY').deposits, 'simulate');
	const remitter = { remitterName: 'ﾔﾏﾀﾞ ﾊﾅｺ', remitterBankName: 'ﾐﾅﾄ', remitterBranchName: 'ﾎﾝﾃﾝ' };
	const parameters = {
		...{ resource: 'treasuryDeposit', operation: 'simulate', accountNumber: '0011', amount: '5000' },
		additionalFields: { ...remitter, remarks: 'Top-up March' },
	};
	const { error } = await run(service, parameters, { currency: 'JPY' });
	expect(error).toBeUndefined();
	expect(deposit).toHaveBeenCalledWith({
		...{ account_number: '0011', amount: '5000' },
		...{ remitter_name: 'ﾔﾏﾀﾞ ﾊﾅｺ', remitter_bank_name: 'ﾐﾅﾄ', remitter_branch_name: 'ﾎﾝﾃﾝ' },
		remarks: 'Top-up March',
	});
});
