import type { INodeParameters, IRunExecutionData, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { ExecuteContext } from 'n8n-core';
import { additionalDataOf } from '../engine/additionalData';
import { ACTION, nodeTypes } from '../engine/nodeTypes';
import { serviceOfFile } from '../engine/serviceOfFile';
import { workflowOf } from '../engine/workflow';
import { AT_ONCE, operation, payout } from './orders';

/** n8n's Agents run a node without an execution: no number, no data, no workflow that was saved. */

const service = serviceOfFile();

async function call(parameters: INodeParameters): Promise<unknown> {
	const workflow = workflowOf({ id: '', nodes: [{ name: 'Pay', type: ACTION, parameters }], wires: [] });
	const node = workflow.getNode('Pay');
	if (!node) throw new Error('The workflow has no node');
	const credentials = service.credentials('AUD', { maxPerRun: 'AUD 150' });
	const { executionId: _none, ...others } = additionalDataOf(credentials, { executionId: 'none', mode: 'internal' });
	const input = { main: [[{ json: {} }]] };
	const context = new ExecuteContext(
		workflow,
		node,
		others as IWorkflowExecuteAdditionalData,
		'internal',
		{ resultData: { runData: {} } } as IRunExecutionData,
		0,
		input.main[0] ?? [],
		input,
		{ node, data: input, source: null },
		[],
	);
	const output = await nodeTypes.getByNameAndVersion(ACTION).execute?.call(context);
	return Array.isArray(output) ? output[0]?.map(({ json }) => json) : output;
}

const pay = (externalId: string, changes: INodeParameters = {}) =>
	payout({ amount: '100', externalId, notify: 'none', options: AT_ONCE, ...changes });

it('one External ID is one payment there, too', async () => {
	expect(await call(pay('inv-1'))).toMatchObject([{ status: expect.any(String) }]);
	expect(await call(pay('inv-1'))).toHaveLength(1);
	await expect(call(pay('inv-1', { amount: '101' }))).rejects.toThrow('belongs to another payment');
	expect(service.emulator.account('AUD').payouts.payments().payouts).toHaveLength(1);
});

it('each call is a run of its own for Max per Run', async () => {
	await call(pay('inv-2'));
	await call(pay('inv-3'));
	await expect(call(pay('inv-4', { amount: '150.01' }))).rejects.toThrow('is more than the credential allows');
});

it('it reads', async () => {
	expect(await call(operation('balance', 'get', { currency: 'AUD' }))).toMatchObject([{ currency: 'AUD' }]);
});

it('nothing waits, and nothing is sent', async () => {
	const waiting = pay('inv-5', { operation: 'createAndWait', waitLimit: 60 });
	await expect(call(waiting)).rejects.toThrow('Nothing was sent, because n8n’s Agents cannot wait: use Create');
	expect(service.writes()).toBe(0);
});
