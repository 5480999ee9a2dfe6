import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { externalIdField, recordField, recordOptions, textField, writeOptions, type Choosable } from './fields';
import { paymentRow } from './presentation';

/** Which payments a refund is of. */
export interface RefundKind {
	/** As its form names it. */
	what: Choosable;
	path: string;
	/** How many characters the reason must have; undefined where the specification does not show it. */
	shortestReason?: number;
}

/** The form of a refund, of a payin or of a checkout link. */
export const refundFields = ({ what, shortestReason: fewest }: RefundKind): INodeProperties[] => [
	recordField(what),
	externalIdField('refund', 'order-77-refund-1', 'refunded'),
	{
		displayName: 'Refund Type',
		name: 'refundType',
		type: 'options',
		options: [
			{ name: 'Full', value: 'full', description: 'Allowed right after the payment was received' },
			{
				name: 'Partial',
				value: 'partial',
				description: 'Allowed only from 30 to 60 minutes after the payment was received',
			},
		],
		default: 'full',
	},
	textField('Amount', 'amount', 'e.g. 30.00', {
		displayOptions: { show: { refundType: ['partial'] } },
		description: 'How much is refunded, in the currency’s main unit (dollars, not cents)',
	}),
	textField('Reason', 'reason', 'e.g. Parcel came late', {
		required: fewest !== undefined,
		...(fewest && { hint: `At least ${fewest} characters` }),
		description: `Why the money goes back${fewest ? '' : '. The service may demand at least 5 characters.'}`,
	}),
	...recordOptions(writeOptions),
];

/** A refund as a row, with its payment. @param uuid that of the payment */
export function refundRow(refund: IDataObject, uuid: string): IDataObject {
	const payment = { ...(refund.payin_request as IDataObject | undefined) };
	return paymentRow(refund, 'customer', {
		// Where the answer shows none, that of the payment tells of the refund.
		status: refund.status ?? payment.status,
		customer: payment.name,
		amount: refund.refund_amount,
		currency: payment.currency,
		method: payment.payment_method,
		payment_uuid: uuid,
		payment_external_id: payment.external_id,
		payment_amount: refund.total_amount,
		reason: refund.description,
	});
}
