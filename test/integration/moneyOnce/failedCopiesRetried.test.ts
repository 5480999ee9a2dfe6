import type { INodeParameters } from 'n8n-workflow';
import { BANK_ACCOUNT, checkoutLink, form, payin, payout, QUICK } from '../action/orders';
import { runWorkflow } from '../engine/execution';
import { ACTION, AT_MOST, CALL_WORKFLOW, LOOP, ONLY_FAILED, PASS_ON, READ_LIST } from '../engine/nodeTypes';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import type { WorkflowPlan } from '../engine/workflow';
import { outputsOf } from '../engine/workflow';
import { audPayoutPerItem } from './writes';

/** An execution that failed before the node is retried more than once, and failed items come to the node again in each retry. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterAll(async () => await service.close());

const keyless = {
	externalId: '',
	amount: '={{ $json.amount }}',
	options: { ...QUICK, settleSeconds: 0, timeLimit: 1 },
};
const email = '={{ $json.email }}';
const bank = { ...keyless, methodParameters: form(BANK_ACCOUNT), email };

const account = () => service.emulator.account('AUD');
const links = () => account().links.list({ page: 1, from: 0, to: Infinity } as never);

const WRITES: [string, INodeParameters, () => readonly unknown[]][] = [
	['payout', payout(bank), () => account().payouts.payments().payouts],
	['payout in one request', payout({ ...bank, batchMode: 'allItems' }), () => account().payouts.payments().payouts],
	['payin', payin({ ...keyless, customerEmail: email }), () => account().payins.payments().payins],
	['checkout link', checkoutLink({ ...keyless, customerEmail: email }), links],
	[
		'AUD payout',
		{ ...audPayoutPerItem.parameters, ...keyless, email },
		() => account().audPayouts.payments().aud_payouts,
	],
];

const [ANN, BEN] = [
	{ email: 'ann@example.com', amount: '10' },
	{ email: 'ben@example.com', amount: '20' },
];
const WRONG = { ...ANN, amount: 'ten' };

/** Pays the rows of a list one after the other. What has failed comes to the node again: alone, or all of it whenever something ends. */
function plan(pay: INodeParameters, rows: object[] | null, failed: 'alone' | 'all', times = 4): WorkflowPlan {
	return {
		nodes: [
			{ name: 'Start', type: PASS_ON },
			rows
				? { name: 'Read', type: READ_LIST, parameters: { list: JSON.stringify(rows) } }
				: { name: 'Read', type: CALL_WORKFLOW },
			{ name: 'Loop', type: LOOP },
			{ name: 'Pay', type: ACTION, parameters: pay, settings: { onError: 'continueErrorOutput' } },
			{ name: 'Done', type: ONLY_FAILED },
			{ name: 'Again', type: AT_MOST, parameters: { times } },
		],
		wires: [
			['Start', 0, 'Read'],
			['Read', 0, 'Loop'],
			['Loop', 0, 'Pay'],
			['Pay', 0, 'Loop'],
			['Pay', 1, 'Loop'],
			['Loop', 1, 'Done'],
			failed === 'alone' ? ['Pay', 1, 'Again'] : ['Done', 0, 'Again'],
			['Again', 0, 'Pay'],
		],
	};
}

const begin = async (failing: WorkflowPlan) =>
	await runWorkflow(failing, [{ json: {} }], { credentials: service.credentials('AUD') });

it.each(WRITES)(
	'%s: is made once where its failed item comes to the place from which another retry has made it',
	async (_what, pay, made) => {
		const failed = await begin(plan(pay, null, 'alone'));
		// The wrong row comes to the node again before the right one, which is paid in the third run.
		await failed.retry({ plan: plan(pay, [WRONG, BEN], 'alone', 1) });
		expect(made()).toHaveLength(1);
		await failed.retry({ plan: plan(pay, [BEN], 'alone') });
		expect(made()).toHaveLength(1);
		await failed.retry({ plan: plan(pay, [WRONG, BEN], 'all') });
		expect(made()).toHaveLength(1);
	},
);

it.each(WRITES)(
	'%s: is made once where another retry has made it from there under the key of another place',
	async (_what, pay, made) => {
		const failed = await begin(plan(pay, null, 'all', 1));
		const passing = { ...pay, amount: "={{ $runIndex === 0 ? 'ten' : $json.amount }}" };
		await failed.retry({ plan: plan(passing, [BEN], 'all', 1) });
		expect(made()).toHaveLength(1);
		await failed.retry({ plan: plan(pay, [WRONG, BEN], 'all', 1) });
		expect(made()).toHaveLength(1);
	},
);

it.each(WRITES)(
	'%s: is not made for a newcomer at the place from which another retry has paid somebody else',
	async (_what, pay, made) => {
		const failed = await begin(plan(pay, null, 'all'));
		await failed.retry({ plan: plan(pay, [ANN], 'all') });
		expect(made()).toHaveLength(1);
		const { runData } = await failed.retry({ plan: plan(pay, [BEN, ANN], 'all') });
		const told = (runData.Pay ?? []).flatMap((run) => (outputsOf(run)[1] ?? []).map(({ json }) => json));
		expect(told.filter(({ email: of }) => of === BEN?.email)).not.toEqual([]);
		for (const json of told.filter(({ email: of }) => of === BEN?.email))
			expect(json).toMatchObject({ error: expect.stringMatching(/belongs to another|is used by item/) });
		expect(made()).toHaveLength(1);
	},
);

it.each<[string, string]>([
	['AUD payout', 'v1.payouts.create'],
	['checkout link', 'v3.links.create'],
])('%s: is not made again behind a newcomer at its place, while its outcome is unclear', async (what, endpoint) => {
	const [, pay = {}, made = links] = WRITES.find(([each]) => each === what) ?? [];
	/** Pays all rows in one run of the node. */
	const atOnce = (rows: object[] | null): WorkflowPlan => ({
		...plan(pay, rows, 'alone'),
		wires: [
			['Start', 0, 'Read'],
			['Read', 0, 'Pay'],
		],
	});
	const failed = await begin(atOnce(null));
	service.fault({ endpoint: endpoint as never, when: 'after', nth: 1, fault: 'reset' });
	await failed.retry({ plan: atOnce([BEN]) });
	expect(made()).toHaveLength(1);
	await failed.retry({ plan: atOnce([ANN, BEN]) });
	const amounts = (made() as { amount: unknown }[]).map(({ amount }) => Number(amount));
	expect(amounts.filter((amount) => amount === Number(BEN?.amount))).toHaveLength(1);
});

it.each(WRITES)('%s: stays stopped in another retry, where its amount is corrected', async (_what, pay, made) => {
	const failed = await begin(plan(pay, null, 'alone', 1));
	await failed.retry({ plan: plan(pay, [BEN], 'alone', 1) });
	await failed.retry({ plan: plan(pay, [{ ...BEN, amount: '12' }], 'alone', 1) });
	expect(made()).toHaveLength(1);
});
