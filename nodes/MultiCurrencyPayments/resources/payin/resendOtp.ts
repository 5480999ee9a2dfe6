import { act } from '../actions';
import { readOptions, recordField } from '../../form/fields';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';

export const resendOtp: Operation = {
	value: 'resendOtp',
	name: 'Resend OTP',
	action: 'Resend OTP of payin',
	verb: 'resent',
	description: 'Moves no money. Send the one-time password of a mobile money payin to the customer again.',
	properties: [recordField('Payin'), readOptions],
	execute: async (item) =>
		asItems(await act(item, '/v2/payins/resend_otp', { uuid: item.requiredText('uuid', 'Payin') })),
};
