import type { IDataObject } from 'n8n-workflow';
import type { NotificationTarget, PayinCreateBody, PayinCreated } from '../../../../contract';
import { asUtcWithoutOffset } from '../../../../core/dates';
import { amountAsJsonNumber } from '../../../../core/money';
import type { ItemCall } from '../../form/itemCall';
import { lookUpPeriod, recordsWithKey } from '../../../service/lists';
import { checkLimits, methodOf, methodParametersOf } from '../../form/methodParameters';
import { keyOf } from '../../money/keys';
import { bookedAmount, facts, payeeFact, payOnce, roundingNote } from '../../money/payment';
import { withIdempotency } from '../../form/presentation';
import type { Found } from '../../money/once';
import { payinPages } from './payinRecord';

/** The only payin method whose amount may be left out (specification: "Element of payout_transaction_details"; public reference). */
const AMOUNTLESS_METHOD = 'usdc_bank';

/** How far ahead `expired_at` has to lie, in milliseconds (specification: "Limits"). */
const EXPIRY_AHEAD = 15 * 60_000;

/** A payin as its item asks for it, checked against the method's form before anything is sent. */
export type PayinRequest = Omit<PayinCreateBody, 'webhook_notification' | 'amount'> & { amount: string | undefined };

/** Reads and checks the form of a new payin (specification: "v2: create payin"). */
export async function payinRequestOf(item: ItemCall): Promise<PayinRequest> {
	const name = item.requiredText('customerName', 'Customer Name');
	const email = item.requiredText('customerEmail', 'Customer Email');
	const description = item.requiredText('description', 'Description');
	const amount =
		item.text('payinMethodName') === AMOUNTLESS_METHOD ? item.optionalAmount('amount') : item.amount('amount');
	const { expiredAt, metadata } = item.collection('additionalFields');
	const expiry = item.parsedDate(expiredAt, 'Expired At');
	if (expiry && expiry.getTime() < Date.now() + EXPIRY_AHEAD) {
		throw item.refusal('Expired At must lie at least 15 minutes ahead', 'Choose a later time or leave it empty.');
	}
	const ownData = item.object(metadata, 'Metadata');
	const method = await methodOf(item, 'payin');
	const currency = (item.text('currency') || method.currency).toUpperCase();
	if (item.flag('gst') && currency !== 'AUD') {
		throw item.refusal(`GST applies to AUD only, not to ${currency}`, 'Switch GST off for this payin.');
	}
	if (amount !== undefined) checkLimits(item, amount, method, method.payin_method_name);
	return {
		payin_method_name: method.payin_method_name,
		payin_method_params: methodParametersOf(item, method),
		amount,
		currency,
		name,
		email,
		description,
		gst: item.flag('gst'),
		...(expiry && { expired_at: asUtcWithoutOffset(expiry) }),
		...(ownData && { metadata: ownData }),
	};
}

/** Creates the payin once and returns it with how that came about. */
export async function createPayin(item: ItemCall, target: NotificationTarget): Promise<IDataObject> {
	const request = await payinRequestOf(item);
	const { amount, currency, payin_method_name: method } = request;
	const key = keyOf(item, item.text('externalId'));
	const settled = await payOnce(item, {
		key,
		facts: facts({ amount, currency, method, payer: payeeFact(request.email) }),
		send: async (externalId) => {
			const body: PayinCreateBody = {
				...request,
				amount: amount === undefined ? undefined : amountAsJsonNumber(amount),
				webhook_notification: target,
				external_id: externalId,
			};
			const created = await item.client.write<PayinCreated>({ method: 'POST', path: '/v2/payins', body });
			return created as IDataObject;
		},
		lookUp: async (externalId) => await findPayin(item, externalId, request),
	});
	const record = { ...settled.record, ...roundingNote(amount, settled.record.amount, currency) };
	return withIdempotency({ ...settled, record }, String(settled.record.external_id ?? key));
}

async function findPayin(item: ItemCall, key: string, { amount }: PayinRequest): Promise<Found | null> {
	const pages = payinPages(item.client, lookUpPeriod(), key);
	const [payin] = await recordsWithKey(
		pages,
		({ uuid }) => uuid,
		({ external_id }) => external_id,
		key,
	);
	if (!payin) return null;
	return {
		record: payin as IDataObject,
		facts: facts({
			amount: amount === undefined ? undefined : bookedAmount(amount, payin.amount, payin.currency),
			currency: payin.currency,
			method: payin.payment_method,
			payer: payeeFact(payin.email),
		}),
	};
}
