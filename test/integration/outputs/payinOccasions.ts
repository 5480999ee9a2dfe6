import type { INodeParameters } from 'n8n-workflow';
import { chosen, form, payin, payout, QUICK } from '../action/orders';
import type { Service } from '../engine/service';
import { newPayin, newPayout, receivedPayin } from '../trigger/payments';
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

async function refundedPayin(service: Service): Promise<string> {
	const uuid = receivedPayin(service, ORDER);
	await service.advance(HOUR);
	const { payins } = service.emulator.account('AUD');
	payins.refunds.request(payins.get(uuid), { description: 'Parcel came late', external_id: 'refund-1' });
	return uuid;
}

const onPhone = (service: Service) =>
	newPayin(
		service,
		{
			payin_method_name: 'gh_mobile_money_ghs',
			payin_method_params: { phone_number: '233201234567', bank_code: 'GH_NETWORK_1' },
			external_id: 'order-77',
		},
		'GHS',
	);

const ORDER = { external_id: 'order-77' };
const RUN = { external_id: 'run-3' };

const tomorrow = () => new Date(Date.now() + 24 * HOUR).toISOString().slice(0, 19);
const orders = [{ amount: '100.50', key: 'order-1' }];

/** A valid input for every operation of payins and payouts. */
export const payinAndPayoutOccasions: Occasions = {
	'payin.create': () => ({ parameters: payin(), items: orders }),
	'payin.createAndWait': () => ({ parameters: payin({ operation: 'createAndWait' }), items: orders }),
	'payin.waitForStatus': (service) => ({ parameters: { uuid: receivedPayin(service, ORDER) } }),
	'payin.get': async (service) => ({ parameters: { uuid: await refundedPayin(service) } }),
	'payin.getAll': async (service) => {
		await refundedPayin(service);
		return { parameters: period };
	},
	'payin.cancel': (service) => ({ parameters: { uuid: newPayin(service, ORDER) } }),
	'payin.refund': (service) => ({ parameters: refund(receivedPayin(service, ORDER)) }),
	'payin.simulate': (service) => ({ parameters: { uuid: newPayin(service, ORDER), outcome: 'completed' } }),
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
		const uuid = newPayout(service, RUN);
		await service.advance(HOUR);
		return { parameters: { uuid } };
	},
	'payout.createAndWait': () => ({ parameters: payout({ operation: 'createAndWait' }), items: orders }),
	'payout.get': (service) => ({ parameters: { uuid: newPayout(service, RUN) } }),
	'payout.getAll': (service) => {
		newPayout(service, RUN);
		newPayout(service, { ...RUN, scheduled_at: tomorrow() });
		return { parameters: period };
	},
	'payout.cancelScheduled': (service) => ({
		parameters: { uuid: newPayout(service, { ...RUN, scheduled_at: tomorrow() }) },
	}),
	'payout.simulate': (service) => ({ parameters: { uuid: newPayout(service, RUN), outcome: 'completed' } }),
	'payoutMethod.get': () => ({ currency: 'VND', parameters: { payoutMethodName: chosen('vn_bank_vnd') } }),
	'payoutMethod.getAll': () => ({ parameters: {} }),
	'payoutMethod.getBranchCodes': () => ({
		currency: 'VND',
		parameters: { payoutMethodName: chosen('vn_bank_vnd'), swiftCode: 'EXMAVN2X' },
	}),
};
