import { hiddenCharacterIn } from '../../../core/identifiers';
import { faultOfReference } from '../../../core/payments/reference';
import { isInList, maxPerBatchOf } from '../form/batchFields';
import type { ItemCall } from '../form/itemCall';

/**
 * The External ID of an item's payment. @throws NodeOperationError when it is missing, or could stand for several payments
 * or none
 */
export function externalIdOf(item: ItemCall): string {
	const given = item.reference(item.value('externalId'));
	if (given !== '') return keyOf(item, given, 'External ID');
	const why = item.whyEmpty('externalId');
	throw item.refusal(
		'External ID is missing',
		`Give this payment a reference of its own, such as an invoice number. The node makes one payment per External ID; to pay once more, use another one.${why}`,
	);
}

/** The reference of the list that an item is part of; empty where it is paid by itself. @throws NodeOperationError like {@link externalIdOf} */
export function listOf(item: ItemCall): string {
	if (!isInList(item)) return '';
	// Read here once, so that nothing of a list that cannot be cut into requests is sent.
	maxPerBatchOf(item);
	const given = item.reference(item.value('batchExternalId'), 'Batch External ID');
	if (given !== '') return keyOf(item, given, 'Batch External ID');
	const why = item.whyEmpty('batchExternalId');
	throw item.refusal(
		'Batch External ID is missing',
		`Give this list a reference of its own, such as payroll-2031-03. The node makes one payment per list and External ID; to pay once more, use another one.${why}`,
	);
}

/**
 * A key as it is sent: in the form of Unicode that most software writes, so that one that is typed anew is the same.
 * @throws NodeOperationError when others could look the same, or it stands for no value
 */
export function keyOf(item: ItemCall, given: string, label: string): string {
	const hidden = hiddenCharacterIn(given);
	if (hidden !== undefined)
		throw item.refusal(
			`${label} holds a character that nobody sees (${hidden})`,
			'Take it out: with another one in its place, it would look the same and be another payment.',
		);
	const fault = faultOfReference(given);
	if (fault) throw item.refusal(`${label} ${given} ${fault.message}`, fault.description);
	return given.normalize('NFC');
}
