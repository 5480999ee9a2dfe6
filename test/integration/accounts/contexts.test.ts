import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runWorkflow } from '../engine/execution';
import { ACTION, CALL_WORKFLOW, PASS_ON } from '../engine/nodeTypes';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import type { Wire, WorkflowPlan } from '../engine/workflow';
import { run } from '../resources/resourceRun';
import { WaitingN8n } from '../waiting/waitingN8n';
import { AUD, credentialOf, INR, mixed, paidBy, payees, PHP } from './mixed';

/** Called workflows, waiting executions and executions at once that use several accounts of one credential. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterAll(async () => await service.close());

const start = { name: 'Start', type: PASS_ON };

/** A workflow that has another one pay its items. */
const calling = (parameters: INodeParameters): WorkflowPlan => ({
	nodes: [start, { name: 'Call', type: CALL_WORKFLOW, parameters: { workflow: 'called', mode: 'once' } }],
	wires: [['Start', 0, 'Call'] satisfies Wire],
	others: [
		{
			id: 'called',
			nodes: [start, { name: 'Pay', type: ACTION, parameters }],
			wires: [['Start', 0, 'Pay'] satisfies Wire],
		},
	],
});

const asItems = (rows: IDataObject[]) => rows.map((json, item) => ({ json, pairedItem: { item } }));

it('a called workflow does not pay what an earlier call has paid in another currency', async () => {
	const keyless = { externalId: '' };
	const rows = payees(PHP, { ...INR, account_number: '2', bank_code: 'NO-BANK' });
	const first = await runWorkflow(calling(mixed(keyless)), asItems(rows), { credentials: credentialOf(service) });
	expect(first.error).toBeDefined();
	expect(paidBy(service)).toEqual({ PHP: 1 });
	const edited = mixed({
		...keyless,
		payoutMethodName: { __rl: true, mode: 'id', value: INR.method },
		options: { methodParametersJson: JSON.stringify({ bank_code: INR.bank_code }) },
	});
	const { error } = await first.retry({ plan: calling(edited) });
	expect(error?.message).toContain('the calling execution may have had it');
	expect(paidBy(service)).toEqual({ PHP: 1 });
});

it('one External ID in two currencies is paid once by two executions at once', async () => {
	const credentials = credentialOf(service);
	const pay = async (row: IDataObject) =>
		await run(service, mixed(), { credentials, items: [{ ...row, key: 'inv-1' }] });
	const runs = await Promise.all([pay(AUD), pay(PHP)]);
	expect(runs.flatMap(({ error }) => error?.message ?? [])).toEqual([
		'The external ID inv-1 belongs to another payment',
	]);
	expect(Object.values(paidBy(service))).toEqual([1]);
});

it('an execution waits for the payment that it has made with a further account', async () => {
	const { n8n, close } = await WaitingN8n.listening(credentialOf(service));
	const wait = { resource: 'payout', operation: 'waitForStatus', uuid: '={{ $json.uuid }}' };
	const plan: WorkflowPlan = {
		nodes: [
			start,
			{ name: 'Create', type: ACTION, parameters: mixed({ notify: 'thisExecution' }) },
			{ name: 'Wait', type: ACTION, parameters: wait },
		],
		wires: [
			['Start', 0, 'Create'],
			['Create', 0, 'Wait'],
		],
	};
	try {
		const id = await n8n.start(plan, payees(PHP));
		const { status, error } = n8n.execution(id);
		expect([status, error?.message]).toEqual(['waiting', undefined]);
		await service.advance(60_000);
		await n8n.idle();
		expect(n8n.outputOf(id, 'Wait')).toMatchObject([{ status: 'settled', wait: { outcome: 'final' } }]);
	} finally {
		await close();
	}
});
