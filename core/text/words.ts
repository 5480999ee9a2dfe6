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

/** Fields whose label in the form is not simply their name in words. */
export const FORM_LABELS: Readonly<Record<string, string>> = {
	child_uuid: 'Transaction ID',
	dob: 'Date of Birth',
	expired_at: 'Expires At',
	expires_in: 'Expires In (Seconds)',
	failure: 'Failure URL',
	file: 'Input Binary Field',
	is_retry: 'Retry Until Funded',
	meta_data: 'Metadata',
	order_success_url: 'Success URL',
	payin_method_code: 'Payin Method',
	payin_method_name: 'Payin Method',
	payin_method_params: 'Method Parameters',
	payout_method_name: 'Payout Method',
	payout_method_params: 'Method Parameters',
	prefix_static_payid: 'Prefix of the PayID',
	qr_content: 'QR Text',
	qr_image: 'Input Binary Field',
	reg_no: 'Registration Number',
	success: 'Success URL',
	zip_code: 'Postal Code',
};

/** Fields whose label depends on the request. */
export const FORM_LABELS_OF_REQUESTS: readonly (readonly [path: RegExp, labels: Readonly<Record<string, string>>])[] = [
	[/\/payins$/, { name: 'Customer Name', email: 'Customer Email' }],
	[/\/payin_links$/, { email: 'Customer Email' }],
	[/\/refund$/, { description: 'Reason' }],
	[/\/confirm_otp$/, { code: 'OTP' }],
	[/\/simulate$/, { status: 'Outcome' }],
	[/\/contacts$/, { type: 'Contact Type' }],
	[/\/payins\//, { uuid: 'Payin' }],
	[/\/payouts\//, { uuid: 'Payout' }],
	[/\/payin_links\//, { uuid: 'Checkout Link' }],
	[/\/transfers\//, { uuid: 'Balance ID' }],
];

/**
 * The form's label of a field that the service refuses.
 * @param path of the request, such as `/v2/payouts`
 * @param field the service's name for it, with or without its place in the body: `payout_transaction_details[0].bsb`
 */
export function formLabel(path: string, field: string): string {
	const key = field.replace(/\[\d+\]/g, '').replace(/^.*\.(?!\d+$)/, '');
	const ofRequest = FORM_LABELS_OF_REQUESTS.find(([pattern, labels]) => key in labels && pattern.test(path))?.[1][key];
	return ofRequest ?? FORM_LABELS[key] ?? labelOfKey(key);
}
