import { z } from 'zod/v4';
import { ASSUMED } from './assumed';

/** Raw content of a payment QR code. Spec: v2: payout queries and actions, qr_content. */
export const qrContentBody = z.object({ [ASSUMED.qrContentField]: z.string().min(1) });

/** Base64 image of a payment QR code. Spec: v2: payout queries and actions, qr_image. */
export const qrImageBody = z.object({
	[ASSUMED.qrImageField]: z
		.string()
		.regex(/^(data:[^,]*;base64,)?[A-Za-z0-9+/\s]+={0,2}\s*$/, 'must be a Base64 image'),
});

/** Account behind a valid QR code. Spec: v2: payout queries and actions, qr_content. */
export const resolvedBankAccount = z.object({
	account_name: z.string(),
	account_number: z.string(),
	bank_name: z.string(),
	swift_code: z.string(),
});

export type QrContentBody = z.input<typeof qrContentBody>;
export type QrImageBody = z.input<typeof qrImageBody>;
export type ResolvedBankAccount = z.infer<typeof resolvedBankAccount>;
