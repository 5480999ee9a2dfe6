/** The name customers see on the hosted pages and on PayIDs. */
export const merchantName = 'Example Merchant';

/** The domain of the emulated service's PayIDs. */
export const payidDomain = 'payid.example.test';

/** The holder of an account and their contract terms. `/_control/accounts` can change the last three at run time. */
export interface Merchant {
	readonly appId: string;
	readonly secretKey: string;
	/** An account holds one currency (section Authentication). */
	readonly currency: string;
	/** Signs this merchant's notifications; null leaves them unsigned. */
	webhookSecretKey: string | null;
	/** Payouts wait for an approver's decision before they are sent. */
	approvals: boolean;
	/** The merchant is Australian, so `gst` may be true for AUD. */
	australian: boolean;
}
