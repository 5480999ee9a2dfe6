import type { PayCode } from '../../contract/payins';
import type { Engine } from '../engine/engine';
import { merchantName } from '../engine/merchant';
import type { Random } from '../engine/random';
import { formatMoney, type Money } from '../ledger/money';
import { isRomaji, toKatakana } from '../methods/katakana';
import type { PayinMethod } from '../methods/method';
import { banksOf } from '../methods/providers';
import { writeQrContent } from '../methods/qrContent';

/** The payment that a pay code belongs to. */
export interface PayCodeOrder {
	uuid: string;
	method: PayinMethod;
	parameters: Readonly<Record<string, unknown>>;
	/** Name of the customer. */
	name: string;
	total: Money;
	expiresAt: number;
}

const countryOf = ({ name, currency }: PayinMethod): string =>
	(name.startsWith('usdc') ? currency : name).slice(0, 2).toUpperCase();

function bankAccount(random: Random, method: PayinMethod) {
	const [bank] = banksOf(countryOf(method));
	return {
		account_name: merchantName,
		account_number: String(random.integer(1_000_000_000, 9_999_999_999)),
		bank_name: bank?.name ?? '',
		swift_code: bank?.code ?? '',
	};
}

const textOf = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The payer's name as a Japanese bank prints it: family name first, in katakana. */
function transferName({ parameters, name }: PayCodeOrder): string {
	const parts = [textOf(parameters.last_name), textOf(parameters.first_name)].filter((part) => part !== '');
	const printed = parts.map((part) => (parameters.transliterate === true && isRomaji(part) ? toKatakana(part) : part));
	return printed.length > 0 ? printed.join('　') : name;
}

/** The payment credentials of methods that deliver them by notification (jp_bank_jpy, ar_bank_ars, kr_bank_va_kyc_krw). */
export function latePayCode(random: Random, order: PayCodeOrder): PayCode {
	const { account_name, account_number, bank_name, swift_code } = bankAccount(random, order.method);
	switch (order.method.name) {
		case 'jp_bank_jpy':
			return {
				bank_name,
				transfer_id: order.uuid,
				branch_code: String(random.integer(100, 999)),
				branch_name: 'Main Branch',
				account_type: 'ordinary',
				account_number: account_number.slice(0, 7),
				account_name,
				transfer_name: transferName(order),
				expired_timestamp: new Date(order.expiresAt).toISOString(),
			};
		case 'kr_bank_va_kyc_krw':
			return {
				bank_name,
				bank_code: swift_code,
				virtual_account_number: account_number,
				account_holder_name: account_name,
				user_name: textOf(order.parameters.user_name),
			};
		default:
			return {
				bank_name,
				bank_code: swift_code,
				account_number,
				account_holder_name: account_name,
				reference: order.uuid,
			};
	}
}

/** The pay code in the create answer; `{}` when it comes later or there is nothing to show. */
export function payCodeAtOnce(random: Random, addressOf: Engine['addressOf'], order: PayCodeOrder): PayCode {
	const { method, uuid, total } = order;
	const payment = { amount: formatMoney(total, 0), reference: uuid };
	switch (method.payCode) {
		case 'hosted':
			return { payment_url: addressOf(`/pay/payins/${uuid}`) };
		case 'bank': {
			const { account_name, account_number, bank_name } = bankAccount(random, method);
			return { account_name, account_number, bank_name };
		}
		case 'qr':
			return { qr_string: writeQrContent(bankAccount(random, method), payment) };
		case 'bankQr': {
			const account = bankAccount(random, method);
			return {
				qr_string: writeQrContent(account, payment),
				bank_information: { ...account, branch_name: 'Main Branch', description: uuid },
			};
		}
		case 'wallet':
			return { wallet_address: `0x${random.hex(40)}`, network: textOf(order.parameters.network) || 'ethereum' };
		case 'late':
		case 'mobileMoney':
			return {};
	}
}
