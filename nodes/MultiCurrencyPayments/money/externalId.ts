import { attemptNow } from '../../../core/attempt';
import { hiddenCharacterIn } from '../../../core/payments/identifiers';
import { faultOfReference } from '../../../core/payments/reference';
import { isInList, maxPerBatchOf } from '../form/batchFields';
import { whyIncomplete } from '../run/parameters';
import type { ItemCall } from '../run/itemCall';

/**
 * The External ID of an item's payment.
 * @param mayBeShared whether the items of a run may have the same one: a refund is also known by its payment
 * @throws NodeOperationError when it is missing, or could stand for several payments or none
 */
export const externalIdOf = (item: ItemCall, mayBeShared = false): string =>
	item.about('externalId', () => readExternalId(item, mayBeShared));

function readExternalId(item: ItemCall, mayBeShared: boolean): string {
	const given = item.reference(item.value('externalId'));
	const rows = item.n8n.getInputData().length;
	if (given !== '') {
		if (rows === 1 || mayBeShared || !item.isSameForAll('externalId')) return keyOf(item, given, 'External ID');
		throw item.refusal(
			`All ${rows} rows have the External ID ${given}: drag the column that differs`,
			'One External ID is one payment, such as the invoice number of each row.',
		);
	}
	const why = item.whyEmpty('externalId');
	if (rows > 1) {
		throw item.refusal(
			`Row ${item.index + 1} has no External ID`,
			`Map a column such as the invoice number; without one, combine some: {{ $json.email }}-2031-03.${why}`,
		);
	}
	throw item.refusal(
		'External ID is missing',
		`Give this payment a reference of its own, such as an invoice number. The node makes one payment per External ID; to pay once more, use another one.${why}`,
	);
}

/** The items of a run that cannot be told apart from others by their External ID, with why. */
export function itemsWithoutOwnId(
	items: readonly ItemCall[],
	mayBeShared: boolean,
): { item: number; failure: unknown }[] {
	return items.flatMap((item) => {
		const read = attemptNow(() => externalIdOf(item, mayBeShared));
		return 'failure' in read ? [{ item: item.index, failure: read.failure }] : [];
	});
}

/** The reference of the list that an item is part of; empty where it is paid by itself. @throws NodeOperationError like {@link externalIdOf} */
export function listOf(item: ItemCall): string {
	if (!isInList(item)) return '';
	// Read here once, so that nothing of a list that cannot be cut into requests is sent.
	maxPerBatchOf(item);
	return item.about('batchExternalId', () => readList(item));
}

function readList(item: ItemCall): string {
	const given = item.reference(item.value('batchExternalId'), 'Batch External ID');
	const read = () => keyOf(item, given, 'Batch External ID', 'batchExternalId');
	if (given !== '') return item.run.once(`list ${given}`, read);
	const why = item.whyEmpty('batchExternalId');
	throw item.refusal(
		'Batch External ID is missing',
		`Give this list a reference of its own, such as payroll-2031-03. The node makes one payment per list and External ID; to pay once more, use another one.${why}`,
	);
}

/**
 * A key as it is sent: in the form of Unicode that most software writes, so that one that is typed anew is the same.
 * @param name its parameter
 * @throws NodeOperationError when others could look the same, it stands for no value, or its expression misses a field
 */
export function keyOf(item: ItemCall, given: string, label: string, name = 'externalId'): string {
	const why = () => item.whyEmpty(name);
	const hidden = hiddenCharacterIn(given);
	if (hidden !== undefined)
		throw item.refusal(
			`${label} holds a character that nobody sees (${hidden})`,
			`Take it out: with another one in its place, it would look the same and be another payment.${why()}`,
		);
	const fault = faultOfReference(given);
	if (fault) throw item.refusal(`${label} ${given} ${fault.message}`, `${fault.description}${why()}`);
	// What is left of it may be the same for every item.
	if (item.isComposed(name) && whyIncomplete(item.n8n, item.index, name) !== '')
		throw item.refusal(`${label} ${given} lacks what one of its fields should give`, `Correct the expression.${why()}`);
	return given.normalize('NFC');
}
