import { html, raw } from 'hono/html';
import encodeQr from 'qr';
import type { Markup } from './hostedPage';

/** A QR code that a phone can scan. `name` says what it holds to those who do not see it. */
export const qrPicture = (content: string, name: string): Markup =>
	html`<div class="qr" role="img" aria-label="${name}">
		${raw(encodeQr(content, 'svg', { ecc: 'medium' }).replace('<svg', '<svg aria-hidden="true"'))}
	</div>`;
