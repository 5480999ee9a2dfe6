import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isObject } from '../core/objects';

/** A notification as it arrived. */
export interface Mail {
	headers: IncomingHttpHeaders;
	raw: Buffer;
	body: Record<string, unknown>;
}

/** Where notifications arrive. */
export interface Receiver {
	port: number;
	/** All so far. */
	readonly mails: readonly Mail[];
	close(): Promise<void>;
}

/** A notification is small. What is larger is not one. */
const LARGEST = 1_000_000;
const MOST = 1_000;

/** Listens for notifications on this machine, and answers each with 200. */
export async function listenForMails(port: number): Promise<Receiver> {
	const mails: Mail[] = [];
	const server = createServer((request, response) => {
		const pieces: Buffer[] = [];
		let size = 0;
		request.on('data', (piece: Buffer) => {
			size += piece.length;
			if (size <= LARGEST) pieces.push(piece);
		});
		request.on('error', () => undefined);
		request.on('end', () => {
			response.writeHead(200).end('ok');
			const raw = Buffer.concat(pieces);
			const body = parsed(raw);
			if (size <= LARGEST && mails.length < MOST && body) mails.push({ headers: request.headers, raw, body });
		});
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => resolve());
	});
	return {
		port: (server.address() as AddressInfo).port,
		mails,
		async close() {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}

function parsed(raw: Buffer): Record<string, unknown> | undefined {
	try {
		const body: unknown = JSON.parse(raw.toString('utf8'));
		return isObject(body) ? body : undefined;
	} catch {
		return undefined;
	}
}
