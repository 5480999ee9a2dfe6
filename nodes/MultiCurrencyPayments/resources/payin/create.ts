import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PayinCreateBody, PayinListed } from '../../../../contract';
import { attempt } from '../../../../core/attempt';
import { asUtcWithoutOffset } from '../../../../core/time/dates';
import { differingFacts, facts, gstFact, payeeFact, type PaymentFacts } from '../../../../core/payments/facts';
import { amountAsJsonNumber } from '../../../../core/money';
import { payerFacts } from '../../../../core/payments/match';
import { echoes, has } from '../../../service/answers';
import { isObject } from '../../../../core/objects';
import { isRefusalOfValues } from '../../../service/failure';
import { payinPages, payinPeriods, payinsUnder, readPayin } from '../../../service/payins';
import { lookUpPeriod, type Period } from '../../../service/period';
import { payinExpiryOf } from '../../form/expiry';
import {
	additionalFields,
	currencyField,
	dateField,
	filledExternalIdFields,
	gstField,
	metadataField,
	recordOptions,
	textField,
	writeOptions,
} from '../../form/fields';
import { requiredEmail } from '../../form/identifiers';
import type { ItemCall } from '../../run/itemCall';
import { asText } from '../../../../core/text/values';
import {
	amountWithinLimits,
	currencyOf,
	methodOf,
	methodParametersOf,
	payinAmountFields,
	payinMethodField,
	payinParametersField,
	withMethodParameters,
} from '../../form/methodParameters';
import { awaitableNotificationFields, notificationTarget, withTriggerPath, type Notify } from '../../form/notification';
import { readAll } from '../../run/readAll';
import { asItems, withOutcome } from '../../form/presentation';
import {
	amountWithoutOrWithGst,
	bookedAmount,
	endedWithoutMoney,
	isBooked,
	pickLive,
	roundingNote,
} from '../../../../core/payments/booked';
import { externalIdOf } from '../../money/externalId';
import { noting } from '../../money/madeHere';
import type { FoundPayment } from '../../money/payment';
import { payOnce } from '../../money/payOnce';
import { post } from '../actions';
import { presentPayin } from './payinRecord';

/** The form of a new payin (specification: "v2: create payin"). @param notification where its status changes go */
export const payinFields = (notification: INodeProperties[]): INodeProperties[] => [
	payinMethodField,
	...filledExternalIdFields('payment', 'order-77'),
	...payinAmountFields,
	textField('Customer Name', 'customerName', 'e.g. Nathan Smith', { required: true }),
	textField('Customer Email', 'customerEmail', 'e.g. nathan@example.com', {
		required: true,
		description: 'Where the method requires a contact, this must be the contact’s email',
	}),
	payinParametersField,
	textField('Description', 'paymentDescription', 'e.g. Order 77', { required: true }),
	...notification,
	additionalFields(
		currencyField('the currency of the method'),
		dateField(
			'Expires At',
			'expiredAt',
			'When the payin expires, at least 15 minutes ahead. Only the Vietnamese QR method (vn_…_vnd) heeds it; other methods keep their own expiry.',
		),
		gstField,
		metadataField,
	),
	...recordOptions(withMethodParameters(withTriggerPath(writeOptions, notification))),
];

export const create = noting('payin', {
	value: 'create',
	name: 'Create',
	action: 'Create payin',
	verb: 'created',
	isAskedFor: true,
	description: 'Ask a customer for a payment',
	properties: payinFields(awaitableNotificationFields),
	execute: async (item) => asItems(presentPayin(item, await createPayin(item, notificationTarget(item)))),
});

/** Creates the payin once, or finds it. @returns its record with its outcome */
export async function createPayin(item: ItemCall, notify: Notify): Promise<IDataObject> {
	const request = await payinRequestOf(item);
	const { amount, currency, payin_method_name: method, external_id: externalId } = request;
	const asked = facts({
		amount,
		currency,
		method,
		payer: payeeFact(request.email),
		'payer name': payeeFact(request.name),
		GST: gstFact(request.gst),
		...payerFacts(request.payin_method_params),
	});
	const result = await payOnce(item, {
		kind: 'payin',
		externalId,
		facts: asked,
		send: async () => {
			const body: PayinCreateBody = {
				...request,
				amount: amount === undefined ? undefined : amountAsJsonNumber(amount),
				webhook_notification: notify(externalId),
			};
			const isPayin = (answer: unknown) =>
				has('uuid', 'status')(answer) &&
				isObject(answer) &&
				echoes(answer.external_id, externalId) &&
				echoes(answer.currency, currency) &&
				isBooked(amount, amountWithoutOrWithGst(answer, amount, currency), currency);
			return await post(item, '/v2/payins', body, isPayin);
		},
		find: async () => await findPayin(item, externalId, asked),
	});
	const record = { ...result.record, ...roundingNote(amount, result.record.amount, currency) };
	return withOutcome({ ...result, record }, externalId);
}

/** Reads the form and checks it against what the method asks for and allows. @throws NodeOperationError */
async function payinRequestOf(item: ItemCall) {
	const asked = methodOf(item, 'payin');
	const { method, expiry, ...form } = await readAll(item, {
		method: async () => await asked,
		external_id: () => externalIdOf(item),
		amount: async () => await amountWithinLimits(item, 'payin', asked),
		name: () => item.requiredText('customerName', 'Customer Name'),
		email: () => requiredEmail(item, 'customerEmail', 'Customer Email'),
		payin_method_params: async () => methodParametersOf(item, await asked),
		description: () => item.requiredText('paymentDescription', 'Description'),
		gst: async () => gstOf(item, currencyOf(item, await asked)),
		expiry: () => payinExpiryOf(item, item.text('payinMethodName')),
		metadata: () => item.object(item.additionalFields.metadata, 'Metadata'),
	});
	return {
		...form,
		payin_method_name: method.payin_method_name,
		currency: currencyOf(item, method),
		expired_at: expiry && asUtcWithoutOffset(expiry),
	};
}

/** By what a payin is compared with what is asked for. */
const COMPARED = ['amount', 'gst', 'total', 'currency', 'payment_method', 'name', 'email'] as const;

/** With what says whether it is alive, and how to pay. */
const NEEDED = [...COMPARED, 'status', 'pay_code', 'stage'] as const;

function gstOf(item: ItemCall, currency: string): boolean {
	const gst = item.parsedFlag(item.additionalFields.gst, 'GST');
	if (gst && currency !== 'AUD') {
		throw item.refusal(`GST applies to AUD only, not to ${currency}`, 'Switch GST off for this payin.');
	}
	return gst;
}

/** In milliseconds: the specification names a longest period for payouts only. A service hardly takes none as long as this. */
const SHORT = 14 * 86_400_000;

async function findPayin(item: ItemCall, key: string, asked: PaymentFacts): Promise<FoundPayment | null> {
	const { client } = item;
	/** Of a period that the service refuses, perhaps because it is too long, each half. */
	const payinsIn = async (period: Period): Promise<PayinListed[]> => {
		const listed = await attempt(() => payinsUnder(client, period, key, NEEDED));
		if ('value' in listed) return listed.value;
		const half = (period.to.getTime() - period.from.getTime()) / 2;
		if (!isRefusalOfValues(listed.failure) || half < SHORT) throw listed.failure;
		const middle = new Date(period.from.getTime() + half);
		return [...(await payinsIn({ ...period, from: middle })), ...(await payinsIn({ ...period, to: middle }))];
	};
	const years = await attempt(() => payinPeriods(client));
	if ('failure' in years && !isRefusalOfValues(years.failure)) throw years.failure;
	const payins: PayinListed[] = [];
	for (const period of 'value' in years ? years.value : [lookUpPeriod()]) payins.push(...(await payinsIn(period)));
	if ('failure' in years) {
		// Older years are left out only where the service still takes no period of a year.
		const whole = await attempt(() => payinPages(client, lookUpPeriod(), key)(undefined));
		if ('value' in whole) throw years.failure;
	}
	const picked = pickLive(payins, ({ status }) => status);
	if (!picked) return null;
	const { one: payin, alive } = picked;
	const listed = foundIn(payin, asked);
	// The specification does not show how the list tells these facts.
	const one =
		differingFacts(asked, listed.facts).length === 0 ? listed : foundIn(await readPayin(client, payin.uuid), asked);
	return { ...one, alive };
}

function foundIn(payin: PayinListed, { amount }: PaymentFacts): FoundPayment {
	return {
		record: payin as IDataObject,
		externalId: asText(payin.external_id) || undefined,
		ended: endedWithoutMoney(payin.status),
		facts: facts({
			amount:
				amount === undefined
					? undefined
					: bookedAmount(amount, amountWithoutOrWithGst(payin, amount, payin.currency), payin.currency),
			currency: asText(payin.currency) || undefined,
			method: asText(payin.payment_method) || undefined,
			payer: payeeFact(payin.email) || undefined,
			'payer name': payeeFact(payin.name) || undefined,
			GST: gstFact(payin.gst),
		}),
	};
}
