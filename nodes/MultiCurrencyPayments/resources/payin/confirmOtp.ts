import type { PayinConfirmOtpBody } from '../../../../contract';
import { act } from '../actions';
import { readOptions, recordField, textField } from '../../form/fields';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';

export const confirmOtp: Operation = {
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
		const uuid = item.requiredText('uuid', 'Payin');
		const body: PayinConfirmOtpBody = { uuid, code: item.requiredText('otp', 'OTP') };
		return asItems(await act(item, '/v2/payins/confirm_otp', body));
	},
};
