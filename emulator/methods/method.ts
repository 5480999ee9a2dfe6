import { currencyRules } from '../ledger/currencies';
import { describeParameters, type Parameter } from './parameters';
import type { Provider } from './providers';

/** How a customer pays, which decides what `pay_code` holds and when it comes. */
export type PayCodeKind = 'hosted' | 'bank' | 'qr' | 'bankQr' | 'late' | 'mobileMoney' | 'wallet';

/** What payin and payout methods have in common. Limits are in the base unit, both ends inclusive. */
interface CommonMethod {
	name: string;
	currency: string;
	description: string;
	parameters: readonly Parameter[];
	providers: readonly Provider[];
	/** The key that carries the code of the chosen provider. */
	providerKey: 'bank_code' | 'swift_code';
	requireContact: boolean;
	requireKyc: boolean;
	min: number;
	max: number;
	/** The amount may be left out (usdc_bank). */
	amountOptional: boolean;
}

export interface PayinMethod extends CommonMethod {
	direction: 'payin';
	refundable: boolean;
	cancellable: boolean;
	payCode: PayCodeKind;
	/** What the customer must do first. Mobile money begins with an OTP or directly with the prompt. */
	stage: 'normal_stage' | 'authorize_otp' | 'authorize_stk';
	/** Minutes until an unpaid payin expires. */
	lifetimeMinutes: number;
	/** Whether the request's `expired_at` is honoured. */
	heedsExpiry: boolean;
}

export interface PayoutMethod extends CommonMethod {
	direction: 'payout';
}

/** The keys both method records share (section "Payin method record"). */
function commonRecord(method: CommonMethod) {
	return {
		currency: method.currency,
		symbol: currencyRules(method.currency).symbol,
		logo: '',
		description: method.description,
		require_contact: method.requireContact,
		require_kyc: method.requireKyc,
		min_amount: method.min,
		max_amount: method.max,
	};
}

/** The answer of `GET /v2/payins/payin_method/params`. */
export const payinMethodRecord = (method: PayinMethod) => ({
	...commonRecord(method),
	payin_method_name: method.name,
	payin_method_params: describeParameters(method.parameters),
	banks: method.providers.map(({ code, name }) => ({ code, name })),
	payment_type: 'pay_in' as const,
	is_refundable: method.refundable,
	is_cancellable: method.cancellable,
});

/**
 * The answer of `GET /v2/payouts/payout_method/params`: the same shape, but banks have a short name. A payout is neither
 * refundable nor cancellable.
 */
export const payoutMethodRecord = (method: PayoutMethod) => ({
	...commonRecord(method),
	payout_method_name: method.name,
	payout_method_params: describeParameters(method.parameters),
	banks: method.providers.map(({ code, name, short_name }) => ({ code, name, short_name })),
	payment_type: 'pay_out' as const,
	is_refundable: false,
	is_cancellable: false,
});
