import type { Resource } from '../../operation';
import { resolveQrContent } from './resolveQrContent';
import { resolveQrImage } from './resolveQrImage';

export const bankAccount: Resource = {
	value: 'bankAccount',
	name: 'Bank Account',
	description: 'Bank accounts behind payment QR codes',
	operations: [resolveQrContent, resolveQrImage],
	defaultOperation: 'resolveQrContent',
};
