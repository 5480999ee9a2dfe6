import { createHmac } from 'node:crypto';
import { request } from 'node:http';

export interface Answer {
	status: number;
	text: string;
}

export type Headers = Record<string, string>;

/** Posts bytes and returns the answer, even one that arrives before everything was sent. */
export function post(url: string, headers: Headers, body: Uint8Array | string): Promise<Answer> {
	return new Promise((resolve, reject) => {
		let status: number | undefined;
		const outgoing = request(url, { method: 'POST', headers, agent: false }, (incoming) => {
			status = incoming.statusCode ?? 0;
			const chunks: Buffer[] = [];
			incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
			const end = () => resolve({ status: status ?? 0, text: Buffer.concat(chunks).toString() });
			incoming.on('end', end).on('error', end);
		});
		// A server that has answered may close before it has read everything.
		outgoing.on('error', (error) => (status === undefined ? reject(error) : undefined));
		outgoing.end(body);
	});
}

/** The service's signature of a notification's bytes. */
export const signatureOf = (body: Uint8Array | string, key: string): string =>
	createHmac('sha256', key).update(body).digest('hex');
