import type { IDataObject } from 'n8n-workflow';
import { startProcess } from '../../sequences/n8nProcess';
import { batch } from '../action/orders';
import { runNode, type NodeRunOptions } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { atCall } from './atCall';
import { eachOnce, outcomes, paidKeys, wages } from './payroll';

/** n8n's clock was ahead, and is set right: what was read before must not hide what was paid since. */

let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const AHEAD = 3_600_000;
const clock = Date.now;
const setAhead = () => jest.spyOn(Date, 'now').mockImplementation(() => clock() + AHEAD);
const setRight = () => jest.restoreAllMocks();

const options = { requestTimeout: 5, timeLimit: 10, settleSeconds: 0, concurrency: 1 };

const payIn = async (n8n: ReturnType<typeof startProcess>, items: IDataObject[], more: Partial<NodeRunOptions> = {}) =>
	await runNode({
		credentials: service.credentials(),
		parameters: batch({ options }),
		items,
		nodeTypes: n8n.nodeTypes,
		...more,
	});

it('another process finds who was paid after the clock was set right', async () => {
	const [one, other] = [startProcess(), startProcess()];
	setAhead();
	await payIn(other, wages(5).slice(3));
	setRight();
	await payIn(one, wages(3));
	const again = await payIn(other, wages(3));
	expect(outcomes(again)).toEqual(Array(3).fill('found'));
	expect(paidKeys(service).sort()).toEqual(eachOnce(wages(5)));
});

it('who was paid by another process while a list is sent is found, although the clock was set right meanwhile', async () => {
	const others: Promise<unknown>[] = [];
	service.fault({ endpoint: 'v2.payouts.create', fault: 'slow', delayMs: 1500, nth: 1, when: 'after' });
	const other = startProcess();
	const atFirst = () => {
		setRight();
		others.push(payIn(other, wages(1, 2)));
	};
	atCall(service, 'handled', 1, atFirst, 'v2.payouts.create');
	setAhead();
	const run = await payIn(startProcess(), wages(4), {
		parameters: batch({ options: { ...options, requestTimeout: 10 }, additionalFields: { maxPerBatch: 2 } }),
		settings: { onError: 'continueRegularOutput' },
	});
	await Promise.all(others);
	expect(outcomes(run)).toEqual(['created', 'created', 'found', 'created']);
	expect(paidKeys(service).sort()).toEqual(eachOnce(wages(4)));
});

it.each([
	['External ID empty', ''],
	['own External ID', '={{ $json.key }}'],
])('a lost answer is looked up anew by Retry On Fail, %s', async (_, externalId) => {
	const n8n = startProcess();
	setAhead();
	await payIn(n8n, wages(5).slice(3));
	setRight();
	service.fault({ endpoint: 'v2.payouts.create', fault: 'reset', when: 'after', nth: 1 });
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
	const run = await payIn(n8n, wages(3), { settings, parameters: batch({ options, externalId }) });
	expect(outcomes(run)).toEqual(Array(3).fill('found'));
	expect(paidKeys(service)).toHaveLength(5);
});
