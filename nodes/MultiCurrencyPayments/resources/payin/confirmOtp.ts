import type { PayinConfirmOtpBody } from '../../../../contract';
import { act } from '../actions';
import { readOptions, uuidField } from '../../form/fields';
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
		uuidField('Payin'),
		{
			displayName: 'OTP',
			name: 'otp',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 123456',
			description: 'The one-time password the customer received by SMS',
		},
		readOptions,
	],
	async execute(item) {
		const body: PayinConfirmOtpBody = {
			uuid: item.requiredText('uuid', 'Payin ID'),
			code: item.requiredText('otp', 'OTP'),
		};
		return asItems(await act(item, '/v2/payins/confirm_otp', body));
	},
};
