import { ACTION, PASS_ON } from '../engine/nodeTypes';
import { serviceOfFile } from '../engine/serviceOfFile';
import type { WorkflowPlan } from '../engine/workflow';
import { WaitingN8n } from '../waiting/waitingN8n';
import { credentialOf, mixed, payees, PHP } from './mixed';

const service = serviceOfFile();

it('an execution waits for the payment that it has made with a further account', async () => {
	const { n8n, close } = await WaitingN8n.listening(credentialOf(service));
	const wait = { resource: 'payout', operation: 'waitForStatus', uuid: '={{ $json.uuid }}' };
	const plan: WorkflowPlan = {
		nodes: [
			{ name: 'Start', type: PASS_ON },
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
