import { readList } from '../../../../core/paging';
import { paymentListFields } from '../../form/fields';
import { asText } from '../../form/itemCall';
import { limitOf, periodOf } from '../../../service/lists';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';
import { payinPages, presentPayin } from './payinRecord';

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many payins',
	description: 'List the payins of a period. Moves no money.',
	properties: paymentListFields('payins whose record'),
	async execute(item) {
		const externalId = asText(item.collection('filters').externalId) || undefined;
		const pages = payinPages(item.client, periodOf(item), externalId);
		const payins = await readList(pages, ({ uuid }) => uuid, limitOf(item));
		return asItems(...payins.map((payin) => presentPayin(item, payin)));
	},
};
