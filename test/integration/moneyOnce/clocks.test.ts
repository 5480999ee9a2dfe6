import { thisProcess } from '../../../nodes/MultiCurrencyPayments/money/setting';
import { startProcess } from '../../sequences/n8nProcess';
import { payin, QUICK } from '../action/orders';
import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { chunks, eachOnce, one, outcomes, paidKeys, wages } from './payroll';
import { audPayoutPerItem } from './writes';

/** n8n’s clock is wrong, or n8n has just been started: what others have paid is found all the same. */

let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const { now } = Date;
const setAhead = (hours: number) => jest.spyOn(Date, 'now').mockImplementation(() => now() + hours * 3_600_000);

const pay = async (items = wages(3), nodeTypes = startProcess().nodeTypes) =>
	await runNode({ credentials: service.credentials(), parameters: chunks(), items, nodeTypes });

it.each([3, -3])('who was paid by another process is found where the clock of n8n is %i hours fast', async (hours) => {
	setAhead(hours);
	const { nodeTypes } = startProcess();
	await pay(wages(2), nodeTypes);
	await service.advance(600_000);
	await pay(wages(2, 2));
	expect(outcomes(await pay(wages(5), nodeTypes))).toEqual(['found', 'found', 'found', 'found', 'created']);
	expect(paidKeys(service).sort()).toEqual(eachOnce(wages(5)));
});

it('who was paid by another process after the clock was set right is found', async () => {
	const [first, second] = [startProcess(), startProcess()];
	setAhead(1);
	await pay(wages(2, 3), second.nodeTypes);
	jest.restoreAllMocks();
	await pay(wages(3), first.nodeTypes);
	expect(outcomes(await pay(wages(3), second.nodeTypes))).toEqual(['found', 'found', 'found']);
	expect(paidKeys(service).sort()).toEqual(eachOnce(wages(5)));
});

describe('a young process', () => {
	beforeEach(() => (thisProcess.startedAt = now()));
	afterEach(() => (thisProcess.startedAt = 0));

	const options = { ...QUICK, settleSeconds: 1 };

	it.each([
		['payouts one by one', one({ options })],
		['payouts of a list', chunks({ options })],
		['payins', payin({ options })],
	])('pays only when what a process before it may have sent would show: %s', async (_what, parameters) => {
		const run = await runNode({ credentials: service.credentials(), parameters, items: wages(2) });
		expect(outcomes(run)).toEqual(['created', 'created']);
		expect(now() - thisProcess.startedAt).toBeGreaterThanOrEqual(1_000);
	});

	it('does not wait for what the service cannot be asked for', async () => {
		const parameters = { ...audPayoutPerItem.parameters, options: { ...options, settleSeconds: 600 } };
		const run = await runNode({ credentials: service.credentials(), parameters, items: wages(2) });
		expect(outcomes(run)).toEqual(['created', 'created']);
	});

	it('does not wait for what it finds', async () => {
		await pay(wages(2));
		const parameters = chunks({ options: { ...options, settleSeconds: 600 } });
		const run = await runNode({ credentials: service.credentials(), parameters, items: wages(2) });
		expect(outcomes(run)).toEqual(['found', 'found']);
	});
});
