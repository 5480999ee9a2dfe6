import * as pauses from '../../../nodes/service/time';

/** Lets the node's waits take no time, until mocks are restored: the clock goes on by them. */
export function skipWaits(): void {
	const { now } = Date;
	let waited = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + waited);
	jest.spyOn(pauses, 'pause').mockImplementation(async (milliseconds) => {
		waited += Math.max(0, milliseconds);
		await Promise.resolve();
	});
}
