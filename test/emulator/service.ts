import { createServer } from 'http';
import type { AddressInfo } from 'net';
import { endpoints, type EndpointContract, type EndpointId } from '../../contract/endpoints';
import { notifications } from '../../contract/notifications';
import type { NotificationTarget } from '../../contract/notificationTarget';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../emulator/server';

export const start = new Date('2031-03-04T00:00:00Z');
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

type Fields = Record<string, unknown>;

export interface Answer {
	status: number;
	// Loosely typed, because tests read answers of every shape. The contract has checked the shape of each success.
	body: Fields & {
		errors?: Record<string, string>;
		records?: Fields[];
		refunds?: Fields[];
		payout_transactions?: Fields[];
		record?: Fields;
	};
}

/** What a test does as the merchant, through `/_control` and in a browser. */
export interface Service {
	emulator: Emulator;
	/** Calls an endpoint as the merchant of a currency; a success must have the contract's shape. */
	call(id: EndpointId, request?: Fields, currency?: string): Promise<Answer>;
	/** Like `call`, with a path parameter, extra headers or a form instead of JSON. */
	request(
		id: EndpointId,
		parts: { uuid?: string; headers?: Record<string, string>; body?: object; form?: FormData; currency?: string },
	): Promise<Answer>;
	/** A command of `/_control`: POST with a body, GET without. */
	control(command: string, body?: object): Promise<Answer>;
	/** Fetches a page or file by its full URL. Posts a form if given; does not follow redirects. */
	browse(
		address: string,
		form?: Record<string, string>,
	): Promise<{ status: number; text: string; location: string | null }>;
	/** Moves time and waits for the notifications this causes. */
	advance(milliseconds: number): Promise<void>;
	/** The bodies of the notifications about a record so far; each must have the contract's shape. */
	heard(uuid: string): Promise<Fields[]>;
	/** A notification object that points to the receiver. */
	readonly target: NotificationTarget;
	close(): Promise<void>;
}

/** A receiver of notifications that always answers 200. */
async function startReceiver() {
	const server = createServer((request, response) => {
		request.resume();
		request.on('end', () => response.end());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		target: { endpoint_url: `http://127.0.0.1:${port}/`, authorization_header: 'Bearer secret' },
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** The calls of a merchant; a success must have the contract's shape. */
function merchantCalls(emulator: Emulator): Pick<Service, 'call' | 'request'> {
	async function send(id: EndpointId, currency: string, path: string, init: RequestInit): Promise<Answer> {
		const { method, response, responseOfAnyStatus }: EndpointContract = endpoints[id];
		const wide = emulator.world.settings.recordStatuses === 'thirteen';
		const schema = wide ? (responseOfAnyStatus ?? response) : response;
		const { appId, secretKey } = emulator.account(currency);
		const headers = { 'app-id': appId, 'secret-key': secretKey, ...(init.headers as Record<string, string>) };
		const answer = await fetch(`${emulator.apiUrl}${path}`, { ...init, method, headers });
		const body = (await answer.json()) as Answer['body'];
		if (answer.status === 200) schema.parse(body);
		return { status: answer.status, body };
	}

	const json = { 'content-type': 'application/json' };
	return {
		call(id, request = {}, currency = 'AUD') {
			const { method, path } = endpoints[id];
			const query = method === 'GET' ? `?${new URLSearchParams(request as Record<string, string>).toString()}` : '';
			const body = method === 'GET' ? {} : { body: JSON.stringify(request) };
			return send(id, currency, `${path}${query}`, { headers: json, ...body });
		},
		request(id, { uuid = '', headers = {}, body, form, currency = 'AUD' }) {
			const { method, path } = endpoints[id];
			return send(id, currency, path.replace(':uuid', uuid), {
				headers: { ...(form ? {} : json), ...headers },
				...(method === 'GET' ? {} : { body: form ?? JSON.stringify(body) }),
			});
		},
	};
}

/** An emulator with frozen time, and a receiver of its notifications. */
export async function startService(options: EmulatorOptions = {}): Promise<Service> {
	const receiver = await startReceiver();
	const emulator = await startEmulator({ start, frozen: true, ...options });
	const idle = () => emulator.world.notifications.idle();
	return {
		emulator,
		target: receiver.target,
		...merchantCalls(emulator),
		async control(command, body) {
			const answer = await fetch(`${emulator.controlUrl}/${command}`, {
				...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
			});
			return { status: answer.status, body: (await answer.json()) as Answer['body'] };
		},
		async browse(address, form) {
			const answer = await fetch(address, {
				redirect: 'manual',
				...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
			});
			return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') };
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
					notifications[source].parse(body);
					expect(state).toBe('delivered');
					return body as Fields;
				});
		},
		async close() {
			await emulator.close();
			await receiver.close();
		},
	};
}
