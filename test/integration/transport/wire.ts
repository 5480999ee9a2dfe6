import { createServer, type IncomingMessage, type ServerResponse } from 'http';
import type { AddressInfo } from 'net';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** A request as it arrived. */
export interface Arrived {
	method: string;
	/** Path with query, below the base address. */
	path: string;
	headers: IncomingMessage['headers'];
	body: string;
	/** Time of arrival, in milliseconds since 1970. */
	at: number;
}

/** Answers a request; `number` counts requests from 1. */
export type Answer = (answer: ServerResponse, request: Arrived, number: number) => void;

/** A scripted server, with control down to the socket. */
export interface Wire {
	readonly requests: Arrived[];
	readonly credentials: ICredentialDataDecryptedObject;
	readonly address: string;
	close(): Promise<void>;
}

export const SECRET = 'secret-key-of-the-test';

/** Starts the server on a free port, or on the one given. */
export async function startWire(reply: Answer, port = 0): Promise<Wire> {
	const requests: Arrived[] = [];
	const server = createServer((request, answer) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const { method = '', url = '', headers } = request;
			const arrived = {
				method,
				path: url.replace(/^\/api/, ''),
				headers,
				body: Buffer.concat(chunks).toString(),
				at: Date.now(),
			};
			requests.push(arrived);
			reply(answer, arrived, requests.length);
		});
	});
	await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		requests,
		address,
		credentials: { environment: 'sandbox', baseUrl: `${address}/api`, appId: 'app-of-the-test', secretKey: SECRET },
		close: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
}

/** A port on which nobody listens. */
export async function unusedPort(): Promise<number> {
	const wire = await startWire(() => undefined);
	await wire.close();
	return Number(new URL(wire.address).port);
}

/** JSON, as the service answers. */
export const json =
	(body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
	(answer) =>
		void answer.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** Gives these answers one after the other, then repeats the last one. */
export const inTurn =
	(...answers: [Answer, ...Answer[]]): Answer =>
	(answer, request, number) =>
		(answers[number - 1] ?? answers.at(-1) ?? answers[0])(answer, request, number);

/** Sends a request on to a real service, whose base address this is. */
export async function pass(
	{ method, path, headers, body }: Arrived,
	baseUrl: string,
): Promise<{ status: number; text: string }> {
	const { host: _host, 'content-length': _length, connection: _connection, ...others } = headers;
	const response = await fetch(`${baseUrl}${path}`, {
		method,
		headers: others as Record<string, string>,
		body: method === 'GET' ? undefined : body,
	});
	return { status: response.status, text: await response.text() };
}

/** Sends spaces, which JSON allows anywhere, until the client closes the connection. */
export const endless: Answer = (answer) => {
	const piece = Buffer.alloc(2 ** 20, ' ');
	const send = () => {
		while (!answer.destroyed) if (!answer.write(piece)) return void answer.once('drain', send);
	};
	send();
};
