import { isInList } from '../form/batchFields';
import type { ItemCall } from '../form/itemCall';

/**
 * The External ID of an item's payment. @throws NodeOperationError when it is missing, or could stand for several payments
 * or none
 */
export function externalIdOf(item: ItemCall): string {
	const given = item.reference(item.value('externalId'));
	if (given !== '') return given;
	throw item.refusal(
		'External ID is missing',
		'Give this payment a reference of its own, such as an invoice number. The node makes one payment per External ID; to pay once more, use another one.',
	);
}

/** The reference of the list that an item is part of; empty where it is paid by itself. @throws NodeOperationError like {@link externalIdOf} */
export function listOf(item: ItemCall): string {
	if (!isInList(item)) return '';
	const given = item.reference(item.value('batchExternalId'), 'Batch External ID');
	if (given !== '') return given;
	throw item.refusal(
		'Batch External ID is missing',
		'Give this list a reference of its own, such as payroll-2031-03. The node makes one payment per list and External ID; to pay once more, use another one.',
	);
}
