import { createServer } from 'http';
import type { AddressInfo } from 'net';
import { endpoints, type EndpointId } from '../../contract/endpoints';
import { notifications, type NotificationSource } from '../../contract/notifications';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../emulator/server';

export const start = new Date('2031-03-04T00:00:00Z');
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

type Fields = Record<string, unknown>;

export interface Answer {
	status: number;
	// Tests look into answers of every shape; the contract has checked the shape of each success.
	body: Fields & {
		errors?: Record<string, string>;
		records?: Fields[];
		refunds?: Fields[];
		payout_transactions?: Fields[];
		record?: Fields;
	};
}

export interface MoneyService {
	emulator: Emulator;
	/** Calls an endpoint as the merchant of a currency; a success must have the contract's shape. */
	call(id: EndpointId, request?: Fields, currency?: string): Promise<Answer>;
	/** Moves time and waits for the notifications this causes. */
	advance(milliseconds: number): Promise<void>;
	/** Statuses (or bodies) of the notifications about a record so far; each must have the contract's shape. */
	heard(uuid: string): Promise<Fields[]>;
	/** A notification object that leads to this receiver. */
	readonly target: { endpoint_url: string; authorization_header: string };
	close(): Promise<void>;
}

/** An emulator with frozen time and a receiver of notifications that always answers 200. */
export async function startMoneyService(options: EmulatorOptions = {}): Promise<MoneyService> {
	const receiver = createServer((request, response) => {
		request.resume();
		request.on('end', () => response.end());
	});
	await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
	const emulator = await startEmulator({ start, frozen: true, ...options });
	const idle = () => emulator.world.notifications.idle();
	return {
		emulator,
		target: {
			endpoint_url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
			authorization_header: 'Bearer secret',
		},
		async call(id, request = {}, currency = 'AUD') {
			const { method, path, response: schema } = endpoints[id];
			const { appId, secretKey } = emulator.account(currency);
			const query = method === 'GET' ? `?${new URLSearchParams(request as Record<string, string>).toString()}` : '';
			const answer = await fetch(`${emulator.apiUrl}${path}${query}`, {
				method,
				headers: { 'app-id': appId, 'secret-key': secretKey, 'content-type': 'application/json' },
				...(method === 'GET' ? {} : { body: JSON.stringify(request) }),
			});
			const body = (await answer.json()) as Answer['body'];
			if (answer.status === 200) schema.parse(body);
			return { status: answer.status, body };
		},
		async advance(milliseconds) {
			await emulator.world.clock.advance(milliseconds);
			await idle();
		},
		async heard(uuid) {
			await idle();
			return emulator.world.notifications.deliveries
				.filter(({ about }) => about === uuid)
				.map(({ source, body, state }) => {
					notifications[source as NotificationSource].parse(body);
					expect(state).toBe('delivered');
					return body as Fields;
				});
		},
		async close() {
			await emulator.close();
			receiver.closeAllConnections();
			await new Promise((resolve) => receiver.close(resolve));
		},
	};
}
