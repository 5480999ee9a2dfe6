import { createHash } from 'node:crypto';
import { createServer, request, Agent } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One delivery that was passed on. */
export interface Passage {
	/** Hash of what was delivered: copies have the same. */
	digest: string;
	/** Which process got it, as an index of the targets. */
	process: number;
	/** The status of its answer. */
	status: number;
	/** Real milliseconds since 1970. */
	at: number;
}

/**
 * A load balancer for the webhook processes. Each copy of a delivery goes to another process than the copy before: the worst
 * case for a memory that every process has for itself.
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
			// Events take turns, too, so that both processes have the same load.
			const process = first === undefined ? (turn += 1) % targets.length : (first + 1) % targets.length;
			copies.set(digest, process);
			const losesAnswer = balancer.loseFirstAnswers && first === undefined;
			const { method, headers, url } = incoming;
			const onward = request(`${targets[process]}${url ?? '/'}`, { method, headers, agent }, (answer) => {
				const status = answer.statusCode ?? 0;
				passages.push({ digest, process, status, at: Date.now() });
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
