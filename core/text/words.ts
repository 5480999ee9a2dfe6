/**
 * Readable words for the service's technical names, such as `account_number` and `au_bank_aud`. The service sends no
 * others (specification: "Method identifiers", "Payin method record").
 */

/** Words with a spelling of their own. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
	['abn', 'ABN'],
	['bsb', 'BSB'],
	['cci', 'CCI'],
	['cnpj', 'CNPJ'],
	['cpf', 'CPF'],
	['dob', 'date of birth'],
	['eft', 'EFT'],
	['gst', 'GST'],
	['iban', 'IBAN'],
	['id', 'ID'],
	['ifsc', 'IFSC'],
	['ip', 'IP'],
	['kyc', 'KYC'],
	['otp', 'OTP'],
	['payid', 'PayID'],
	['pin', 'PIN'],
	['qr', 'QR'],
	['swift', 'SWIFT'],
	['url', 'URL'],
	['usdc', 'USDC'],
]);

/** Keys whose words do not say what is asked for. */
const LABELS: ReadonlyMap<string, string> = new Map([
	['callback_url', 'Return URL for Customer'],
	['failure_callback_url', 'Return URL if It Fails'],
]);

/** The label of a field: `account_number` → "Account Number", `bsb` → "BSB", `pay_id_type` → "PayID Type". */
export function labelOfKey(key: string): string {
	const label = LABELS.get(key);
	if (label !== undefined) return label;
	const words = wordsOf(key.replace(/pay_id/g, 'payid')).map((word) => SPELLINGS.get(word) ?? capital(word));
	return words.length === 0 ? key : words.map(capital).join(' ');
}

/** The middle part of a method's identifier in words. A number may follow the part. */
const KINDS: readonly (readonly [pattern: string, words: string])[] = [
	['bank_va_kyc', 'bank transfer to a virtual account'],
	['bank_qr', 'bank QR code'],
	['other_qr', 'other QR code'],
	['bank_partner', 'partner bank'],
	['bank_scheme', 'bank scheme'],
	['bank', 'bank transfer'],
	['payid_npp', 'PayID'],
	['mobile_money', 'mobile money'],
	['ewallet_wallet', 'e-wallet'],
	['card', 'card'],
	['eft', 'EFT'],
	['qrpay', 'QR code'],
	['qrph', 'QR code'],
	['qr', 'QR code'],
	['scheme', 'instant transfer'],
	['pay', 'bank app'],
];

/**
 * A payment method in words, with its identifier, because several methods have the same words:
 * `au_bank_aud` → "Bank transfer, AUD (au_bank_aud)".
 * @param amounts its currency, perhaps with its limits: "1 to 50,000 AUD"
 */
export function labelOfMethod(name: string, amounts: string): string {
	const [, kind = ''] = /^(?:[a-z]{2}_)?(.*?)(?:_[a-z]{3,4})?$/.exec(name === 'usdc_bank' ? 'bank' : name) ?? [];
	const known = KINDS.find(([pattern]) => new RegExp(`^${pattern}\\d*$`).test(kind));
	if (!known) return `${name}, ${amounts}`;
	const [number = ''] = /\d+$/.exec(kind) ?? [];
	return `${capital(known[1])}${number && ` ${number}`}, ${amounts} (${name})`;
}

/** A number with separators: "1000000" → "1,000,000". Anything but a plain number stays as it is. */
export function withSeparators(number: string): string {
	const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(number) ?? [];
	return whole === '' ? number : sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + rest;
}

const wordsOf = (key: string): string[] =>
	key
		.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
		.split(/[\s_.-]+/)
		.filter((word) => word !== '')
		.map((word) => word.toLowerCase());

const capital = (words: string): string => words.replace(/^[a-z]/, (letter) => letter.toUpperCase());
