import type { PayinListed } from '../../../../contract';
import { readList } from '../../../../core/service/paging';
import { isCreatedIn, isOfExternalId, limitOf, listPeriodOf, paymentListFields } from '../../form/filters';
import { identifyRecord, pageSizeFor } from '../../../service/lists';
import { payinPages } from '../../../service/payins';
import { presentAll } from '../../form/presentation';
import type { Operation } from '../../operation';
import { presentPayin } from './payinRecord';

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many payins',
	description: 'List the payins of a period',
	properties: paymentListFields('payins whose record'),
	async execute(item) {
		const externalId = item.reference(item.filters.externalId) || undefined;
		const limit = limitOf(item);
		const period = listPeriodOf(item);
		const isCreated = isCreatedIn(period);
		const pages = payinPages(item.client, period, externalId, pageSizeFor(limit));
		const isChosen = (payin: PayinListed) =>
			isCreated(payin.created_at) && isOfExternalId(payin.external_id, externalId);
		const payins = await readList(pages, identifyRecord, limit, isChosen);
		return await presentAll(payins, (payin) => presentPayin(item, payin));
	},
};
