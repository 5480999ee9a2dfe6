import { MINUTE, postEntries, startPolling } from '../pollingTrigger/polling';
import { run } from '../resources/resourceRun';
import { newPayin, newPayout } from '../trigger/payments';

/** What was made last is listed until now, also where the clock of n8n is slow. */

const polling = startPolling();
const HOUR = 60 * MINUTE;

it.each([
	['payin', 'getAll', () => void newPayin(polling.service)],
	['payout', 'getAll', () => void newPayout(polling.service)],
	['balance', 'getHistory', () => postEntries(polling.service, 1)],
	['audBalance', 'getHistory', () => postEntries(polling.service, 1)],
])('%s: %s without To Date', async (resource, operation, make) => {
	const listed = async () => {
		const { items, error } = await run(polling.service, { resource, operation, returnAll: true });
		expect(error).toBeUndefined();
		return items.length;
	};
	await polling.pass(23 * HOUR + 55 * MINUTE);
	const before = await listed();
	await polling.pass(10 * MINUTE);
	make();
	jest.setSystemTime(polling.service.emulator.world.clock.now().getTime() - 20 * MINUTE);
	expect(await listed()).toBe(before + 1);
});
