import { createRunExecutionData } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';
import { contextOf } from '../../../nodes/MultiCurrencyPayments/money/context';
import { thisProcess } from '../../../nodes/MultiCurrencyPayments/money/processMemory';
import { payin, payout, QUICK } from '../action/orders';
import { runNode } from '../engine/execution';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { outcomes, paidKeys, wages } from './payroll';

/** What tells intentions apart in the situations that n8n puts a node into. Sequences of them are in test/sequences. */

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
}

/** The parts of n8n's context by which situations are told apart. */
function situation({ mode = 'trigger', type = 'x.pay', asTool = false, ...inner }: Situation): IExecuteFunctions {
	const { established, parent, startedNodes = 2 } = inner;
	return {
		getMode: () => mode,
		getNode: () => ({ type }),
		isToolExecution: () => asTool,
		getExecutionContext: () => established,
		runExecutionData: { ...createRunExecutionData({}), parentExecution: parent },
		additionalData: { currentNodeExecutionIndex: startedNodes },
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
		['a retry that began with a node before', { mode: 'retry', established: first }, false, 'list'],
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
		expect(contextOf(situation(parts), begun).kind).toBe(kind);
	});

	it('has the same root in repeats of the caller, and another one in another execution of it', () => {
		const rootOf = (parent: object) =>
			contextOf(situation({ mode: 'integrated', established: called, parent }), false) as { root: string };
		expect(rootOf({ ...root, executionId: '4' }).root).toBe(rootOf(root).root);
		expect(rootOf({ ...root, executionContext: { ...first, establishedAt: 8 } }).root).not.toBe(rootOf(root).root);
		expect(rootOf({ ...root, workflowId: 'v' }).root).not.toBe(rootOf(root).root);
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

	it('is refused when it is neither', async () => {
		const parameters = payout({ preventDuplicates: 'perhaps' });
		const { error } = await runNode({ credentials: service.credentials(), parameters, items: wages(1) });
		expect(error?.message).toBe('Prevent Duplicates must be true or false [Item 0]');
		expect(service.writes()).toBe(0);
	});
});
