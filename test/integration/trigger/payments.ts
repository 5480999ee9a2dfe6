import type { IDataObject } from 'n8n-workflow';
import type { Service } from '../engine/service';
import { headersFor } from './account';

/** Nothing listens there. Tests take notifications from the service's list of deliveries and pass them to a trigger. */
const target = { endpoint_url: 'http://127.0.0.1:1/webhook', authorization_header: 'Bearer unused' };

/** What an item of either trigger shows, in this order. */
export const EVENT_FIELDS =
	'event_type external_id status amount currency uuid source is_final received_at event_id payload';

/** Creates a pending payin and returns its uuid. */
export function newPayin({ emulator }: Service, changes: object = {}, currency = 'AUD'): string {
	return emulator.account(currency).payins.create({
		payin_method_name: 'au_bank_aud',
		payin_method_params: {},
		amount: 80,
		currency,
		name: 'Ada Byron',
		email: 'ada@shop.example',
		description: 'Order 77',
		gst: false,
		webhook_notification: target,
		...changes,
	}).uuid;
}

/** Creates a paid payin and returns its uuid. */
export function receivedPayin(service: Service, changes: object = {}, currency = 'AUD'): string {
	const uuid = newPayin(service, changes, currency);
	service.emulator.account(currency).payins.simulate(uuid, 'completed');
	return uuid;
}

/** Requests a refund of a payin, which completes a second later. */
export function refund({ emulator }: Service, uuid: string, amount?: number): void {
	const { payins } = emulator.account('AUD');
	payins.refunds.request(payins.get(uuid), { amount, description: 'Late parcel' });
}

/** Creates a checkout link and returns its uuid. */
export function newLink({ emulator }: Service): string {
	return emulator.account('AUD').links.create({
		amount: 50,
		description: 'Order 77',
		sender_info: { email: 'ada@shop.example', first_name: 'Ada', last_name: 'Byron' },
		payin_method_code: 'au_card_aud',
		expires_in: 1800,
		webhook_notification: target,
		meta_data: { external_id: 'order-1' },
	}).uuid;
}

/** Creates a paid checkout link and returns its uuid. */
export function paidLink(service: Service): string {
	const { links, checkoutSessions } = service.emulator.account('AUD');
	const uuid = newLink(service);
	checkoutSessions.pay(links.session(uuid));
	return uuid;
}

/** Creates a payout batch and returns its uuid. With default settings it completes two seconds later. */
export function newPayout({ emulator }: Service, changes: object = {}): string {
	return emulator.account('AUD').payouts.create({
		payout_method_name: 'au_bank_aud',
		currency: 'AUD',
		description: 'March wages',
		webhook_notification: target,
		payout_transaction_details: [
			{
				first_name: 'Ada',
				last_name: 'Byron',
				email: 'ada@shop.example',
				amount: 75,
				payout_method_params: { bsb: '062000', account_number: '12345678', account_name: 'Ada Byron' },
			},
		],
		...changes,
	}).uuid;
}

/** The bodies of the notifications that the service has sent about a payment so far, oldest first. */
export function notificationsAbout({ emulator }: Service, uuid: string): IDataObject[] {
	return emulator.world.notifications.deliveries
		.filter(({ about }) => about === uuid)
		.map(({ body }) => body as IDataObject);
}

/** Headers with which a trigger that has the account's credential accepts this notification. */
export function believed({ emulator }: Service, body: unknown): { authorization: string } {
	return headersFor(body, emulator.account('AUD'));
}
