import { createHash } from 'node:crypto';
import { createServer, request, Agent } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One forwarded delivery. */
export interface Passage {
	/** Hash of the body, which is the same for copies. */
	digest: string;
	/** The payment that it tells of. */
	uuid: string;
	/** The process that received it, as an index into the targets. */
	process: number;
	/** The status of its answer. */
	status: number;
	/** When it was passed on, in real milliseconds since 1970. */
	since: number;
	/** When it was answered. */
	at: number;
}

/**
 * A load balancer for the webhook processes. Each copy of a delivery goes to a different process than the previous copy: the
 * worst case for memory that processes do not share.
 */
export interface Balancer {
	/** With a slash at the end. */
	readonly url: string;
	readonly passages: readonly Passage[];
	/** Sets the addresses of the processes. */
	to(targets: readonly string[]): void;
	/** While true, every first copy reaches n8n, but its answer is lost on the way back. */
	loseFirstAnswers: boolean;
	close(): Promise<void>;
}

export async function startBalancer(): Promise<Balancer> {
	const agent = new Agent({ keepAlive: false });
	const passages: Passage[] = [];
	const copies = new Map<string, number>();
	let targets: readonly string[] = [];
	let turn = 0;

	const server = createServer((incoming, outgoing) => {
		const chunks: Buffer[] = [];
		incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
		incoming.on('end', () => {
			const body = Buffer.concat(chunks);
			const digest = createHash('sha256').update(body).digest('hex');
			const first = copies.get(digest);
			// First copies alternate too, so that the processes have the same load.
			const process = first === undefined ? (turn += 1) % targets.length : (first + 1) % targets.length;
			copies.set(digest, process);
			const losesAnswer = balancer.loseFirstAnswers && first === undefined;
			const { uuid } = JSON.parse(body.toString()) as { uuid: string };
			const since = Date.now();
			const { method, headers, url } = incoming;
			const onward = request(`${targets[process]}${url ?? '/'}`, { method, headers, agent }, (answer) => {
				const status = answer.statusCode ?? 0;
				passages.push({ digest, uuid, process, status, since, at: Date.now() });
				if (losesAnswer) {
					answer.resume();
					outgoing.destroy();
					return;
				}
				outgoing.writeHead(status, answer.headers);
				answer.pipe(outgoing);
			});
			onward.on('error', () => outgoing.destroy());
			onward.end(body);
		});
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', resolve);
	});
	const { port } = server.address() as AddressInfo; // a TCP server has one as soon as it listens

	const balancer: Balancer = {
		url: `http://127.0.0.1:${port}/`,
		passages,
		to(addresses) {
			targets = addresses;
		},
		loseFirstAnswers: false,
		async close() {
			const closed = new Promise<void>((resolve) => server.close(() => resolve()));
			server.closeAllConnections();
			await closed;
		},
	};
	return balancer;
}
