import { readPayin } from '../../../service/payins';
import { recordOptions, recordField } from '../../form/fields';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';
import { presentPayin } from './payinRecord';

export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get payin',
	description: 'Read one payin with its refunds',
	properties: [recordField('Payin'), ...recordOptions()],
	execute: async (item) =>
		asItems(presentPayin(item, await readPayin(item.client, item.requiredText('uuid', 'Payin')))),
};
