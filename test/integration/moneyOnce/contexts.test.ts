import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { contextOf } from '../../../nodes/MultiCurrencyPayments/money/context';
import { thisProcess } from '../../../nodes/MultiCurrencyPayments/money/processMemory';
import { batch, payin, payout, QUICK } from '../action/orders';
import { OneCredential } from '../engine/credentials';
import { runNode, runWorkflow } from '../engine/execution';
import { newRunData } from '../engine/newRunData';
import { ACTION, PASS_ON } from '../engine/nodeTypes';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import type { WorkflowPlan } from '../engine/workflow';
import { outputsOf } from '../engine/workflow';
import { atCall } from './atCall';
import { outcomes, paidKeys, wages } from './payroll';

/** How the node tells intentions apart in each situation in n8n. test/sequences covers sequences of situations. */

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());
beforeEach(async () => await service.reset());

interface Situation {
	mode?: string;
	type?: string;
	asTool?: boolean;
	established?: object;
	parent?: object;
	startedNodes?: number;
	rootExecutionMode?: string;
	/** The execution indexes of the node runs that n8n has recorded. */
	runs?: number[];
}

/** The parts of n8n's context that distinguish situations. */
function situation({ mode = 'trigger', type = 'x.pay', asTool = false, ...inner }: Situation): IExecuteFunctions {
	const { established, parent, startedNodes = 2, rootExecutionMode, runs = [] } = inner;
	const runData = { Before: runs.map((executionIndex) => ({ executionIndex, startTime: 1_900_000_000_000 })) };
	return {
		getMode: () => mode,
		getNode: () => ({ type }),
		isToolExecution: () => asTool,
		getExecutionContext: () => established,
		runExecutionData: { ...newRunData({}), parentExecution: parent, resultData: { runData } },
		additionalData: { currentNodeExecutionIndex: startedNodes, rootExecutionMode },
	} as unknown as IExecuteFunctions;
}

const first = { source: 'trigger', establishedAt: 7 };
const root = { executionId: '3', workflowId: 'w', executionContext: first };
const called = { ...first, source: 'integrated', parentExecutionId: '3' };

describe('the situation of a run', () => {
	it.each<[string, Situation, boolean, string]>([
		['an item list', { established: first }, false, 'list'],
		['an item list in an n8n without execution contexts', {}, false, 'list'],
		['a tool of older agents', { asTool: true, established: first }, false, 'tool'],
		['a tool of newer agents', { type: 'x.payTool', established: first }, false, 'tool'],
		['a retry', { mode: 'retry', established: first }, true, 'list'],
		['a retry that began with a node before', { mode: 'retry', established: first, runs: [0, 0] }, false, 'list'],
		[
			'a retry with more on record than it can have run',
			{ mode: 'retry', established: first, runs: [1] },
			false,
			'list',
		],
		[
			'a retry after a crash of an execution that a webhook started',
			{ mode: 'retry', established: first, runs: [0] },
			false,
			'afterCrash',
		],
		[
			'a retry after a crash',
			{ mode: 'retry', established: { source: 'retry', establishedAt: 9 } },
			false,
			'afterCrash',
		],
		[
			'a retry after a crash in this node, with the progress saved before it',
			{ mode: 'retry', established: first, startedNodes: 1 },
			false,
			'afterCrash',
		],
		['a retry in an n8n without execution contexts', { mode: 'retry' }, true, 'list'],
		['one of which nothing is remembered there', { mode: 'retry' }, false, 'afterCrash'],
		['a called workflow', { mode: 'integrated', established: called, parent: root }, false, 'called'],
		['one that is retried itself', { mode: 'retry', established: called, parent: root }, true, 'called'],
		['a called workflow without its caller', { mode: 'integrated' }, false, 'calledFromUnknown'],
		[
			'a call within a call',
			{ mode: 'integrated', established: called, parent: { ...root, executionContext: called } },
			false,
			'calledFromUnknown',
		],
		[
			'a call from an execution that crashed',
			{ mode: 'integrated', established: called, parent: { ...root, executionContext: { ...first, source: 'retry' } } },
			false,
			'calledFromUnknown',
		],
	])('%s', (_, parts, begun, kind) => {
		expect(contextOf(situation(parts), '0', begun ? { begun: { 0: Date.now() } } : {}).kind).toBe(kind);
	});
});

/** The first run of the node, of which nothing is remembered. */
const contextOfFirst = (n8n: IExecuteFunctions) => contextOf(n8n, '0', {});

describe('a tool in a retry', () => {
	const tool = (established: object, anyRun: boolean) =>
		contextOf(
			situation({ mode: 'retry', type: 'x.payTool', established }),
			'1',
			anyRun ? { begun: { 0: Date.now() } } : {},
		);

	it('knows what it sent when the execution remembers any call', () => {
		expect(tool(first, true)).toEqual({ kind: 'tool', unseenUntil: 0 });
	});

	it('may have sent something unseen before a crash, with or without the progress saved', () => {
		expect(tool({ source: 'retry', establishedAt: 9 }, false)).toEqual({ kind: 'tool', unseenUntil: 9 });
		expect(tool(first, false).unseenUntil).toBeGreaterThan(0);
	});
});

describe('the caller of a workflow', () => {
	const calledBy = (executionId: string, rootExecutionMode?: string, establishedAt = Date.now()) => {
		const executionContext = { source: 'trigger', establishedAt };
		const parent = { executionId, workflowId: expect.getState().currentTestName, executionContext };
		return contextOfFirst(situation({ mode: 'integrated', established: called, parent, rootExecutionMode }));
	};
	const rootOf = (context: ReturnType<typeof calledBy>) => (context.kind === 'called' ? context.root : context.kind);
	afterEach(() => (thisProcess.startedAt = 0));

	it('is the same in its retry, and another one when it began at another time or is another workflow', () => {
		const now = Date.now();
		const root = rootOf(calledBy('1', 'trigger', now));
		expect(rootOf(calledBy('2', 'retry', now))).toBe(root);
		expect(rootOf(calledBy('3', 'trigger', now + 1))).not.toBe(root);
		const other = { executionId: '1', workflowId: 'v', executionContext: { source: 'trigger', establishedAt: now } };
		expect(rootOf(contextOfFirst(situation({ mode: 'integrated', established: called, parent: other })))).not.toBe(
			root,
		);
	});

	it('is another one when it began in the same millisecond; the retry of either cannot be told', () => {
		const now = Date.now();
		const one = rootOf(calledBy('1', 'trigger', now));
		const other = rootOf(calledBy('2', 'trigger', now));
		expect(other).not.toBe(one);
		expect([rootOf(calledBy('1', 'trigger', now)), rootOf(calledBy('2', 'trigger', now))]).toEqual([one, other]);
		expect(calledBy('3', 'retry', now)).toEqual({ kind: 'calledFromUnknown', unseenUntil: 0 });
	});

	it('counts as repeated where n8n does not tell: two that began in the same millisecond are one', () => {
		const now = Date.now();
		expect(rootOf(calledBy('2', undefined, now))).toBe(rootOf(calledBy('1', undefined, now)));
		expect(rootOf(calledBy('3', 'integrated', now))).toBe(rootOf(calledBy('1', 'integrated', now)));
	});

	it('has sent nothing unseen when this process has served it from the first call on', () => {
		expect(calledBy('1', 'trigger')).toMatchObject({ unseenUntil: 0, isRetry: false });
		const now = Date.now();
		calledBy('1', 'trigger', now);
		expect(calledBy('2', 'retry', now)).toMatchObject({ unseenUntil: 0 });
	});

	it('may have sent something unseen when its retry is the first that this process sees, and stays so', () => {
		const now = Date.now();
		const { unseenUntil } = calledBy('2', 'retry', now);
		expect(unseenUntil).toBeGreaterThanOrEqual(now);
		expect(calledBy('2', 'retry', now)).toMatchObject({ unseenUntil });
		expect(calledBy('3', 'retry', now)).toMatchObject({ unseenUntil });
	});

	it('may have done so longer ago than this process remembers', () => {
		thisProcess.startedAt = 1;
		const context = calledBy('1', 'trigger', Date.now() - 25 * 3_600_000);
		expect(context).toMatchObject({ kind: 'called', isRetry: false, unseenUntil: 0 });
		const retried = calledBy('2', 'retry', Date.now() - 25 * 3_600_000);
		expect(retried.unseenUntil).toBeGreaterThan(Date.now() - 25 * 3_600_000);
	});

	it.each<[string | undefined, number]>([
		['trigger', 1],
		[undefined, 2_000],
	])('may have done so in a process before this one (%s)', (rootMode, earlier) => {
		thisProcess.startedAt = Date.now();
		const { startedAt } = thisProcess;
		const { unseenUntil } = calledBy('1', rootMode, startedAt - earlier);
		expect(unseenUntil).toBeGreaterThanOrEqual(startedAt);
		expect(unseenUntil).toBeLessThanOrEqual(Date.now());
	});

	it('may have done so in calls that this process has forgotten after a day', () => {
		const now = Date.now();
		const later = (days: number) => jest.spyOn(Date, 'now').mockReturnValue(now + days * 24 * 3_600_000);
		try {
			later(2);
			expect(calledBy('1', 'trigger', now)).toMatchObject({ unseenUntil: 0 });
			later(2.9);
			expect(calledBy('1', 'trigger', now)).toMatchObject({ unseenUntil: 0 });
			later(3.1);
			expect(calledBy('1', 'trigger', now).unseenUntil).toBeGreaterThan(now);
		} finally {
			jest.restoreAllMocks();
		}
	});

	it('may have done so before it crashed, or where the root is not known and is retried', () => {
		const parent = { executionId: '1', workflowId: 'w', executionContext: { ...called, establishedAt: 9 } };
		const nested = (rootExecutionMode?: string) =>
			contextOfFirst(situation({ mode: 'integrated', established: called, parent, rootExecutionMode }));
		expect(nested('retry')).toEqual({ kind: 'calledFromUnknown', unseenUntil: 9 });
		expect(nested('trigger')).toEqual({ kind: 'calledFromUnknown', unseenUntil: 0 });
		expect(nested()).toEqual({ kind: 'calledFromUnknown', unseenUntil: 0 });
		const crashed = { ...parent, executionContext: { source: 'retry', establishedAt: 8 } };
		expect(contextOfFirst(situation({ mode: 'integrated', established: called, parent: crashed }))).toEqual({
			kind: 'calledFromUnknown',
			unseenUntil: 8,
		});
	});
});

describe('a young process', () => {
	afterEach(() => (thisProcess.startedAt = 0));

	it('believes a look-up that finds nothing only when what a process before it sent would show', async () => {
		const started = Date.now();
		thisProcess.startedAt = started;
		const options = { ...QUICK, settleSeconds: 1 };
		const run = await runNode({ credentials: service.credentials(), parameters: payin({ options }), items: wages(1) });
		expect(outcomes(run)).toEqual(['created']);
		expect(Date.now() - started).toBeGreaterThanOrEqual(1_000);
	});

	it.each([2, 20])(
		'asks no more often for %i items that are sent by themselves under one Batch External ID',
		async (many) => {
			thisProcess.startedAt = Date.now();
			const options = { ...QUICK, settleSeconds: 1 };
			const parameters = payout({ options, additionalFields: { batchExternalId: 'payroll-3' } });
			const run = await runNode({ credentials: service.credentials(), parameters, items: wages(many) });
			expect(new Set(outcomes(run))).toEqual(new Set(['created']));
			// One look-up before and one after the process is old enough to trust an empty list; two older years.
			expect(service.calls()['v2.payouts.list']).toBeLessThanOrEqual(4);
		},
	);

	it('waits for nobody where the node makes the key itself', async () => {
		thisProcess.startedAt = Date.now();
		const parameters = payin({ externalId: '', options: { ...QUICK, settleSeconds: 600 } });
		const run = await runNode({ credentials: service.credentials(), parameters, items: wages(2) });
		expect(outcomes(run)).toEqual(['created', 'created']);
		expect(service.calls()['v2.payins.list']).toBeUndefined();
	});
});

describe('Create and Wait on a payment that another execution made', () => {
	const order = { ...payin({ externalId: 'order-7', amount: '20' }), operation: 'createAndWait' };
	const run = async (operation: string) =>
		await runNode({
			credentials: service.credentials(),
			parameters: { ...order, operation },
			address: 'https://n8n.test/',
		});

	it('goes on at once when it is final', async () => {
		await run('create');
		const { payins } = service.emulator.account('AUD');
		payins.simulate(payins.payments().payins[0]?.uuid ?? '', 'completed');
		const { status, items } = await run('createAndWait');
		expect(status).toBe('success');
		expect(items[0]?.json).toMatchObject({ status: 'received', wait: { outcome: 'final' } });
	});

	it('does not wait for a notification that goes elsewhere', async () => {
		await run('create');
		const { status, error } = await run('createAndWait');
		expect(status).toBe('error');
		expect(error?.message).toContain('not final yet, and its notifications do not come to this execution');
	});

	it('waits for its own', async () => {
		expect((await run('createAndWait')).status).toBe('waiting');
	});
});

describe('Prevent Duplicates', () => {
	it.each(['true', ' True ', true])('is on when an expression gives %j', async (value) => {
		const parameters = payout({ preventDuplicates: value });
		await runNode({ credentials: service.credentials(), parameters, items: wages(1) });
		const again = await runNode({ credentials: service.credentials(), parameters, items: wages(1) });
		expect(outcomes(again)).toEqual(['found']);
	});

	it.each(['false', false])('is off when an expression gives %j', async (value) => {
		const parameters = payout({ preventDuplicates: value });
		await runNode({ credentials: service.credentials(), parameters, items: wages(1) });
		await runNode({ credentials: service.credentials(), parameters, items: wages(1) });
		expect(paidKeys(service)).toEqual(['wage-0', 'wage-0']);
	});

	it.each(['perItem', 'allItems'])(
		'does not tell a repeat from a second payment within an execution (%s)',
		async (batchMode) => {
			const parameters = payout({ preventDuplicates: false, externalId: 'wage', batchMode });
			const items = [...wages(1), ...wages(1)];
			const settings = { onError: 'continueRegularOutput' } as const;
			const run = await runNode({ credentials: service.credentials(), parameters, items, settings });
			expect(outcomes(run)[0]).toBe('created');
			expect(outcomes(run)[1]).toMatch(/cannot be told|is used by item 0 too/);
			expect(paidKeys(service)).toEqual(['wage']);
		},
	);

	it('is refused when it is neither', async () => {
		const parameters = payout({ preventDuplicates: 'perhaps' });
		const { error } = await runNode({ credentials: service.credentials(), parameters, items: wages(1) });
		expect(error?.message).toBe('Prevent Duplicates must be true or false');
		expect(service.writes()).toBe(0);
	});
});

describe('Look for Record', () => {
	it.each([-1, 3601, '={{ NaN }}', '={{ "soon" }}'])('is refused when it is %s', async (settleSeconds) => {
		const parameters = payout({ options: { ...QUICK, settleSeconds } });
		const { error } = await runNode({ credentials: service.credentials(), parameters, items: wages(1) });
		expect(error?.message).toBe('Look for Record (Seconds) must be a number from 0 to 3600');
		expect(service.writes()).toBe(0);
	});
});

describe('an External ID that could stand for several payments, or for none', () => {
	it.each([
		['an object', '={{ ({ invoice: 7 }) }}'],
		['a list', '={{ ["inv-7"] }}'],
		['the number 12345678901234568', '={{ 12345678901234567 }}'],
	])('is refused: %s, %s', async (what, reference) => {
		for (const fields of [{ externalId: reference }, { additionalFields: { batchExternalId: reference } }]) {
			const parameters = payout(fields as INodeParameters);
			const { error } = await runNode({ credentials: service.credentials(), parameters, items: wages(1) });
			expect(error?.message).toBe(`${'externalId' in fields ? '' : 'Batch '}External ID must be text, not ${what}`);
		}
		expect(service.writes()).toBe(0);
	});

	it('is refused when it is a date', async () => {
		const parameters = payout({ externalId: '={{ $now }}' });
		const { error } = await runNode({ credentials: service.credentials(), parameters, items: wages(1) });
		expect(error?.message).toBe('External ID must be text, not an object');
	});

	it('may be a number', async () => {
		const parameters = payout({ externalId: '={{ 20260331001 }}' });
		await runNode({ credentials: service.credentials(), parameters, items: wages(1) });
		expect(paidKeys(service)).toEqual(['20260331001']);
	});
});

it.each(['older', 'newer'])(
	'finds the payin that is alive where a %s one with its External ID has expired',
	async (which) => {
		const run = async (preventDuplicates: boolean) => {
			const parameters = payin({ preventDuplicates });
			const { items } = await runNode({ credentials: service.credentials(), parameters, items: wages(1) });
			return items[0]?.json ?? {};
		};
		const both = [await run(false), await run(false)].map(({ uuid }) => String(uuid));
		const [expired = '', alive] = which === 'older' ? both : both.reverse();
		service.emulator.account('AUD').payins.moves(expired).expire?.();
		expect(await run(true)).toMatchObject({ uuid: alive, idempotency: { outcome: 'found' } });
	},
);

describe('a credential whose values come from the item', () => {
	const pay = async (apps: (string | undefined)[], appId = '={{ $json.app }}') => {
		const items = wages(apps.length).map((item, index) => ({ ...item, app: apps[index] }));
		const credentials = { ...service.credentials(), appId };
		return await runNode({ credentials, parameters: payout(), items });
	};

	it('pays from its account', async () => {
		const { appId } = service.emulator.account('AUD');
		expect(outcomes(await pay([appId, appId]))).toEqual(['created', 'created']);
	});

	it('is refused where an item has another account than the first', async () => {
		const { appId } = service.emulator.account('AUD');
		const { error } = await pay([appId, appId, 'app-of-somebody-else', appId]);
		expect(error?.message).toBe('The credential has other values for this item than for the first one');
		expect(service.writes()).toBe(0);
	});

	it.each([
		['a value for items without one', (app: string) => `={{ $input.item?.json.app || "${app}" }}`],
		['all items', (app: string) => `={{ $input.all()[$itemIndex]?.json.app || "${app}" }}`],
	])('is refused where the expression has %s', async (_, expression) => {
		const { appId } = service.emulator.account('AUD');
		const { error } = await pay([undefined, 'app-of-somebody-else', undefined], expression(appId));
		expect(error?.message).toBe('The credential has other values for this item than for the first one');
		expect(service.writes()).toBe(0);
	});

	it('is refused whichever of many items has another account', async () => {
		const { appId } = service.emulator.account('AUD');
		const apps = wages(450).map((_, index) => (index === 397 ? 'app-of-somebody-else' : undefined));
		const { error } = await pay(apps, `={{ $input.item?.json.app || "${appId}" }}`);
		expect(error).toMatchObject({
			message: 'The credential has other values for this item than for the first one',
			context: { itemIndex: 397 },
		});
		expect(service.writes()).toBe(0);
	});
});

it.each(
	[
		{ appId: 'another-app' },
		{ baseUrl: 'https://another.example/api' },
		{ baseUrl: 'nowhere' },
		{ baseUrl: 'http://localhost/api' },
	].flatMap((change) => ['perItem', 'allItems'].map((batchMode) => ({ change, batchMode }))),
)('pays from one account where the credential is changed in the middle ($batchMode, $change)', async (changed) => {
	const credentials = { ...service.credentials() };
	atCall(service, 'answered', 1, () => Object.assign(credentials, changed.change), 'v2.payouts.create');
	const parameters = payout({ batchMode: changed.batchMode, additionalFields: { maxPerBatch: 1 } });
	const { error } = await runNode({ credentials, parameters, items: wages(3) });
	expect(error?.message).toBe('The credential was changed to another App ID or Base URL meanwhile');
	expect(service.writes()).toBe(1);
});

it('goes on where the Base URL is only written otherwise by then', async () => {
	const credentials = { ...service.credentials() };
	atCall(service, 'answered', 1, () => (credentials.baseUrl = ` ${String(credentials.baseUrl)}/`), 'v2.payouts.create');
	const { error } = await runNode({ credentials, parameters: payout(), items: wages(3) });
	expect(error).toBeUndefined();
	expect(service.writes()).toBe(3);
});

it.each([
	['without expressions', {}],
	[
		'of an external secret store',
		{ appId: '={{ $secrets.vault.app }}', secretKey: "={{ $secrets['my vault']['key'] }}" },
	],
])('reads a credential %s a few times only, however many items there are', async (_, stored) => {
	const { getDecrypted } = OneCredential.prototype;
	const read = jest.spyOn(OneCredential.prototype, 'getDecrypted').mockImplementation(async function (
		this: OneCredential,
		...args
	) {
		const isStored = args[5] === true;
		return { ...(await getDecrypted.apply(this, args)), ...(isStored && stored) };
	});
	await runNode({ credentials: service.credentials(), parameters: batch(), items: wages(300) });
	expect(read.mock.calls.length).toBeLessThan(20);
	read.mockRestore();
});

it('finds what another workflow has paid', async () => {
	const pay = (id: string): WorkflowPlan => ({
		id,
		nodes: [
			{ name: 'Start', type: PASS_ON },
			{ name: 'Pay', type: ACTION, parameters: payout() },
		],
		wires: [['Start', 0, 'Pay']],
	});
	const options = { credentials: service.credentials() };
	const items = wages(2).map((json) => ({ json }));
	await runWorkflow(pay('original'), items, options);
	const { runData } = await runWorkflow(pay('copy'), items, options);
	const found = outputsOf(runData.Pay?.[0])[0]?.map(({ json }) => json.idempotency);
	expect(found).toMatchObject([{ outcome: 'found' }, { outcome: 'found' }]);
	expect(paidKeys(service)).toEqual(['wage-0', 'wage-1']);
});
