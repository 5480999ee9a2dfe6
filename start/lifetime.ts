type Undoing = () => Promise<void> | void;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Exit status of a run that was interrupted before its verdict. */
const INTERRUPTED = 130;

/** What has to be undone at the end, latest first, whether the end comes by itself or by a signal. */
export class Lifetime {
	private readonly undoings: Undoing[] = [];
	private ending: Promise<void> | undefined;

	constructor() {
		for (const signal of SIGNALS) {
			process.once(signal, () => {
				process.stdout.write('\nStopping …\n');
				void this.end().finally(() => process.exit(process.exitCode ?? INTERRUPTED));
			});
		}
	}

	/** Remembers what to undo at the end. */
	defer(undoing: Undoing): void {
		this.undoings.push(undoing);
	}

	/** Undoes everything; one that fails does not keep the others from it. */
	async end(): Promise<void> {
		this.ending ??= this.undoAll();
		await this.ending;
	}

	/** Never ends by itself: the process goes on until it gets a signal. */
	async untilStopped(): Promise<never> {
		return await new Promise<never>(() => {
			// A promise alone does not keep a process alive.
			setInterval(() => undefined, 60_000);
		});
	}

	private async undoAll(): Promise<void> {
		for (const undo of this.undoings.reverse()) {
			try {
				await undo();
			} catch (error) {
				console.error(error instanceof Error ? error.message : error);
			}
		}
	}
}
