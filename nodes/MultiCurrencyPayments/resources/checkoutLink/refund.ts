import type { IDataObject } from 'n8n-workflow';
import { refundListOf } from '../../../../core/refundList';
import type { ShownLink } from '../../../service/checkoutLinks';
import { paymentOf, readLink } from '../../../service/checkoutLinks';
import { asText } from '../../form/itemCall';
import { asItems } from '../../form/presentation';
import { refundFields, refundOnce, refundsIn } from '../../money/refunds';
import type { Operation } from '../../operation';

const LINK = { what: 'Checkout Link', path: '/v3/payin_links/refund' };

export const refund: Operation = {
	value: 'refund',
	name: 'Refund',
	action: 'Refund checkout link',
	verb: 'refunded',
	description:
		'Moves money out of the account, once per External ID. Give the payment of a link back, whole or in part.',
	properties: refundFields(LINK),
	async execute(item) {
		const refunded = await refundOnce(item, LINK, async (uuid) => {
			const link: ShownLink = await readLink(item.client, uuid);
			const { transaction_info: payment, ...rest } = link;
			const { status, currency } = paymentOf(link);
			const refunds = refundListOf(rest, { ...payment });
			return {
				record: { ...payment, uuid, status } as IDataObject,
				currency: asText(currency),
				refunds: refundsIn(refunds),
			};
		});
		return asItems(refunded);
	},
};
