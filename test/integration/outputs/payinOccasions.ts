import type { INodeParameters } from 'n8n-workflow';
import { chosen, form, payin, payout, QUICK } from '../action/orders';
import type { Service } from '../engine/service';
import type { Occasions } from './occasions';

const HOUR = 3_600_000;
export const period = { fromDate: '={{ $now.minus({ days: 2 }) }}', toDate: '={{ $now.plus({ days: 2 }) }}' };
export const refund = (uuid: string): INodeParameters => ({
	uuid,
	refundType: 'full',
	externalId: 'refund-77',
	reason: 'Parcel came late',
	options: QUICK,
});

const phoneMethod = {
	payinMethodName: chosen('gh_mobile_money_ghs'),
	methodParameters: form({ phone_number: '233201234567', bank_code: 'GH_NETWORK_1' }),
};

function newPayin({ emulator }: Service, currency = 'AUD', method = 'au_bank_aud', params: object = {}): string {
	return emulator.account(currency).payins.create({
		payin_method_name: method,
		payin_method_params: params as Record<string, unknown>,
		amount: 100,
		currency,
		name: 'Nathan Smith',
		email: 'nathan@example.com',
		description: 'Order 77',
		gst: false,
		webhook_notification: { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'none' },
		external_id: 'order-77',
	}).uuid;
}

function receivedPayin(service: Service): string {
	const uuid = newPayin(service);
	service.emulator.account('AUD').payins.simulate(uuid, 'completed');
	return uuid;
}

async function refundedPayin(service: Service): Promise<string> {
	const uuid = receivedPayin(service);
	await service.advance(HOUR);
	const { payins } = service.emulator.account('AUD');
	payins.refunds.request(payins.get(uuid), { description: 'Parcel came late', external_id: 'refund-1' });
	return uuid;
}

const onPhone = (service: Service) =>
	newPayin(service, 'GHS', 'gh_mobile_money_ghs', { phone_number: '233201234567', bank_code: 'GH_NETWORK_1' });

function newPayout({ emulator }: Service, scheduled_at?: string): string {
	return emulator.account('AUD').payouts.create({
		payout_method_name: 'au_bank_aud',
		currency: 'AUD',
		description: 'March wages',
		webhook_notification: { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'none' },
		external_id: 'run-3',
		...(scheduled_at !== undefined && { scheduled_at }),
		payout_transaction_details: [
			{
				first_name: 'Nathan',
				last_name: 'Smith',
				email: 'nathan@example.com',
				amount: 10,
				payout_method_params: { bsb: '062000', account_number: '12345678', account_name: 'Nathan Smith' },
				external_id: 'wage-1',
			},
		],
	}).uuid;
}

const tomorrow = () => new Date(Date.now() + 24 * HOUR).toISOString().slice(0, 19);
const orders = [{ amount: '100.50', key: 'order-1' }];

/** A valid input for every operation of payins and payouts. */
export const payinAndPayoutOccasions: Occasions = {
	'payin.create': () => ({ parameters: payin(), items: orders }),
	'payin.createAndWait': () => ({ parameters: payin({ operation: 'createAndWait' }), items: orders }),
	'payin.waitForStatus': (service) => ({ parameters: { uuid: receivedPayin(service) } }),
	'payin.get': async (service) => ({ parameters: { uuid: await refundedPayin(service) } }),
	'payin.getAll': async (service) => {
		await refundedPayin(service);
		return { parameters: period };
	},
	'payin.cancel': (service) => ({ parameters: { uuid: newPayin(service) } }),
	'payin.refund': (service) => ({ parameters: refund(receivedPayin(service)) }),
	'payin.simulate': (service) => ({ parameters: { uuid: newPayin(service), outcome: 'completed' } }),
	'payin.resendOtp': (service) => ({ currency: 'GHS', parameters: { uuid: onPhone(service) } }),
	'payin.confirmOtp': (service) => ({ currency: 'GHS', parameters: { uuid: onPhone(service), otp: '123456' } }),
	'payin.authorizeStk': (service) => {
		const uuid = onPhone(service);
		service.emulator.account('GHS').payins.confirmOtp(uuid, '123456');
		return { currency: 'GHS', parameters: { uuid, pin: '1234' } };
	},
	'payinMethod.get': () => ({ currency: 'GHS', parameters: { payinMethodName: phoneMethod.payinMethodName } }),
	'payinMethod.getAll': () => ({ parameters: {} }),
	'payout.preview': () => ({ parameters: payout({ operation: 'preview' }), items: orders }),
	'payout.create': () => ({ parameters: payout(), items: orders }),
	'payout.waitForStatus': async (service) => {
		const uuid = newPayout(service);
		await service.advance(HOUR);
		return { parameters: { uuid } };
	},
	'payout.createAndWait': () => ({ parameters: payout({ operation: 'createAndWait' }), items: orders }),
	'payout.get': (service) => ({ parameters: { uuid: newPayout(service) } }),
	'payout.getAll': (service) => {
		newPayout(service);
		newPayout(service, tomorrow());
		return { parameters: period };
	},
	'payout.cancelScheduled': (service) => ({ parameters: { uuid: newPayout(service, tomorrow()) } }),
	'payout.simulate': (service) => ({ parameters: { uuid: newPayout(service), outcome: 'completed' } }),
	'payoutMethod.get': () => ({ currency: 'VND', parameters: { payoutMethodName: chosen('vn_bank_vnd') } }),
	'payoutMethod.getAll': () => ({ parameters: {} }),
	'payoutMethod.getBranchCodes': () => ({
		currency: 'VND',
		parameters: { payoutMethodName: chosen('vn_bank_vnd'), swiftCode: 'EXMAVN2X' },
	}),
};
