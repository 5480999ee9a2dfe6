import { readList } from '../../../../core/paging';
import { limitOf, paymentListFields, periodOf } from '../../form/filters';
import { payinPages } from '../../../service/payins';
import { asText } from '../../form/itemCall';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';
import { presentPayin } from './payinRecord';

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
