import { fieldsWhere } from '../../../../core/objects';
import type { IDataObject } from 'n8n-workflow';
import { attempt } from '../../../../core/attempt';
import { refundListOf } from '../../../../core/payments/refundList';
import { isShown } from '../../../../core/service/payload';
import { paymentOf, readLink, type ShownLink } from '../../../service/checkoutLinks';
import type { ItemCall } from '../../run/itemCall';
import { asText } from '../../../../core/text/values';
import { asItems } from '../../form/presentation';
import { refundsIn } from '../../../../core/payments/refundRecords';
import { refundFields } from '../../form/refundForm';
import { refundOnce } from '../../money/refunds';
import type { Operation } from '../../operation';
import { currenciesOf } from '../balance/ownCurrency';

const LINK = { what: 'Checkout Link', path: '/v3/payin_links/refund' } as const;

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
			const refunds = refundListOf(rest, { ...payment });
			// The specification names only the status of the payment: what it lacks, the link may show.
			const { total, amount } = link as IDataObject;
			return {
				record: { total, amount, ...shownOf({ ...payment }), uuid, status: paymentOf(link).status } as IDataObject,
				currency: await currencyOf(item, link),
				refunds: refundsIn(refunds),
			};
		});
		return asItems(refunded);
	},
};

/** What an object shows: services may leave the rest empty. */
const shownOf = (fields: object) => fieldsWhere(fields as IDataObject, isShown);

/** The currency of a link's payment: where the link does not show it, that of an account that has one. Empty where it is not known. */
async function currencyOf(item: ItemCall, link: ShownLink): Promise<string> {
	const shown = asText(paymentOf(link).currency);
	if (shown !== '') return shown;
	const asked = await attempt(() => currenciesOf(item));
	const [own = '', ...others] = 'value' in asked ? asked.value : [];
	return others.length === 0 ? own : '';
}
