import { readOptions } from '../../form/fields';
import { inputFileField, readInputFile } from '../../files/inputFile';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';
import { resolvedAccount } from './resolvedAccount';

/** Types of files that are no pictures. Any other type may be one that n8n or a server did not know the picture by. */
const DOCUMENT = /^text\/(html|csv|xml)|^application\/(json|xml|pdf|zip)/;

export const resolveQrImage: Operation = {
	value: 'resolveQrImage',
	name: 'Get From QR Image',
	action: 'Get bank account from QR image',
	description: 'Read account name, number, bank and SWIFT code out of a picture of a payment QR code',
	properties: [inputFileField, readOptions],
	async execute(item) {
		const { content, name, mimeType } = await readInputFile(item);
		if (DOCUMENT.test(mimeType)) {
			throw item.refusal(
				`${name || 'The file'} is ${mimeType}, not an image`,
				'Hand in a picture of the QR code, such as a PNG or JPEG file.',
			);
		}
		return asItems(await resolvedAccount(item, 'qr_image', { qr_image: content.toString('base64') }));
	},
};
