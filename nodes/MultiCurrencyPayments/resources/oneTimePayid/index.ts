import type { IDataObject } from 'n8n-workflow';
import type { OneTimePayidCreateBody } from '../../../../contract';
import { asUtcWithoutOffset } from '../../../../core/time/dates';
import { amountAsJsonNumber } from '../../../../core/money';
import { facts, gstFact, payeeFact } from '../../../../core/payments/facts';
import { echoes, has, perhapsWrapped, unwrapped } from '../../../service/answers';
import { isObject } from '../../../../core/objects';
import { expiryOf } from '../../form/expiry';
import {
	additionalFields,
	amountField,
	dateField,
	filledExternalIdFields,
	gstField,
	metadataField,
	recordOptions,
	textField,
	writeOptions,
} from '../../form/fields';
import { faultOfEmail } from '../../../../core/payments/identifiers';
import { checkedIdentifier } from '../../form/identifiers';
import { isEmpty, type ItemCall } from '../../run/itemCall';
import { readAll } from '../../run/readAll';
import { asText } from '../../../../core/text/values';
import { notificationFields, notificationTarget, withTriggerPath, type Notify } from '../../form/notification';
import { asItems, paymentRow, withOutcome } from '../../form/presentation';
import { amountWithoutOrWithGst, isBooked } from '../../../../core/payments/booked';
import { externalIdOf } from '../../money/externalId';
import { requestFor } from '../../money/failures';
import { payOnce } from '../../money/payOnce';
import type { Operation, Resource } from '../../operation';
import { post } from '../actions';

/** The fields are from the public reference: the specification ("v1: one-time PayID") does not show them. */
const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create one-time PayID',
	verb: 'created',
	isAskedFor: true,
	description: 'Ask a customer for one payment by PayID, in AUD',
	properties: [
		...filledExternalIdFields('payment', 'order-77'),
		amountField('In AUD, without tax, with a dot before the decimals'),
		textField('Name', 'name', 'e.g. Nathan Smith', { description: 'Who is asked to pay. The service may demand it.' }),
		textField('Emails', 'emails', 'e.g. nathan@example.com, office@example.com', {
			description:
				'One or more addresses, separated by commas. They are sent in lower case. The service may demand them.',
		}),
		textField('Description', 'paymentDescription', 'e.g. Order 77', {
			description: 'What the payment is for. The service may demand it.',
		}),
		...notificationFields,
		additionalFields(
			dateField('Expires At', 'expiredAt', 'When the PayID expires; sent in UTC. The service may demand 15 minutes.'),
			gstField,
			metadataField,
		),
		...recordOptions(withTriggerPath(writeOptions)),
	],
	async execute(item) {
		const record = await createOneTimePayid(item, notificationTarget(item));
		return asItems(item.isSimple ? rowOf(record) : record);
	},
};

function rowOf(payid: IDataObject): IDataObject {
	const { created_at, request_payid, expired_at, stage, total, gst_amount, description, metadata } = payid;
	return paymentRow(payid, 'customer', {
		customer: payid.name,
		currency: payid.currency ?? 'AUD',
		// As text: so its events name it.
		uuid: asText(payid.id),
		...{ created_at, request_payid, expired_at, stage, total, gst_amount, description, metadata },
	});
}

/**
 * Creates the PayID once. The service cannot be asked for PayIDs. The specification shows metadata alone, so the service
 * decides what else it needs.
 */
async function createOneTimePayid(item: ItemCall, notify: Notify): Promise<IDataObject> {
	const { amount, expiry, ...form } = await readAll(item, {
		external_id: () => externalIdOf(item),
		amount: () => item.amount('amount'),
		emails: () => emailsOf(item) || undefined,
		expiry: () => expiryOf(item),
		gst: () => item.parsedFlag(item.additionalFields.gst, 'GST'),
		metadata: () => item.object(item.additionalFields.metadata, 'Metadata'),
	});
	const { external_id: externalId } = form;
	const name = item.text('name') || undefined;
	const description = item.text('paymentDescription') || undefined;
	const result = await payOnce(item, {
		subject: requestFor('PayID'),
		kind: 'one-time PayID',
		externalId,
		facts: facts({
			amount,
			currency: 'AUD',
			payer: payeeFact(form.emails),
			'payer name': payeeFact(name),
			GST: gstFact(form.gst),
		}),
		send: async () => {
			const body: OneTimePayidCreateBody = {
				...form,
				name,
				description,
				amount: amountAsJsonNumber(amount),
				expired_at: expiry && asUtcWithoutOffset(expiry),
				payment_request_notification: notify(externalId),
			};
			const isPayid = (answer: unknown) =>
				has('id', 'request_payid')(answer) &&
				isObject(answer) &&
				echoes(answer.external_id, externalId) &&
				(isEmpty(answer.amount) || isBooked(amount, amountWithoutOrWithGst(answer, amount, 'AUD'), 'AUD'));
			return unwrapped(await post(item, '/v1/merchants/create_payment', body, perhapsWrapped(isPayid)), isPayid);
		},
		find: null,
	});
	return withOutcome(result, externalId);
}

/** The addresses in one text and in lower case (public reference). An expression may give a list of them. */
function emailsOf(item: ItemCall): string {
	const given = item.value('emails');
	const emails: unknown[] = Array.isArray(given) ? given : item.text('emails').split(',');
	const written = emails.map((email) => checkedIdentifier(item, asText(email), 'Emails', faultOfEmail));
	return written.filter(Boolean).join(',').toLowerCase();
}

export const oneTimePayid: Resource = {
	value: 'oneTimePayid',
	name: 'One-Time PayID',
	description: 'PayIDs for one payment each (AUD)',
	operations: [create],
	defaultOperation: 'create',
	currency: 'AUD',
};
