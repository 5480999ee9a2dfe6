import { unprocessable } from '../engine/serviceError';
import { findMethod } from '../methods/catalogue';
import { banksOf, type Provider } from '../methods/providers';
import { readQrContent, type QrAccount } from '../methods/qrContent';

/** The only payout method with branch codes (section "v2: payout queries and actions"). */
export const branchMethod = 'vn_bank_vnd';

/** Every bank has these branches. */
const branchNames = ['Head Office', 'Central', 'Riverside', 'Harbour', 'Airport'];

/** Codes and names of a bank's branches (section "v2: payout queries and actions", branch_codes). */
export function branchesOf(bank: Provider): { code: string; name: string }[] {
	const country = bank.code.slice(4, 6);
	const letter = bank.code.charCodeAt(3);
	return branchNames.map((name, index) => ({ code: `${country}${letter}${String(index + 1).padStart(3, '0')}`, name }));
}

/**
 * Branch codes of a bank for a payout method.
 * @throws ServiceError 422 when the account has no such method, the method has no branch codes, or the bank is unknown.
 */
export function branchCodes(currency: string, methodName: string, swiftCode: string): { code: string; name: string }[] {
	const method = findMethod(currency, 'payout', methodName);
	if (!method) throw unprocessable({ payout_method_name: 'is not available for this account' });
	if (method.name !== branchMethod) throw unprocessable({ payout_method_name: 'does not use branch codes' });
	const bank = method.providers.find(({ code }) => code === swiftCode);
	if (!bank) throw unprocessable({ swift_code: 'is not in the list of banks' });
	return branchesOf(bank);
}

function resolved(account: QrAccount) {
	const bank = banksOf(account.swift_code.slice(4, 6)).find(({ code }) => code === account.swift_code);
	return bank && { ...account, bank_name: bank.name };
}

/** The bank account a payment code pays into. @throws ServiceError 422 unless it is a valid code of a known bank. */
export function resolveQrContent(content: string) {
	const account = readQrContent(content);
	const answer = account && resolved(account);
	if (!answer) throw unprocessable({ qr_content: 'is not a valid payment code' });
	return answer;
}

const imageMarks = [Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.from([0xff, 0xd8, 0xff])];

/**
 * The bank account in an image of a payment code: Base64 of a PNG or JPEG, with or without a data-URL prefix. The emulator
 * has no image decoder, so it expects the payment code as text inside the file, in a comment.
 * @throws ServiceError 422 when it is not an image or holds no valid code.
 */
export function resolveQrImage(image: string) {
	const bytes = Buffer.from(image.replace(/^data:[^,]*,/, ''), 'base64');
	if (!imageMarks.some((mark) => bytes.subarray(0, mark.length).equals(mark)))
		throw unprocessable({ qr_image: 'is not a PNG or JPEG image' });
	const text = bytes.toString('latin1');
	const begins = text.indexOf('000201');
	const candidate = begins < 0 ? undefined : /^[\x20-\x7e]*?6304[0-9A-F]{4}/.exec(text.slice(begins))?.[0];
	const account = candidate === undefined ? undefined : readQrContent(candidate);
	const answer = account && resolved(account);
	if (!answer) throw unprocessable({ qr_image: 'shows no valid payment code' });
	return answer;
}
