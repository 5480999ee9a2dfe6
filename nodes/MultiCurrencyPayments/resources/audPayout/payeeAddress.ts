import type { AudPayoutTransactionDetail } from '../../../../contract';
import { isCutBsb, isShortened } from '../../../../core/methodParameters';
import type { ItemCall } from '../../form/itemCall';
import { asText } from '../../form/itemCall';

/** A payee's address, by one of the two kinds (specification: "v1: AUD payouts"). */
export type PayeeAddress = { addressing: 'payid' | 'bankAccount' } & Pick<
	AudPayoutTransactionDetail,
	'payid' | 'payid_type' | 'bsb' | 'account_number'
>;

type PayidType = NonNullable<AudPayoutTransactionDetail['payid_type']>;

/**
 * Reads the address of an item's payee.
 * @throws when both kinds are given, the address is incomplete, or a BSB has lost digits
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
	return {
		addressing: 'payid',
		payid,
		payid_type: item.requiredText('payidType', 'PayID Type').toLowerCase() as PayidType,
	};
}

function bankAccountOf(item: ItemCall): PayeeAddress {
	const bsb = exactText(item, 'bsb', 'BSB');
	if (isCutBsb(bsb)) {
		throw item.refusal(
			`BSB must have six digits, not “${bsb}”`,
			'Write it like 062-000. Spreadsheets drop leading zeros of numbers: keep the column as text.',
		);
	}
	return { addressing: 'bankAccount', bsb, account_number: exactText(item, 'accountNumber', 'Account Number') };
}

/** Money must not go to another account because a spreadsheet has shortened a number. */
function exactText(item: ItemCall, name: string, label: string): string {
	const text = item.requiredText(name, label);
	if (isShortened(text))
		throw item.refusal(`${label} has lost digits in a spreadsheet`, 'Format its column as text and write it anew.');
	return text;
}
