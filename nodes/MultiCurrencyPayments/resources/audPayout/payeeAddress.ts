import type { AudPayoutTransactionDetail } from '../../../../contract';
import { requiredBsb, requiredIdentifier } from '../../form/identifiers';
import type { ItemCall } from '../../run/itemCall';
import { asText } from '../../../../core/text/asText';

/** A payee's address, by one of the two kinds (specification: "v1: AUD payouts"). */
export type PayeeAddress = { addressing: 'payid' | 'bankAccount' } & Pick<
	AudPayoutTransactionDetail,
	'payid' | 'payid_type' | 'bsb' | 'account_number'
>;

type PayidType = NonNullable<AudPayoutTransactionDetail['payid_type']>;

/**
 * Reads the address of an item's payee.
 * @throws when both kinds are given, the address is incomplete, or is not what was typed
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
	const addressing =
		item.text('addressing') === '' ? 'payid' : item.choice('addressing', 'Addressing', ['payid', 'bankAccount']);
	return addressing === 'bankAccount' ? bankAccountOf(item) : payidOf(item);
}

/** What the fields of an address hold, as the item has it: a number may have been another text. */
export const givenAddressOf = (item: ItemCall): Record<string, unknown> => ({
	payid: item.value('payid'),
	bsb: item.value('bsb'),
	account_number: item.value('accountNumber'),
});

/** A field of either kind. That of the other kind has a value only where an expression decides on the addressing. */
function shownOrNot(item: ItemCall, name: string): string {
	return asText(item.value(name));
}

function payidOf(item: ItemCall): PayeeAddress {
	const payid = requiredIdentifier(item, 'payid', 'PayID');
	return {
		addressing: 'payid',
		payid,
		payid_type: item.requiredText('payidType', 'PayID Type').toLowerCase() as PayidType,
	};
}

function bankAccountOf(item: ItemCall): PayeeAddress {
	return {
		addressing: 'bankAccount',
		bsb: requiredBsb(item, 'bsb', 'BSB'),
		account_number: requiredIdentifier(item, 'accountNumber', 'Account Number'),
	};
}
