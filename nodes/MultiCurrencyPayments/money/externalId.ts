import { isInList } from '../form/batchFields';
import type { ItemCall } from '../form/itemCall';

/**
 * The External ID of an item's payment. @throws NodeOperationError when it is missing, or could stand for several payments
 * or none
 */
export function externalIdOf(item: ItemCall): string {
	return required(item, item.reference(item.value('externalId')), 'External ID', {
		give: 'Give this payment a reference of its own, such as an invoice number.',
		rule: 'The node makes one payment per External ID; to pay once more, use another one.',
	});
}

/** The reference of the list that an item is part of; empty where it is paid by itself. @throws NodeOperationError like {@link externalIdOf} */
export function listOf(item: ItemCall): string {
	if (!isInList(item)) return '';
	return required(item, item.reference(item.value('batchExternalId'), 'Batch External ID'), 'Batch External ID', {
		give: 'Give this list a reference of its own, such as payroll-2031-03.',
		rule: 'The node makes one payment per list and External ID; to pay once more, use another one.',
	});
}

function required(item: ItemCall, given: string, label: string, { give, rule }: { give: string; rule: string }) {
	if (given === '') throw item.refusal(`${label} is missing`, `${give} ${rule}`);
	return given;
}
