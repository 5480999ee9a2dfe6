import type { QrContentBody, QrImageBody, ResolvedBankAccount } from '../../../../contract';
import type { ItemCall } from '../../run/itemCall';

/**
 * The account behind a payment QR code (specification: "v2: payout queries and actions"). The POST changes nothing at the
 * service, so it is repeated like a GET.
 */
export async function resolvedAccount(
	item: ItemCall,
	kind: 'qr_content' | 'qr_image',
	body: QrContentBody | QrImageBody,
): Promise<ResolvedBankAccount> {
	return await item.client.read<ResolvedBankAccount>({ method: 'POST', path: `/v2/banks/lookup/${kind}`, body });
}
