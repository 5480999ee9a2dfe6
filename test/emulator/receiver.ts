import { createServer, type IncomingHttpHeaders, type Server } from 'http';
import type { AddressInfo } from 'net';
import type { NotificationTarget } from '../../contract/notificationTarget';

/** A notification as it arrived. */
export interface Arrival {
	headers: IncomingHttpHeaders;
	/** The raw text, which the signature covers. */
	text: string;
	body: Record<string, unknown>;
}

/** What the receiver does with its nth notification: a status, or no answer at all. */
export type Script = (nth: number) => Reaction | Promise<Reaction>;
export type Reaction = number | 'stall' | 'reset';

export interface Receiver {
	readonly arrivals: Arrival[];
	readonly target: NotificationTarget;
	close(): Promise<void>;
}

/** A merchant's server that answers notifications by script. */
export async function startReceiver(script: Script = () => 200): Promise<Receiver> {
	const arrivals: Arrival[] = [];
	const server: Server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', async () => {
			const text = Buffer.concat(chunks).toString();
			arrivals.push({ headers: request.headers, text, body: JSON.parse(text) as Record<string, unknown> });
			const answer = await script(arrivals.length);
			if (answer === 'reset') request.socket.resetAndDestroy();
			else if (answer !== 'stall') response.writeHead(answer).end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		arrivals,
		target: { endpoint_url: `http://127.0.0.1:${port}/`, authorization_header: 'Bearer of the merchant' },
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
