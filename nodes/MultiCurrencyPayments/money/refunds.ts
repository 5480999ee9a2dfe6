import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PayinRefundAnswer, PayinRefundBody, RefundRecord } from '../../../contract';
import { amountAsJsonNumber } from '../../../core/money';
import { externalIdField, preventDuplicatesField, uuidField, writeOptions } from '../form/fields';
import type { ItemCall } from '../form/itemCall';
import { asText } from '../form/itemCall';
import { keyOf } from './keys';
import { bookedAmount, facts, payOnce } from './payment';
import { withIdempotency } from '../form/presentation';
import type { Subject } from './failures';
import { PAYMENT } from './failures';
import type { Found } from './once';

/** Fewest characters of a refund's reason (specification: "Limits"). */
const SHORTEST_REASON = 5;

const REFUND: Subject = {
	...PAYMENT,
	name: 'refund',
	whenUnknown: (key) =>
		`Look for the refund ${key} at the payment in the merchant dashboard before anything else: sending it again without looking may refund twice.`,
};

/** The form of a refund, of a payin or of a checkout link. */
export const refundFields = (what: string): INodeProperties[] => [
	uuidField(what),
	{
		displayName: 'Refund Type',
		name: 'refundType',
		type: 'options',
		options: [
			{ name: 'Full', value: 'full', description: 'Allowed right after the payment was received' },
			{ name: 'Partial', value: 'partial', description: 'Allowed 30 to 60 minutes after the payment was received' },
		],
		default: 'full',
	},
	{
		displayName: 'Amount',
		name: 'amount',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 30.00',
		displayOptions: { show: { refundType: ['partial'] } },
		description: 'How much is refunded, in the currency’s base unit',
	},
	{
		displayName: 'Reason',
		name: 'reason',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Parcel came late',
		description: 'At least 5 characters',
	},
	{ ...preventDuplicatesField('refund'), default: true },
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		options: [externalIdField('refund')],
	},
	writeOptions,
];

/** A payment with the refunds made of it, as its detail shows them. */
export interface Refundable {
	record: IDataObject;
	currency: string;
	/** undefined when the service does not show them. */
	refunds: RefundRecord[] | undefined;
}

/**
 * Refunds once. The refund is recognised by the refund records of the payment (specification: "Payin (v2)", list of
 * refund records).
 */
export async function refundOnce(
	item: ItemCall,
	label: string,
	path: string,
	read: (uuid: string) => Promise<Refundable>,
): Promise<IDataObject> {
	const uuid = item.requiredText('uuid', label);
	const reason = item.longText('reason', 'Reason', SHORTEST_REASON);
	const amount = item.text('refundType') === 'partial' ? item.amount('amount') : undefined;
	const key = keyOf(item, asText(item.collection('additionalFields').externalId));
	const refund = await payOnce(item, {
		subject: REFUND,
		key,
		facts: facts({ payment: uuid, amount }),
		send: async (externalId) => {
			const body: PayinRefundBody = {
				uuid,
				...(amount !== undefined && { amount: amountAsJsonNumber(amount) }),
				description: reason,
				external_id: externalId,
			};
			return (await item.client.write<PayinRefundAnswer>({ method: 'POST', path, body })) as IDataObject;
		},
		lookUp: async (externalId) => findRefund(item, await read(uuid), externalId, amount),
	});
	return withIdempotency(refund, refund.key);
}

function findRefund(item: ItemCall, payment: Refundable, key: string, amount: string | undefined): Found | null {
	const { record, currency, refunds } = payment;
	if (!Array.isArray(refunds) || refunds.some((refund) => !('external_id' in refund))) {
		throw item.refusal(
			'The service does not show by which references this payment was refunded',
			`Whether the refund ${key} was made cannot be told. Look at the payment in the merchant dashboard; to refund it without asking first, switch Prevent Duplicates off.`,
		);
	}
	const refund = refunds.find(({ external_id }) => external_id === key);
	if (!refund) return null;
	return {
		record: {
			total_amount: record.total ?? record.amount,
			refund_amount: refund.amount,
			description: refund.description,
			payin_request: record,
		},
		facts: facts({
			payment: asText(record.uuid),
			amount: amount === undefined ? undefined : bookedAmount(amount, refund.amount, currency),
		}),
	};
}
