import { v2MethodNames } from '../../../../contract/methods';
import { labelOfKey, labelOfMethod, withSeparators } from '../../../../core/text/words';

it.each([
	['bsb', 'BSB'],
	['account_number', 'Account Number'],
	['pay_id', 'PayID'],
	['pay_id_type', 'PayID Type'],
	['dob', 'Date of birth'],
	['ip_address', 'IP Address'],
	['swift_code', 'SWIFT Code'],
	['callbackUrl', 'Callback URL'],
	['__', '__'],
	['constructor', 'Constructor'],
	['errors.to_string', 'Errors To String'],
])('%s is labelled %s', (key, label) => {
	expect(labelOfKey(key)).toBe(label);
});

it.each([
	['au_bank_aud', 'AUD', 'Bank transfer, AUD (au_bank_aud)'],
	['au_payid_npp_aud', 'AUD', 'PayID, AUD (au_payid_npp_aud)'],
	['my_ewallet_wallet2_myr', 'MYR', 'E-wallet 2, MYR (my_ewallet_wallet2_myr)'],
	['ci_mobile_money_xof', 'XOF', 'Mobile money, XOF (ci_mobile_money_xof)'],
	['usdc_bank', 'USDC', 'Bank transfer, USDC (usdc_bank)'],
	['xx_of_tomorrow_xxx', 'XXX', 'xx_of_tomorrow_xxx, XXX'],
])('the method %s is called in words', (name, currency, words) => {
	expect(labelOfMethod(name, currency)).toBe(words);
});

it('every method of the specification has words, and no two the same', () => {
	const labels = v2MethodNames.map((name) => labelOfMethod(name, 'XXX'));
	expect(labels.filter((label) => !label.includes('('))).toEqual(['vn_<qr_scheme>_vnd, XXX']);
	expect(new Set(labels).size).toBe(v2MethodNames.length);
});

it.each([
	['1000000', '1,000,000'],
	['999', '999'],
	['1234.5', '1,234.5'],
	['-1000', '-1,000'],
	['many', 'many'],
])('%s reads %s', (number, words) => {
	expect(withSeparators(number)).toBe(words);
});
