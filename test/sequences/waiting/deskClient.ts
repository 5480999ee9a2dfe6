import type { PayinDesk } from './payinDesk';

/** What the sequences of a test file share with the nodes they have loaded. */
export const sharedDesk: { desk?: PayinDesk } = {};

/** The service client of the nodes, answered from memory. */
export class DeskClient {
	readonly cancelSignal = undefined;

	constructor(
		_context: unknown,
		readonly credential: object,
	) {}

	with(): this {
		return this;
	}

	async read(request: { path: string }): Promise<object> {
		return await deskNow().read(request);
	}

	async write({ body }: { body: object }): Promise<object> {
		return await Promise.resolve(deskNow().create(body as Parameters<PayinDesk['create']>[0]));
	}
}

function deskNow(): PayinDesk {
	if (!sharedDesk.desk) throw new Error('No sequence is running');
	return sharedDesk.desk;
}
