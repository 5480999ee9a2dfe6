import type { INodeProperties } from 'n8n-workflow';
import { attemptNow } from '../../../../core/attempt';
import { isBlankRow, isUnused } from '../../../../core/text/blankRow';
import type { Expectation } from '../../../../core/reconciliation/payments';
import type { ItemCall } from '../../run/itemCall';

const field = (displayName: string, name: string, key: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: `={{ $json.${key} }}`,
	description,
});

/** Which fields of an item say what is expected. */
export const expectationFields: INodeProperties[] = [
	field('External ID', 'externalId', 'external_id', 'Your own reference of the payment, by which it is found'),
	{
		...field('Amount', 'amount', 'amount', 'In the currency’s main unit, such as 1250.50'),
		required: true,
	},
	field(
		'Currency',
		'currency',
		'currency',
		'Code such as AUD. Left empty, it is not compared; several accounts need it.',
	),
	field('Kind', 'kind', 'kind', 'Payin, payout or refund. Left empty, any of them.'),
	field('Payment ID', 'uuid', 'uuid', 'The uuid of the payment at the service, for a payment without External ID'),
	field('Date', 'date', 'date', 'Compared only with the option Guess'),
	field('Name', 'name', 'name', 'The payer or payee. Compared only with the option Guess.'),
];

/** What tells one payment from others. */
const TELLING = ['externalId', 'uuid', 'amount', 'date', 'name'];

/** Whether an item is a blank row of a sheet, of which the fields of the form show nothing either. */
export function isBlankItem(item: ItemCall): boolean {
	if (!isBlankRow(item.n8n.getInputData()[item.index]?.json ?? {})) return false;
	const shown = attemptNow(() => TELLING.map((name) => item.value(name)));
	return 'value' in shown && shown.value.every(isUnused);
}

/**
 * What an item expects; null for an item without any data, and for a blank row.
 * @throws NodeOperationError when it cannot be compared
 */
export function expectationOf(item: ItemCall, dayOf: (instant: Date) => string, mayGuess: boolean): Expectation | null {
	const json = item.n8n.getInputData()[item.index]?.json ?? {};
	if (Object.keys(json).length === 0 || isBlankItem(item)) return null;
	const [kind, currency] = [item.text('kind').toLowerCase(), item.text('currency').toUpperCase()];
	const [uuid, name] = [item.text('uuid'), item.text('name')];
	const externalId = item.ownKey();
	const read = attemptNow(() => item.date('date', 'Date'));
	if ('failure' in read && mayGuess) throw read.failure;
	const date = 'value' in read ? read.value : undefined;
	if (externalId === '' && uuid === '' && !(mayGuess && date && name !== '')) {
		throw item.refusal(
			'External ID is empty',
			'Choose the field of the item that holds it. Without one, a Payment ID finds the payment, or, with the option Guess, its date and name.',
		);
	}
	if (kind !== '' && !['payin', 'payout', 'refund'].includes(kind)) {
		throw item.refusal(`Kind must be payin, payout or refund, not “${kind}”`, 'Correct the item, or leave Kind empty.');
	}
	if (currency !== '' && !/^[A-Z]{3,4}$/.test(currency)) {
		throw item.refusal(
			`Currency must be a code such as AUD, not “${currency}”`,
			'Write it like AUD, or leave it empty.',
		);
	}
	if (currency === '' && item.run.accounts.length > 1) {
		throw item.refusal(
			'Currency is empty, and the credential holds several accounts',
			'Give each row its currency: it tells which account is compared.',
		);
	}
	return { externalId, uuid, kind, amount: item.amount('amount'), currency, day: date ? dayOf(date) : '', name };
}
