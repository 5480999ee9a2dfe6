import type { IDataObject } from 'n8n-workflow';
import { agentWithTool } from '../engine/agentTool';
import { serviceOfFile } from '../engine/serviceOfFile';
import { batch, payout, QUICK } from './orders';
import { run as execute } from '../resources/resourceRun';

/** What the fault matrix and the survival table of moneyOnce/ do not ask of a node that runs again. */

const service = serviceOfFile();

const paid = () => service.emulator.account('AUD').payouts.payments().payouts;
const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ key: `wage-${index}`, amount: 100 + index, name: `Payee ${index}` }));

it.each([
	['one by one', payout()],
	['in one batch', batch()],
])('payees paid %s are told as paid where the next one stays unknown, and paid once by a retry', async (_, form) => {
	service.fault({ endpoint: 'v2.payouts.create', when: 'before', nth: 2, fault: 'status', status: 500 });
	const failed = await execute(service, { ...form, additionalFields: { maxPerBatch: 1 } }, { items: people(3) });
	expect(failed.error?.message).toBe('It is unknown whether the payment wage-1 was made');
	expect(failed.error?.description).toContain('Already made before the node stopped (1): wage-0.');
	const again = await failed.retry();
	expect(again.items.map(({ json }) => json.external_id)).toEqual(paid().map(({ external_id }) => external_id));
	expect(paid()).toHaveLength(3);
});

describe('as the tool of an agent', () => {
	const parameters = payout({
		amount: '={{ $fromAI("amount", "how much", "string") }}',
		externalId: '={{ $fromAI("key", "number of the invoice", "string") }}',
	});

	it('calls at the same time are payments of their own', async () => {
		const agent = await agentWithTool(parameters, service.credentials());
		const calls = ['5', '5', '6'].map((amount, index) => ({ amount, key: `inv-${index}` }));
		await Promise.all(calls.map(async (call) => await agent.call(call)));
		expect(new Set(paid().map(({ external_id }) => external_id)).size).toBe(3);
	});

	it('an agent that repeats an unclear call does not pay twice', async () => {
		service.fault({ endpoint: 'v2.payouts.create', when: 'after', nth: 1, fault: 'reset' });
		// Three requests look for an earlier payment before this one is sent.
		service.fault({ endpoint: 'v2.payouts.list', when: 'before', nth: { from: 4, to: 54 }, fault: 'reset', times: 20 });
		const tool = { ...parameters, options: { ...QUICK, timeLimit: 1 } };
		const agent = await agentWithTool(tool, service.credentials());
		expect(await agent.refusal({ amount: '5', key: 'inv-1' })).toContain('no usable answer came');
		service.emulator.world.faults.remove();
		const [answer] = JSON.parse(await agent.call({ amount: '5', key: 'inv-1' })) as IDataObject[];
		expect(answer).toMatchObject({ outcome: 'found' });
		expect(paid()).toHaveLength(1);
	});

	it('tells the model what is wrong with its arguments', async () => {
		const agent = await agentWithTool(parameters, service.credentials());
		await expect(agent.call({ amount: 'five', key: 'inv-1' })).rejects.toThrow(/Amount cannot be used/);
		expect(service.writes()).toBe(0);
	});
});

it('"execute once" pays the first item alone', async () => {
	const settings = { executeOnce: true };
	const run = await execute(service, payout(), { items: people(3), settings });
	expect([run.items.length, paid().length]).toEqual([1, 1]);
});
