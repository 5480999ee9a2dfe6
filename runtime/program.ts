import { Lifetime } from './lifetime';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Exit status of an interrupted program. */
const INTERRUPTED = 130;

function show(error: unknown): void {
	console.error(`\n${error instanceof Error ? error.message : String(error)}`);
	process.exitCode = 1;
}

/**
 * Runs a command-line program. Everything it has started ends with it, even when it fails or is interrupted.
 * @param main sets `process.exitCode` when something is wrong
 * @param lastWord printed after the error message when `main` throws
 */
export async function runProgram(main: (lifetime: Lifetime) => Promise<void>, lastWord?: string): Promise<never> {
	const lifetime = new Lifetime();
	for (const signal of SIGNALS) {
		process.once(signal, () => {
			process.stdout.write('\nStopping …\n');
			void lifetime
				.end()
				.catch(show)
				.finally(() => process.exit(process.exitCode ?? INTERRUPTED));
		});
	}
	try {
		await main(lifetime);
	} catch (error) {
		show(error);
		if (lastWord !== undefined) console.error(`\n${lastWord}`);
	}
	await lifetime.end().catch(show);
	// Open connections would keep the process alive for a while.
	process.exit();
}

/** Never resolves, so that the program runs until a signal ends it. */
export async function untilStopped(): Promise<never> {
	return await new Promise<never>(() => {
		// A promise alone does not keep a process alive.
		setInterval(() => undefined, 60_000);
	});
}

/** How many checks passed and failed, in the form that `.ci/run` adds up: `start: 8 passed, 0 failed`. */
export const tally = (name: string, passed: number, failed: number): string =>
	`${name}: ${passed} passed, ${failed} failed`;
