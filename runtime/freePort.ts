import { createServer } from 'node:net';

/** A port of the loopback address that nobody listens on at this moment. Another program may take it before its user does. */
export async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', resolve);
	});
	const address = server.address();
	await new Promise<void>((resolve) => server.close(() => resolve()));
	if (address === null || typeof address === 'string') throw new Error('The system gave no port for 127.0.0.1.');
	return address.port;
}
