import { readOptions } from '../../form/fields';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';
import { resolvedAccount } from './resolvedAccount';

export const resolveQrContent: Operation = {
	value: 'resolveQrContent',
	name: 'Get From QR Text',
	action: 'Get bank account from QR text',
	description: 'Read account name, number, bank and SWIFT code out of the text of a payment QR code',
	properties: [
		{
			displayName: 'QR Text',
			name: 'qrContent',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 00020101021138…6304A1B2',
			description: 'The text a scanner reads from the QR code',
		},
		readOptions,
	],
	async execute(item) {
		return asItems(
			await resolvedAccount(item, 'qr_content', { qr_content: item.requiredText('qrContent', 'QR Text') }),
		);
	},
};
