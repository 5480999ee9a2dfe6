import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Undo = () => unknown;

/** Clean-up actions to run at the end, latest first. */
export class Lifetime {
	private readonly undos: Undo[] = [];
	private ending: Promise<void> | undefined;

	defer(undo: Undo): void {
		this.undos.push(undo);
	}

	/** A folder in the system's temporary folder that is removed at the end. */
	temporaryFolder(prefix: string): string {
		const folder = mkdtempSync(join(tmpdir(), prefix));
		// A process that has just ended may still hold a file open.
		this.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 }));
		return folder;
	}

	/** Whether the program is interrupted or ends, so that what fails now fails because of that. */
	get isEnding(): boolean {
		return this.ending !== undefined;
	}

	/** Undoes everything, even if a step fails; throws the failures at the end. */
	async end(): Promise<void> {
		this.ending ??= this.undoAll();
		await this.ending;
	}

	private async undoAll(): Promise<void> {
		const failures: unknown[] = [];
		for (const undo of this.undos.reverse()) {
			try {
				await undo();
			} catch (failure) {
				failures.push(failure);
			}
		}
		if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('\n'));
	}
}
