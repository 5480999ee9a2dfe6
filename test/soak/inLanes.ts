import type { Random } from '../../emulator/engine/random';
import { runNode } from '../integration/engine/execution';
import { startService, type Service } from '../integration/engine/service';
import { chanceOf, SEED } from './chance';
import { startFaultyService } from './faultyService';
import { add, noFigures, type Figures } from './figures';
import { paying, people, SINGLE } from './people';

/** As many as leave this machine time to answer: where the service is late, that is one more fault, and not a seeded one. */
const AT_ONCE = 20;

/** Loads n8n's engine, which takes seconds, before anything has a time limit. */
async function warmUp(): Promise<void> {
	const service = await startService();
	await runNode({ credentials: service.credentials(), parameters: paying(SINGLE, ''), items: people(1) });
	await service.close();
}

/**
 * Runs the same soak in many lanes, several at once because most of its time is spent waiting. Each lane has a service of
 * its own and goes step by step, so that the same seed gives the same calls in the same order.
 */
export async function inLanes(
	lanes: number,
	part: number,
	work: (service: Service, chance: Random, figures: Figures) => Promise<void>,
): Promise<Figures> {
	await warmUp();
	const started = Date.now();
	const sum = noFigures();
	let next = 0;
	const oneAfterTheOther = async () => {
		for (let lane = next++; lane < lanes; lane = next++) {
			const service = await startFaultyService(SEED + part * 100 + lane);
			const figures = noFigures();
			try {
				await work(service, chanceOf(part * 100 + lane), figures);
			} finally {
				await service.close();
			}
			add(sum, figures);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, oneAfterTheOther));
	return { ...sum, seconds: (Date.now() - started) / 1000 };
}
