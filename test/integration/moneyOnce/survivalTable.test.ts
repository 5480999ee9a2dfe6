import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { startProcess } from '../../sequences/n8nProcess';
import { AT_ONCE, form } from '../action/orders';
import { agentWithTool } from '../engine/agentTool';
import { runNode, runWorkflow, type Execution, type NodeRunOptions } from '../engine/execution';
import { ACTION, ACTION_TOOL, AT_MOST, CALL_WORKFLOW, LOOP, PASS_ON, TALKING_AGENT } from '../engine/nodeTypes';
import { processedDataOfFile } from '../engine/processedData';
import { startService, type Service } from '../engine/service';
import { outputsOf, type Wire, type WorkflowPlan } from '../engine/workflow';
import { goOn } from '../resources/resourceRun';
import { atCall } from './atCall';
import { eachOnce, list, one, outcomeOf, outcomes, wages } from './payroll';
import { audPayoutPerItem, type BookedPayment } from './writes';

/** What one External ID survives: a row of the table in docs/guarantees.md in each test. */

processedDataOfFile();
let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterAll(async () => await service.close());

const account = () => service.emulator.account('AUD');
const { parameters: aud } = audPayoutPerItem;

describe.each([
	{
		what: 'a payout, which can be asked for',
		isAsked: true,
		endpoint: 'v2.payouts.create' as const,
		alone: one(),
		together: list(),
		toNobody: { methodParameters: form({ bsb: '062000', account_name: 'Nathan Smith', account_number: '12390001' }) },
		toAnother: { firstName: 'Olivia' },
		books: (): BookedPayment[] => account().payouts.payments().payouts,
	},
	{
		what: 'an AUD payout, which cannot be asked for',
		isAsked: false,
		endpoint: 'v1.payouts.create' as const,
		alone: aud,
		together: { ...aud, batchMode: 'allItems', batchExternalId: 'payroll-3' },
		toNobody: { payid: 'unknown@shop.test' },
		toAnother: { payee: 'Olivia Byron' },
		books: (): BookedPayment[] => account().audPayouts.payments().aud_payouts,
	},
])('$what', ({ isAsked, endpoint, alone, together, toNobody, toAnother, books }) => {
	const paid = () => books().map(({ external_id }) => external_id);

	const pay = async (items: IDataObject[], more: Partial<NodeRunOptions> = {}) =>
		await runNode({ credentials: service.credentials(), parameters: alone, items, ...more });

	/** Pays in whatever order the nodes are wired. @returns what each run of the node tells, item by item */
	async function payIn(nodes: WorkflowPlan['nodes'], wires: Wire[], items = wages(1)): Promise<string[]> {
		const plan = { nodes: [{ name: 'Start', type: PASS_ON }, ...nodes], wires };
		const execution = await runWorkflow(
			plan,
			items.map((json, item) => ({ json, pairedItem: { item } })),
			{ credentials: service.credentials() },
		);
		return toldIn(execution);
	}
	const toldIn = ({ runData }: Execution) => (runData.Pay ?? []).flatMap((run) => outputsOf(run).flat()).map(outcomeOf);
	/** The same whatever item comes. */
	const ofStart = { ...alone, externalId: "={{ $('Start').first().json.key }}", amount: '10.50', lastName: 'Smith' };

	/** The service refuses the nth request for now: nothing is carried out. */
	const refuse = (nth: number) =>
		service.fault({ endpoint, fault: 'status', status: 429, retryAfter: '60', when: 'before', nth, times: 1 });
	/** The service carries the nth request out, and its answer is lost. */
	const lose = (nth: number) => service.fault({ endpoint, fault: 'reset', when: 'after', nth, times: 1 });

	const lag = (isLate: boolean) =>
		Object.assign(service.emulator.world.settings, { listLagMs: isLate ? 3_600_000 : 0 });

	it('An answer is lost, cut, late or an error', async () => {
		const faults = [
			{ fault: 'reset' },
			{ fault: 'truncate' },
			{ fault: 'stall' },
			{ fault: 'status', status: 500 },
		] as const;
		for (const [index, fault] of faults.entries()) {
			service.fault({ endpoint, when: 'after', times: 1, ...fault });
			const parameters = { ...alone, options: { ...AT_ONCE, requestTimeout: 1 } };
			const run = await pay(wages(1, index), { parameters, settings: goOn });
			expect(outcomes(run)).toEqual([isAsked ? 'created' : 'unknown']);
		}
		expect(paid()).toEqual(eachOnce(wages(faults.length)));
	});

	it('Retry On Fail; the item comes again by a loop or the error output', async () => {
		refuse(2);
		const retried = await pay(wages(3), { settings: { retryOnFail: true, maxTries: 2 } });
		expect(outcomes(retried)).toEqual(['found', 'created', 'created']);
		expect(paid()).toEqual(eachOnce(wages(3)));

		const again = { name: 'Again', type: AT_MOST, parameters: { times: 2 } };
		const inLoop = [{ name: 'Pay', type: ACTION, parameters: ofStart }, again];
		const wires: Wire[] = [
			['Start', 0, 'Pay'],
			['Pay', 0, 'Again'],
			['Again', 0, 'Pay'],
		];
		expect(await payIn(inLoop, wires, wages(1, 3))).toEqual(['created', 'found', 'found']);
		const loop: Wire[] = [
			['Start', 0, 'Loop'],
			['Loop', 0, 'Pay'],
			['Pay', 0, 'Loop'],
		];
		const twice = [...wages(1, 4), ...wages(1, 4)];
		const overItems = [
			{ name: 'Loop', type: LOOP },
			{ name: 'Pay', type: ACTION, parameters: alone },
		];
		expect(await payIn(overItems, loop, twice)).toEqual(['created', 'found']);

		// The list shows the payment only once the first run has looked in vain.
		lose(1);
		lag(true);
		atCall(service, 'handled', 1, () => atCall(service, 'answered', 1, () => lag(false), 'v2.payouts.list'), endpoint);
		const onError = { onError: 'continueErrorOutput' as const };
		const failing = [{ name: 'Pay', type: ACTION, parameters: ofStart, settings: onError }, again];
		const back: Wire[] = [
			['Start', 0, 'Pay'],
			['Pay', 1, 'Again'],
			['Again', 0, 'Pay'],
		];
		expect(await payIn(failing, back, wages(1, 5))).toEqual(
			isAsked ? ['unknown', 'found'] : ['unknown', 'unknown', 'unknown'],
		);
		expect(paid()).toEqual(eachOnce(wages(6)));
	});

	it('The execution is retried, again and again', async () => {
		refuse(2);
		const failed = await pay(wages(3));
		expect(failed.status).toBe('error');
		refuse(2);
		const first = await failed.retry();
		expect(first.status).toBe('error');
		expect(outcomes(await first.retry())).toEqual(['found', 'found', 'created']);
		expect(outcomes(await failed.retry())).toEqual(['found', 'found', 'found']);
		expect(paid()).toEqual(eachOnce(wages(3)));
	});

	it('n8n or a worker was killed; then retried or started again', async () => {
		const [first, second] = [startProcess(), startProcess()];
		lose(2);
		lag(true);
		const killed = await pay(wages(3), { nodeTypes: first.nodeTypes });
		expect(killed.error?.message).toContain('It is unknown whether the payment wage-1 was made');
		lag(false);
		const retried = await killed.retry({ nodeTypes: second.nodeTypes, settings: goOn });
		expect(outcomes(retried)).toEqual(['found', isAsked ? 'found' : 'unknown', 'created']);
		// The process of the tests has paid none of them.
		if (isAsked) expect(outcomes(await pay(wages(3)))).toEqual(['found', 'found', 'found']);
		expect(paid()).toEqual(eachOnce(wages(3)));
	});

	it('Started again: list grown, other order', async () => {
		for (const parameters of [alone, together]) {
			await service.reset();
			await pay(wages(3), { parameters });
			const again = await pay(wages(4).reverse(), { parameters });
			expect(outcomes(again)).toEqual(['created', 'found', 'found', 'found']);
			expect(paid()).toEqual(eachOnce(wages(4)));
		}
	});

	it('A calling workflow or an agent repeats its call', async () => {
		const start = { name: 'Start', type: PASS_ON };
		const called: WorkflowPlan = {
			id: 'called',
			nodes: [start, { name: 'Pay', type: ACTION, parameters: alone }, { name: 'Fail', type: CALL_WORKFLOW }],
			wires: [
				['Start', 0, 'Pay'],
				['Pay', 0, 'Fail'],
			],
		};
		const settings = { retryOnFail: true, maxTries: 3 };
		const call = { name: 'Call', type: CALL_WORKFLOW, parameters: { workflow: 'called' }, settings };
		const told: string[] = [];
		const calling: WorkflowPlan = { nodes: [start, call], wires: [['Start', 0, 'Call']], others: [called] };
		await runWorkflow(calling, asItems(wages(1)), {
			credentials: service.credentials(),
			onCalled: ({ run }) => void told.push(...toldIn({ runData: run.data.resultData.runData } as Execution)),
		});
		expect(told).toEqual(['created', 'found', 'found']);

		const byModel = { ...alone, externalId: "={{ $fromAI('key') }}", amount: "={{ $fromAI('amount') }}" };
		const [arguments1, arguments2] = [
			{ key: 'wage-1', amount: '11.50' },
			{ key: 'wage-2', amount: '12.50' },
		];
		const agent = await agentWithTool(byModel, service.credentials());
		expect(await agent.call(arguments1)).toContain('"created"');
		expect(await agent.call(arguments1)).toContain('"found"');

		const turns = JSON.stringify([[arguments2], [arguments2]]);
		await runWorkflow(
			{
				nodes: [
					start,
					{ name: 'Agent', type: TALKING_AGENT, parameters: { tool: 'Pay', turns } },
					{ name: 'Pay', type: ACTION_TOOL, parameters: byModel },
				],
				wires: [['Start', 0, 'Agent']],
				tools: [['Pay', 'Agent']],
			},
			asItems([{}]),
			{ credentials: service.credentials() },
		);
		expect(paid()).toEqual(['wage-0', 'wage-1', 'wage-2']);
	});

	it('Two executions at once', async () => {
		for (const parameters of [alone, together]) {
			await service.reset();
			const both = await Promise.all([pay(wages(3), { parameters }), pay(wages(3), { parameters })]);
			expect(both.flatMap(outcomes).sort()).toEqual([
				...Array<string>(3).fill('created'),
				...Array<string>(3).fill('found'),
			]);
			expect(paid().sort()).toEqual(eachOnce(wages(3)));
		}
	});

	it('A copy of the workflow, or another one, pays the same ID', async () => {
		const workflow = (id: string, node: string): WorkflowPlan => ({
			id,
			nodes: [
				{ name: 'Start', type: PASS_ON },
				{ name: node, type: ACTION, parameters: alone },
			],
			wires: [['Start', 0, node]],
		});
		const options = { credentials: service.credentials() };
		await runWorkflow(workflow('original', 'Pay'), asItems(wages(2)), options);
		const copy = await runWorkflow(workflow('copy', 'Pay'), asItems(wages(2)), options);
		expect(toldIn(copy)).toEqual(['found', 'found']);
		// Another process knows what the service tells.
		if (isAsked)
			expect(outcomes(await pay(wages(2), { nodeTypes: startProcess().nodeTypes }))).toEqual(['found', 'found']);
		expect(paid()).toEqual(eachOnce(wages(2)));
	});

	it('The same ID with another amount or payee', async () => {
		await pay(wages(2));
		for (const changes of [{ amount: '99' }, toAnother]) {
			const run = await pay(wages(2), { parameters: { ...alone, ...changes }, settings: goOn });
			expect(outcomes(run)).toEqual([0, 1].map((index) => `The External ID wage-${index} belongs to another payment`));
		}
		expect(paid()).toEqual(eachOnce(wages(2)));
	});

	it('It has failed, expired or been cancelled', async () => {
		const parameters = { ...alone, ...toNobody };
		expect(outcomes(await pay(wages(1), { parameters }))).toEqual(['created']);
		await service.advance(60_000);
		const again = await pay(wages(1), { parameters, settings: goOn });
		expect(outcomes(again)).toEqual([
			isAsked ? 'The payment wage-0 was made before and has ended without money: failed' : 'found',
		]);
		expect(paid()).toEqual(['wage-0']);
		const another = await pay(wages(1), { parameters: { ...parameters, externalId: 'wage-0-again' } });
		expect(outcomes(another)).toEqual(['created']);
	});

	it('The same ID twice in a list', async () => {
		const items = [...wages(2), ...wages(1)];
		const { error } = await pay(items, { parameters: together });
		expect(error?.message).toContain('Rows 1 and 3 have the same External ID wage-0');
		expect(paid()).toEqual([]);
	});

	it('Another External ID, list, account or Base URL', async () => {
		const twin = await startService({ seed: 41 });
		const other = await startService({ seed: 41 });
		const payAt = async (at: Service, parameters: INodeParameters) =>
			outcomes(await pay(wages(1), { credentials: at.credentials(), parameters }));
		const ways = [alone, { ...alone, externalId: 'another' }, together, { ...together, batchExternalId: 'payroll-4' }];
		// The two services have the same App IDs; after a reset, the first one has others.
		expect(twin.credentials().appId).toBe(other.credentials().appId);
		for (const at of [twin, other]) for (const way of ways) expect(await payAt(at, way)).toEqual(['created']);
		await twin.reset();
		for (const way of ways) expect(await payAt(twin, way)).toEqual(['created']);
		for (const way of ways) expect(await payAt(other, way)).toEqual(['found']);
		await Promise.all([twin.close(), other.close()]);
	});
});

const asItems = (items: IDataObject[]): INodeExecutionData[] =>
	items.map((json, item) => ({ json, pairedItem: { item } }));
