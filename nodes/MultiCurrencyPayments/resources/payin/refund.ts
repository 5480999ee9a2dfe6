import type { IDataObject } from 'n8n-workflow';
import { refundListOf } from '../../../../core/payments/refundList';
import { readPayin } from '../../../service/payins';
import { asText } from '../../../../core/text/values';
import { asItems } from '../../form/presentation';
import { refundsIn } from '../../../../core/payments/refundRecords';
import { refundFields } from '../../form/refundForm';
import { refundOnce } from '../../money/refunds';
import type { Operation } from '../../operation';

/** Its reason has at least five characters (specification: "Limits"). */
const PAYIN = { what: 'Payin', path: '/v2/payins/refund', shortestReason: 5 } as const;

export const refund: Operation = {
	value: 'refund',
	name: 'Refund',
	action: 'Refund payin',
	verb: 'refunded',
	description: 'Moves money out of the account, once per External ID. Give a received payment back, whole or in part.',
	properties: refundFields(PAYIN),
	async execute(item) {
		const refunded = await refundOnce(item, PAYIN, async (uuid) => {
			const payin = await readPayin(item.client, uuid);
			const record = payin as unknown as IDataObject;
			return { record, currency: asText(payin.currency), refunds: refundsIn(refundListOf(record)) };
		});
		return asItems(refunded);
	},
};
