import { attempt } from '../../../../core/attempt';
import { readPayin } from '../../../service/payins';
import type { ItemCall } from '../../run/itemCall';
import { act } from '../actions';
import { readOptions, recordField } from '../../form/fields';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';

export const cancel: Operation = {
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel payin',
	verb: 'cancelled',
	description: 'Moves no money. Cancel a pending payin of a method that allows it; its status becomes expired.',
	properties: [recordField('Payin'), readOptions],
	async execute(item) {
		const uuid = item.requiredText('uuid', 'Payin');
		await assertCancellable(item, uuid);
		return asItems({ ...(await act(item, '/v2/payins/cancel', { uuid })), cancelled: true });
	},
};

/** Specification: "check is_cancellable first". Where the payin cannot be read, the service decides. */
async function assertCancellable(item: ItemCall, uuid: string): Promise<void> {
	const read = await attempt(() => readPayin(item.client, uuid));
	if (!('value' in read) || read.value.is_cancellable !== false) return;
	throw item.refusal(
		'The payment service says that this payin cannot be cancelled (is_cancellable is false)',
		`It is ${read.value.status}${read.value.payment_method ? ` and of ${read.value.payment_method}` : ''}. A pending payin expires by itself when the customer does not pay in time.`,
	);
}
