import type { PayinAuthorizeStkBody, PayinConfirmOtpBody, PayinListed } from '../../../../contract';
import { attempt } from '../../../../core/attempt';
import { amountAsJsonNumber } from '../../../../core/money';
import { readList } from '../../../../core/service/paging';
import { identifyRecord, pageSizeFor } from '../../../service/lists';
import { payinPages, readPayin } from '../../../service/payins';
import { additionalFields, readOptions, recordField, recordOptions, textField } from '../../form/fields';
import { isCreatedIn, isOfExternalId, limitOf, listPeriodOf, paymentListFields } from '../../form/filters';
import { asItems, presentAll } from '../../form/presentation';
import type { Operation, Resource } from '../../operation';
import type { ItemCall } from '../../run/itemCall';
import { act, simulateOperation } from '../actions';
import { create } from './create';
import { presentPayin } from './payinRecord';
import { refund } from './refund';
import { awaitedPayin, createAndWait, waitForStatus } from './wait';

const uuidOf = (item: ItemCall): string => item.requiredText('uuid', 'Payin');

const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get payin',
	description: 'Read one payin with its refunds',
	properties: [recordField('Payin'), ...recordOptions()],
	execute: async (item) => asItems(presentPayin(item, await readPayin(item.client, uuidOf(item)))),
};

const getAll: Operation = {
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

const cancel: Operation = {
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel payin',
	verb: 'cancelled',
	description: 'Moves no money. Cancel a pending payin of a method that allows it; its status becomes expired.',
	properties: [recordField('Payin'), readOptions],
	async execute(item) {
		const uuid = uuidOf(item);
		await assertCancellable(item, uuid);
		return asItems({ ...(await act(item, '/v2/payins/cancel', { uuid })), cancelled: true });
	},
};

/** Specification: "check is_cancellable first". Where the payin cannot be read, the service decides. */
async function assertCancellable(item: ItemCall, uuid: string): Promise<void> {
	const read = await attempt(() => readPayin(item.client, uuid));
	if (!('value' in read) || read.value.is_cancellable !== false) return;
	throw item.refusal(
		'The payment service says that this payin cannot be cancelled (is_cancellable is false)',
		`It is ${read.value.status}${read.value.payment_method ? ` and of ${read.value.payment_method}` : ''}. A pending payin expires by itself when the customer does not pay in time.`,
	);
}

const confirmOtp: Operation = {
	value: 'confirmOtp',
	name: 'Confirm OTP',
	action: 'Confirm OTP of payin',
	verb: 'confirmed',
	description:
		'Money moves once the customer confirms on the phone. Hand over the one-time password the customer received.',
	properties: [
		recordField('Payin'),
		textField('OTP', 'otp', 'e.g. 123456', {
			required: true,
			description: 'The one-time password the customer received by SMS',
		}),
		readOptions,
	],
	async execute(item) {
		const body: PayinConfirmOtpBody = { uuid: uuidOf(item), code: item.requiredText('otp', 'OTP') };
		return asItems(await act(item, '/v2/payins/confirm_otp', body));
	},
};

const resendOtp: Operation = {
	value: 'resendOtp',
	name: 'Resend OTP',
	action: 'Resend OTP of payin',
	verb: 'resent',
	description: 'Moves no money. Send the one-time password of a mobile money payin to the customer again.',
	properties: [recordField('Payin'), readOptions],
	execute: async (item) => asItems(await act(item, '/v2/payins/resend_otp', { uuid: uuidOf(item) })),
};

const simulate = simulateOperation({
	action: 'Simulate payin',
	description: 'Sandbox only: let a pending payin be paid or fail, as if the customer had acted',
	path: '/v2/payins/simulate',
	uuid: recordField('Payin', '={{ $json.uuid }}'),
	properties: [
		additionalFields(
			textField('Amount', 'amount', 'e.g. 100.00', {
				description: 'How much is simulated as paid. Left out: everything.',
			}),
		),
	],
	body(item) {
		const { amount } = item.additionalFields;
		return amount === undefined ? {} : { amount: amountAsJsonNumber(item.parsedAmount(amount, 'Amount')) };
	},
});

const authorizeStk: Operation = {
	value: 'authorizeStk',
	name: 'Authorize STK',
	action: 'Authorize STK of payin',
	verb: 'authorised',
	description: 'Sandbox only: simulate the customer entering the PIN on the phone (stage authorize_stk)',
	sandboxOnly: true,
	properties: [
		recordField('Payin'),
		textField('PIN', 'pin', 'e.g. 1234', {
			typeOptions: { password: true },
			required: true,
			description: 'The PIN the simulated wallet owner enters',
		}),
		readOptions,
	],
	async execute(item) {
		const body: PayinAuthorizeStkBody = { uuid: uuidOf(item), pin: item.requiredText('pin', 'PIN') };
		return asItems(await act(item, '/v2/payins/authorize_stk', body));
	},
};

export const payin: Resource = {
	value: 'payin',
	name: 'Payin',
	description: 'Payments from customers',
	operations: [
		create,
		createAndWait,
		waitForStatus,
		get,
		getAll,
		refund,
		cancel,
		confirmOtp,
		resendOtp,
		simulate,
		authorizeStk,
	],
	defaultOperation: 'create',
	read: readPayin,
	present: awaitedPayin.show,
};
