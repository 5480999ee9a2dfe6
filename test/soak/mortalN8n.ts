import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../emulator/engine/random';
import type { NodeRunOptions } from '../integration/engine/execution';
import type { Service } from '../integration/engine/service';
import { atCall, MOMENTS } from '../integration/moneyOnce/atCall';
import { startProcess, type KillableProcess } from '../integration/moneyOnce/killableProcess';
import type { Told } from '../integration/moneyOnce/payingProcess';

/** Milliseconds before the next process. A real n8n takes far longer, so what the dead process sent would have arrived. */
const RESTART = 500;

/** Milliseconds between a call and the kill, at most. */
const LATEST = 60;

/** How often an n8n is killed, and how many calls its executions make before, at most. */
export interface Fate {
	kills: number;
	calls: number;
}

/** An n8n that is killed at random points, with all its running executions, and started again. */
export interface MortalN8n {
	/** Processes that were killed so far. */
	readonly killed: number;
	/** Runs the node, which pays through a service of its own; null when it was killed before the end. */
	run(service: Service, options: NodeRunOptions): Promise<Told | null>;
	end(): Promise<void>;
}

/** One process, and when it dies: as soon as one of its executions has made so many calls. */
interface Life {
	process: KillableProcess;
	calls: number;
	moment: (typeof MOMENTS)[number];
	delay: number;
}

export function startMortalN8n(fate: Fate, chance: Random): MortalN8n {
	let killed = 0;
	let ended = false;
	let standby = startProcess();
	let present = nextLife();

	async function nextLife(): Promise<Life> {
		const process = await standby;
		const last = killed === fate.kills;
		// The engine takes seconds to load, so the next process loads it while this one pays.
		if (!last) standby = startProcess();
		return {
			process,
			calls: last ? Infinity : chance.integer(1, fate.calls),
			moment: MOMENTS[chance.integer(0, MOMENTS.length - 1)]!, // an index within the list
			// At the call itself as often as between calls.
			delay: chance.integer(0, 1) * chance.integer(0, LATEST),
		};
	}

	return {
		get killed() {
			return killed;
		},
		async run(service, options) {
			const life = present;
			const { process, calls, moment, delay } = await life;
			const die = () => {
				// Several executions may come to this point, and some after the end.
				if (ended || present !== life) return;
				killed++;
				present = process.kill().then(async () => {
					await pause(RESTART);
					return await nextLife();
				});
			};
			const spare = atCall(service, moment, calls, () => (delay === 0 ? die() : void setTimeout(die, delay)));
			return await process.run(options).finally(spare);
		},
		async end() {
			ended = true;
			for (const process of [(await present).process, await standby]) await process.kill();
		},
	};
}
