import { checkValue, readQrContent, writeQrContent } from '../../emulator/methods/qrContent';

/** The checksum of payment codes, against values that others have computed. */

const account = { account_name: 'NGUYEN VAN AN', account_number: '0011223344', swift_code: 'EXMAVN2X' };
const content = writeQrContent(account, { amount: '', reference: '' });

it.each([
	// The check value by which catalogues of checksums identify CRC-16/CCITT-FALSE.
	['123456789', '29B1'],
	// The example of EMVCo's specification of merchant-presented codes.
	[
		'00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A0112233449988770708123456786304',
		'A13A',
	],
	// A code that a public library shows.
	[
		'00020101021252044131153137210116372101160123456789ABCDE6016Banteay Meanchey5913Kuntheas Shop5802KH540510.00530384062120108123456786304',
		'1FF2',
	],
])('the checksum of %s is %s', (text, checksum) => {
	expect(checkValue(text)).toBe(checksum);
});

it('a code ends with the checksum of everything before it', () => {
	expect(content.slice(-8, -4)).toBe('6304');
	expect(content.slice(-4)).toBe(checkValue(content.slice(0, -4)));
	expect(readQrContent(content)).toEqual(account);
});

it('a code with one other digit is not read', () => {
	expect(readQrContent(content.replace('0011223344', '0011223345'))).toBeUndefined();
});
