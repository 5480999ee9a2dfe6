import { act } from '../actions';
import { readOptions, uuidField } from '../../form/fields';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';

export const cancel: Operation = {
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel payin',
	description:
		'Cancel a pending payin; its status becomes expired. Only methods that allow it (is_cancellable). Moves no money.',
	properties: [uuidField('Payin'), readOptions],
	async execute(item) {
		return asItems(await act(item, '/v2/payins/cancel', { uuid: item.requiredText('uuid', 'Payin ID') }));
	},
};
