import pMap from 'p-map';
import type { Random } from '../../emulator/engine/random';
import { runNode } from '../integration/engine/execution';
import { startService, type Service } from '../integration/engine/service';
import { chanceOf, SEED } from './chance';
import { startFaultyService } from './faultyService';
import { add, noFigures, type Figures } from './figures';
import { paying, people, SINGLE } from './people';

/** Few enough for the service to answer in time: a late answer would be another fault, outside the seed's control. */
const AT_ONCE = 20;

/** Loads n8n's engine before anything has a time limit, because that takes seconds. */
async function warmUp(): Promise<void> {
	const service = await startService();
	await runNode({ credentials: service.credentials(), parameters: paying(SINGLE), items: people(1) });
	await service.close();
}

/**
 * Runs the same work in many lanes, several at a time because it spends most of its time waiting. Each lane has a service of
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
	await pMap(
		Array.from({ length: lanes }),
		async (_, lane) => {
			const service = await startFaultyService(SEED + part * 100 + lane);
			const figures = noFigures();
			try {
				await work(service, chanceOf(part * 100 + lane), figures);
			} finally {
				await service.close();
			}
			add(sum, figures);
		},
		{ concurrency: AT_ONCE },
	);
	return { ...sum, seconds: (Date.now() - started) / 1000 };
}
