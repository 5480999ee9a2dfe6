import type { QrContentBody, QrImageBody, ResolvedBankAccount } from '../../../../contract';
import { inputFileField, readInputFile } from '../../files/inputFile';
import { readOptions, textField } from '../../form/fields';
import { asItems } from '../../form/presentation';
import type { Operation, Resource } from '../../operation';
import type { ItemCall } from '../../run/itemCall';

type Code = QrContentBody | QrImageBody;

/**
 * The account behind a payment QR code (specification: "v2: payout queries and actions"). The POST changes nothing at the
 * service, so it is repeated like a GET.
 */
async function accountBehind({ client }: ItemCall, kind: 'qr_content' | 'qr_image', body: Code) {
	return asItems(await client.read<ResolvedBankAccount>({ method: 'POST', path: `/v2/banks/lookup/${kind}`, body }));
}

const resolveQrContent: Operation = {
	value: 'resolveQrContent',
	name: 'Get From QR Text',
	action: 'Get bank account from QR text',
	description: 'Read account name, number, bank and SWIFT code out of the text of a payment QR code',
	properties: [
		textField('QR Text', 'qrContent', 'e.g. 00020101021138…6304A1B2', {
			required: true,
			description: 'The text a scanner reads from the QR code',
		}),
		readOptions,
	],
	async execute(item) {
		return await accountBehind(item, 'qr_content', { qr_content: item.requiredText('qrContent', 'QR Text') });
	},
};

/** Types of files that are no pictures. Any other type may be one that n8n or a server did not know the picture by. */
const DOCUMENT = /^text\/(html|csv|xml)|^application\/(json|xml|pdf|zip)/;

const resolveQrImage: Operation = {
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
		return await accountBehind(item, 'qr_image', { qr_image: content.toString('base64') });
	},
};

export const bankAccount: Resource = {
	value: 'bankAccount',
	name: 'Bank Account',
	description: 'Bank accounts behind payment QR codes',
	operations: [resolveQrContent, resolveQrImage],
	defaultOperation: 'resolveQrContent',
};
