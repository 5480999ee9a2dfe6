import { startProcess } from '../../sequences/n8nProcess';
import { NODE, runNode, type NodeRunOptions } from '../engine/execution';
import { processedDataOfFile } from '../engine/processedData';
import { startService, type Service } from '../engine/service';
import { goOn } from '../resources/resourceRun';
import { eachOnce, list, one, outcomes, wages } from './payroll';
import { audPayoutPerItem } from './writes';

/** What two processes of n8n know of each other by its database. */

const processedData = processedDataOfFile();
let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const { parameters: aud } = audPayoutPerItem;
const account = () => service.emulator.account('AUD');
const paid = () =>
	[...account().payouts.payments().payouts, ...account().audPayouts.payments().aud_payouts].map(
		({ external_id }) => external_id,
	);

/** Pays in a new process. */
const pay = async (parameters: NodeRunOptions['parameters'], number = 3, more: Partial<NodeRunOptions> = {}) =>
	await runNode({
		credentials: service.credentials(),
		parameters,
		items: wages(number),
		nodeTypes: startProcess().nodeTypes,
		settings: goOn,
		...more,
	});

it.each([
	['payouts one by one', one()],
	['a list of payouts', list()],
	['AUD payouts one by one', aud],
	['a list of AUD payouts', { ...aud, batchMode: 'allItems', batchExternalId: 'payroll-3' }],
])('%s, paid by two processes at the same moment, are paid once', async (_, parameters) => {
	const both = await Promise.all([pay(parameters), pay(parameters)]);
	const told = both.flatMap(outcomes);
	expect(told.filter((outcome) => outcome === 'created')).toHaveLength(3);
	// Of what cannot be asked for and is under way elsewhere, the outcome is not known.
	expect(told.filter((outcome) => outcome !== 'created' && outcome !== 'found' && outcome !== 'unknown')).toEqual([]);
	expect(paid().sort()).toEqual(eachOnce(wages(3)));
	expect((await pay(parameters)).status).toBe('success');
	expect(outcomes(await pay(parameters))).toEqual(['found', 'found', 'found']);
});

it('AUD payouts under way when n8n is killed are not sent again by another process', async () => {
	service.fault({ endpoint: 'v1.payouts.create', fault: 'reset', when: 'after', nth: 2, times: 1 });
	expect(outcomes(await pay(aud))).toEqual(['created', 'unknown', 'created']);
	expect(outcomes(await pay(aud))).toEqual(['found', 'unknown', 'found']);
	const changed = await pay({ ...aud, amount: '99' }, 1);
	expect(outcomes(changed)).toEqual(['The External ID wage-0 belongs to another payment']);
	expect(paid()).toEqual(eachOnce(wages(3)));
});

it('a database that does not answer keeps nobody from paying, and the run says so', async () => {
	const { nodeTypes } = startProcess();
	await pay(one(), 1, { nodeTypes });
	processedData.isDown = true;
	const run = await pay(one(), 2, { nodeTypes });
	expect(outcomes(run)).toEqual(['found', 'created']);
	expect(run.runData[NODE]?.at(-1)?.hints).toContainEqual(
		expect.objectContaining({ message: expect.stringContaining('n8n’s database did not answer') }),
	);
});
