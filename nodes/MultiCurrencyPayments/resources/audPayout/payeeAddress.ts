import type { AudPayoutTransactionDetail } from '../../../../contract';
import type { ItemCall } from '../../form/itemCall';
import { asText } from '../../form/itemCall';

/** A payee's address, by one of the two kinds (specification: "v1: AUD payouts"). */
export type PayeeAddress = { addressing: 'payid' | 'bankAccount' } & Pick<
	AudPayoutTransactionDetail,
	'payid' | 'payid_type' | 'bsb' | 'account_number'
>;

type PayidType = NonNullable<AudPayoutTransactionDetail['payid_type']>;

/** The form of a PayID, where the public reference shows it. The service checks the others. */
const PAYID_FORMS: Partial<Record<PayidType, { form: RegExp; told: string }>> = {
	email: { form: /^[^\s@]+@[^\s@]+$/, told: 'an email address' },
	phone: { form: /^\+61-\d{9}$/, told: 'a phone number like +61-412345678, with the dash' },
};

/**
 * Reads the address of an item's payee.
 * @throws when both kinds are given, or the address is incomplete or malformed
 */
export function addressOf(item: ItemCall): PayeeAddress {
	const payid = shownOrNot(item, 'payid');
	const bankFields = ['bsb', 'accountNumber'].filter((name) => shownOrNot(item, name) !== '');
	if (payid !== '' && bankFields.length > 0) {
		throw item.refusal(
			'The transaction has both a PayID and a bank account',
			'Leave one of them empty: the payment service takes one address per transaction.',
		);
	}
	return item.text('addressing') === 'bankAccount' ? bankAccountOf(item) : payidOf(item);
}

/** A field of either kind. That of the other kind has a value only where an expression decides on the addressing. */
function shownOrNot(item: ItemCall, name: string): string {
	return asText(item.value(name));
}

function payidOf(item: ItemCall): PayeeAddress {
	const payid = item.requiredText('payid', 'PayID');
	const type = item.requiredText('payidType', 'PayID Type') as PayidType;
	const rule = Object.hasOwn(PAYID_FORMS, type) ? PAYID_FORMS[type] : undefined;
	if (rule && !rule.form.test(payid)) {
		throw item.refusal(
			`The PayID must be ${rule.told}, not “${payid}”`,
			'Correct the PayID or choose another PayID Type.',
		);
	}
	if (type === 'email' && payid !== payid.toLowerCase()) {
		throw item.refusal(
			`An email PayID must be lower case, not “${payid}”`,
			'Write it in lower case: the payment service refuses capital letters.',
		);
	}
	return { addressing: 'payid', payid, payid_type: type };
}

function bankAccountOf(item: ItemCall): PayeeAddress {
	const bsb = item.requiredText('bsb', 'BSB');
	if (!/^\d{3}-?\d{3}$/.test(bsb)) {
		throw item.refusal(
			`BSB must have six digits, not “${bsb}”`,
			'Write it like 062-000. Spreadsheets drop leading zeros of numbers: keep the column as text.',
		);
	}
	return { addressing: 'bankAccount', bsb, account_number: item.requiredText('accountNumber', 'Account Number') };
}
