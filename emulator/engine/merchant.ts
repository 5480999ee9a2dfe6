/** The name customers see on the hosted pages and on PayIDs. */
export const merchantName = 'Example Merchant';

/** The domain of the emulated service's PayIDs. */
export const payidDomain = 'payid.example.test';

/** Who holds an account, and what was agreed with them. `/_control/accounts` changes the last three while the emulator runs. */
export interface Merchant {
	readonly appId: string;
	readonly secretKey: string;
	/** An account holds one currency (section Authentication). */
	readonly currency: string;
	/** Signs this merchant's notifications; null leaves them unsigned. */
	webhookSecretKey: string | null;
	/** Payouts wait for a decision before they are sent. */
	approvals: boolean;
	/** The merchant is Australian: `gst` may be true for AUD. */
	australian: boolean;
}
