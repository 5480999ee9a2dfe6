import { resolveQrContent, resolveQrImage } from '../../payouts/bankLookups';
import type { Handlers } from '../handlers';

/** v2: bank accounts behind QR codes, and treasury transfers. */
export const v2BanksHandlers = {
	'v2.banks.qrContent': ({ body }) => resolveQrContent(body.qr_content),
	'v2.banks.qrImage': ({ body }) => resolveQrImage(body.qr_image),
	'v2.transfers.simulate': ({ account, body }) => {
		account.transfers.simulate(body.uuid, body.status);
		return { status: 'ok' };
	},
} satisfies Handlers;
