import type { ListedPayins } from './listedPayins';

/**
 * Lets thousands of sequences run in one test file: an n8n process is started anew by loading the nodes alone again, not the
 * engine, and the service answers from memory. What they share across those loads is kept here.
 */
interface Shared {
	workflowPackage?: object;
	service?: ListedPayins;
	/** Counts the processes: what a killed one waits for never comes. */
	process: number;
}

const holder = globalThis as { sequencesOfEvents?: Shared };

export const shared: Shared = (holder.sequencesOfEvents ??= { process: 0 });

/** n8n's package of types and functions, the same object for every process, with pauses that take no time. */
export function onePackage(actual: () => object): object {
	shared.workflowPackage ??= { ...actual(), sleep };
	return shared.workflowPackage;
}

async function sleep(): Promise<void> {
	const { process } = shared;
	await new Promise((resolve) => setImmediate(resolve));
	if (shared.process !== process) await new Promise(() => undefined);
}

/** The service client of the nodes, answered from memory. */
export class MemoryClient {
	constructor(
		_context: unknown,
		readonly credential: { baseUrl: string; appId: string },
	) {}

	with(): this {
		return this;
	}

	async read(request: { path: string }): Promise<object> {
		if (!shared.service) throw new Error('No sequence is running');
		return await Promise.resolve(shared.service.read(request));
	}
}
