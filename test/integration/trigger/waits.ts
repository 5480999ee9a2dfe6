import * as pauses from '../../../nodes/service/time';
import { startService, type Service } from '../engine/service';

/** Lets the node's waits take no time, until mocks are restored: the clock goes on by them. */
function skipWaits(): void {
	const { now } = Date;
	let waited = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + waited);
	jest.spyOn(pauses, 'pause').mockImplementation(async (milliseconds) => {
		waited += Math.max(0, milliseconds);
		await Promise.resolve();
	});
}

/** Starts the service before the tests of a file or group, gives each a new world and no waits, and stops it after them. */
export function startWithoutWaits(use: (service: Service) => void): void {
	let service: Service;
	beforeAll(async () => {
		service = await startService();
		use(service);
	});
	beforeEach(async () => {
		await service.reset();
		skipWaits();
	});
	afterEach(() => jest.restoreAllMocks());
	afterAll(async () => await service.close());
}
