import type { Emulator } from '../emulator/server';
import { deriveAuthorization } from '../core/service/authorization';

/** A payment as the create call returns it. */
export interface CreatedPayment {
	uuid: string;
	external_id: string | null;
	status: string;
}

export type PaymentKind = 'payin' | 'payout' | 'checkoutLink';

const LISTS: Readonly<Record<PaymentKind, string>> = {
	payin: '/v2/payins/all',
	payout: '/v2/payouts/all',
	checkoutLink: '/v3/payin_links',
};

const WEEK_MS = 7 * 86_400_000;

/** A merchant's account, used through the service's API as the merchant's own programs would. */
export class ServiceAccount {
	readonly appId: string;
	readonly secretKey: string;
	readonly webhookSecretKey: string;

	constructor(
		private readonly emulator: Emulator,
		readonly currency: string,
	) {
		const { appId, secretKey, webhookSecretKey } = emulator.account(currency);
		this.appId = appId;
		this.secretKey = secretKey;
		this.webhookSecretKey = webhookSecretKey ?? '';
	}

	/** A fresh authorization value, as the action node would give a payment with this external ID. */
	authorization(externalId: string | null): string {
		return deriveAuthorization({ secret: this.secretKey, appId: this.appId, externalId });
	}

	async createPayin(externalId: string, notificationUrl: string): Promise<CreatedPayment> {
		return await this.send('POST', '/v2/payins', {
			payin_method_name: 'au_bank_aud',
			payin_method_params: {},
			amount: 25.5,
			currency: this.currency,
			name: 'Ada Byron',
			email: 'ada@shop.example',
			description: `Order ${externalId}`,
			gst: false,
			external_id: externalId,
			webhook_notification: this.target(notificationUrl, externalId),
		});
	}

	async createPayout(externalId: string, notificationUrl: string): Promise<CreatedPayment> {
		return await this.send('POST', '/v2/payouts', {
			payout_method_name: 'au_payid_npp_aud',
			currency: this.currency,
			description: 'March wages',
			external_id: externalId,
			webhook_notification: this.target(notificationUrl, externalId),
			payout_transaction_details: [
				{
					external_id: externalId,
					first_name: 'Ben',
					last_name: 'Okafor',
					email: 'ben@payees.example',
					amount: 980.5,
					payout_method_params: { pay_id: 'ben@payees.example', pay_id_type: 'EMAIL' },
				},
			],
		});
	}

	/** The one payment with this external ID. */
	async find(kind: PaymentKind, externalId: string): Promise<CreatedPayment> {
		const now = this.emulator.world.clock.now().getTime();
		const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
		const query = new URLSearchParams({
			external_id: externalId,
			from_date: dateOf(now - WEEK_MS),
			to_date: dateOf(now),
		});
		const { records } = await this.send<{ records: CreatedPayment[] }>('GET', `${LISTS[kind]}?${query}`);
		if (records.length !== 1)
			throw new Error(`The service has ${records.length} payments of kind ${kind} called ${externalId}.`);
		return records[0];
	}

	/** The customer pays on the hosted page. */
	payLink(uuid: string): void {
		const { checkoutSessions } = this.emulator.account(this.currency);
		const session = checkoutSessions.find(uuid);
		if (!session) throw new Error(`There is no payment link ${uuid}.`);
		checkoutSessions.choose(session, 'au_payid_npp_aud');
		checkoutSessions.pay(session);
	}

	/** The customer pays, or the payment fails. */
	async simulatePayin(uuid: string, status: 'completed' | 'failed' = 'completed'): Promise<void> {
		await this.send('POST', '/v2/payins/simulate', { uuid, status });
	}

	/** Resolves when every notification that is due has been answered. */
	async delivered(): Promise<void> {
		await this.emulator.world.notifications.idle();
	}

	private target(url: string, externalId: string) {
		return { endpoint_url: url, authorization_header: this.authorization(externalId) };
	}

	private async send<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(`${this.emulator.apiUrl}${path}`, {
			method,
			headers: { 'content-type': 'application/json', 'app-id': this.appId, 'secret-key': this.secretKey },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok)
			throw new Error(`The service answered ${response.status} to ${method} ${path}: ${text.slice(0, 300)}`);
		return JSON.parse(text) as T;
	}
}
