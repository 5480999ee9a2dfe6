import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../runtime/until';

/** The clock of some of n8n's processes. It follows the real one until it is moved. */
export class N8nClock {
	private readonly files: string[] = [];
	private offset = 0;

	constructor(private readonly folder: string) {}

	/** Environment variables to start a process with. */
	environmentFor(name: string): Record<string, string> {
		const file = join(this.folder, `clock-of-${name}`);
		writeFileSync(file, '0');
		this.files.push(file);
		return { MOVABLE_CLOCK: file, NODE_OPTIONS: `--require ${join(__dirname, 'movableClock.cjs')}` };
	}

	/** Moves the clock forward. Resolves when every process uses the new time. */
	async advance(milliseconds: number): Promise<void> {
		this.offset += milliseconds;
		for (const file of this.files) writeFileSync(file, String(this.offset));
		const taken = (file: string) => existsSync(`${file}.taken`) && readFileSync(`${file}.taken`, 'utf8');
		await until(() => this.files.every((file) => taken(file) === String(this.offset)), {
			otherwise: 'Not every n8n took its new time',
		});
	}
}
