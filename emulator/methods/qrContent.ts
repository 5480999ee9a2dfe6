/** The account a payment code pays into. */
export interface QrAccount {
	account_name: string;
	account_number: string;
	swift_code: string;
}

/** Distinguishes this service's payment codes from others. */
const TEMPLATE_ID = 'EXAMPLE.QR';

const field = (tag: string, value: string): string => `${tag}${String(value.length).padStart(2, '0')}${value}`;

/** CRC-16/CCITT-FALSE, the checksum of EMV payment codes: four upper-case hex digits. */
export function checkValue(text: string): string {
	let crc = 0xffff;
	for (const byte of Buffer.from(text, 'utf8')) {
		crc ^= byte << 8;
		for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
	}
	return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** A payment code in EMV format: tag, length and value, with a checksum at the end. An empty amount is left out. */
export function writeQrContent(account: QrAccount, payment: { amount: string; reference: string }): string {
	const template = field('00', TEMPLATE_ID) + field('01', account.swift_code) + field('02', account.account_number);
	const body = [
		field('00', '01'),
		field('01', payment.amount === '' ? '11' : '12'),
		field('38', template),
		payment.amount === '' ? '' : field('54', payment.amount),
		field('59', account.account_name.slice(0, 25)),
		payment.reference === '' ? '' : field('62', field('05', payment.reference)),
		'6304',
	].join('');
	return body + checkValue(body);
}

function fieldsOf(text: string): Map<string, string> | undefined {
	const fields = new Map<string, string>();
	let rest = text;
	while (rest !== '') {
		const match = /^(\d{2})(\d{2})/.exec(rest);
		const length = Number(match?.[2] ?? NaN);
		if (!match?.[1] || rest.length < 4 + length) return undefined;
		fields.set(match[1], rest.slice(4, 4 + length));
		rest = rest.slice(4 + length);
	}
	return fields;
}

/** The account in a payment code; undefined when the text is damaged, of another scheme or not a payment code. */
export function readQrContent(content: string): QrAccount | undefined {
	const text = content.trim();
	if (!/6304[0-9A-Fa-f]{4}$/.test(text) || checkValue(text.slice(0, -4)) !== text.slice(-4).toUpperCase())
		return undefined;
	const fields = fieldsOf(text);
	const template = fieldsOf(fields?.get('38') ?? '');
	const swift_code = template?.get('01');
	const account_number = template?.get('02');
	const account_name = fields?.get('59');
	if (template?.get('00') !== TEMPLATE_ID || !swift_code || !account_number || !account_name) return undefined;
	return { account_name, account_number, swift_code };
}
