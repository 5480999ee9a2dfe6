import { unprocessable } from '../engine/serviceError';
import { mustBePending, type PayinProgress } from './payinProgress';
import type { Payin } from './payin';

/** This OTP is rejected, so that a test can provoke a failure. */
const WRONG_OTP = '000000';

/** This PIN stands for a customer who dismisses the prompt. */
export const DISMISSING_PIN = '0000';

function mustBeAt(payin: Payin, stage: Payin['stage']): void {
	mustBePending(payin);
	if (payin.stage !== stage) throw unprocessable({ uuid: `is at ${payin.stage}, not at ${stage}` });
}

/** The steps of a mobile money payment: the OTP, then the prompt on the handset (section "Stage"). */
export function createMobileMoney(progress: Pick<PayinProgress, 'prompt' | 'fail' | 'receive'>) {
	return {
		/** Accepts any code of 4 to 8 digits except {@link WRONG_OTP}; the prompt follows. @throws ServiceError 422 */
		confirmOtp(payin: Payin, code: string): void {
			mustBeAt(payin, 'authorize_otp');
			if (!/^\d{4,8}$/.test(code) || code === WRONG_OTP) throw unprocessable({ code: 'is not the OTP that was sent' });
			progress.prompt(payin);
		},
		/** @throws ServiceError 422 */
		resendOtp: (payin: Payin): void => mustBeAt(payin, 'authorize_otp'),
		/** The customer answers the prompt: any PIN pays, {@link DISMISSING_PIN} dismisses it. @throws ServiceError 422 */
		authorizeStk(payin: Payin, pin: string): void {
			mustBeAt(payin, 'authorize_stk');
			if (pin === DISMISSING_PIN) progress.fail(payin, 'prompt_dismissed', 'The customer dismissed the prompt');
			else progress.receive(payin, payin.total);
		},
	};
}
