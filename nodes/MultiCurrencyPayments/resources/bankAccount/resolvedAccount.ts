import type { QrContentBody, QrImageBody, ResolvedBankAccount } from '../../../../contract';
import type { ItemCall } from '../../form/itemCall';

/**
 * The account behind a payment QR code. Changes nothing at the service, so it is repeated like any reading
 * (specification: "v2: payout queries and actions").
 */
export async function resolvedAccount(
	item: ItemCall,
	kind: 'qr_content' | 'qr_image',
	body: QrContentBody | QrImageBody,
): Promise<ResolvedBankAccount> {
	return await item.client.read<ResolvedBankAccount>({ method: 'POST', path: `/v2/banks/lookup/${kind}`, body });
}
