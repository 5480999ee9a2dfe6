import type { ListedPayins } from './listedPayins';

/**
 * Lets thousands of sequences run in one test file: a new n8n process only reloads the nodes, not the engine, and the service
 * answers from memory. This holds what is shared across those loads.
 */
interface Shared {
	workflowPackage?: object;
	service?: ListedPayins;
	/** Number of the current process. What a killed process waits for never comes. */
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
		private readonly context: unknown,
		readonly credential: { baseUrl: string; appId: string },
		private readonly changes: { count?: { add(): void } } = {},
	) {}

	with(changes: { count?: { add(): void } }): MemoryClient {
		return new MemoryClient(this.context, this.credential, { ...this.changes, ...changes });
	}

	async read(request: { path: string }): Promise<object> {
		if (!shared.service) throw new Error('No sequence is running');
		this.changes.count?.add();
		return await Promise.resolve(shared.service.read(request));
	}
}
