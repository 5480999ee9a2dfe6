import type { INodeParameters } from 'n8n-workflow';
import { unprocessable } from '../../../emulator/engine/serviceError';
import { BANK_ACCOUNT, form, payin, payout, QUICK } from '../action/orders';
import { runNode, runWorkflow } from '../engine/execution';
import { ACTION, AT_MOST, LOOP, PASS_ON, READ_LIST } from '../engine/nodeTypes';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import type { WorkflowPlan } from '../engine/workflow';
import { outputsOf } from '../engine/workflow';
import { atCall } from './atCall';
import { before, paidKeys, wages } from './payroll';
import { audPayoutPerItem } from './writes';

/** Values that decide neither who is paid nor how much, and are others at every try. External ID is empty. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterAll(async () => await service.close());

const paidPayouts = () => paidKeys(service);
const paidInAud = () => service.emulator.account('AUD').audPayouts.payments().aud_payouts;

const withRemark = (changes: INodeParameters = {}) =>
	payout({
		externalId: '',
		options: { ...QUICK, settleSeconds: 0, concurrency: 1 },
		methodParameters: form({
			bsb: '062000',
			account_number: '={{ $json.account }}',
			account_name: '=Nathan {{ Math.random() }}',
		}),
		...changes,
	});

describe('an unclear payment that goes into the node again by the error output, without the message that names it', () => {
	const errorLoop = (parameters: INodeParameters): WorkflowPlan => ({
		nodes: [
			{ name: 'Start', type: PASS_ON },
			{ name: 'Pay', type: ACTION, parameters, settings: { onError: 'continueErrorOutput' } },
			{ name: 'Row', type: READ_LIST, parameters: { list: JSON.stringify(wages(1)) } },
			{ name: 'Again', type: AT_MOST, parameters: { times: 2 } },
		],
		wires: [
			['Start', 0, 'Pay'],
			['Pay', 1, 'Row'],
			['Row', 0, 'Again'],
			['Again', 0, 'Pay'],
		],
	});

	it.each([
		['payout', withRemark(), paidPayouts],
		['payout of all items', withRemark({ batchMode: 'allItems' }), paidPayouts],
		[
			'payout under another Batch External ID',
			withRemark({
				externalId: '={{ $json.key }}',
				methodParameters: form(BANK_ACCOUNT),
				additionalFields: { batchExternalId: '=march-{{ Math.random() }}' },
			}),
			paidPayouts,
		],
		['AUD payout', { ...audPayoutPerItem.parameters, payee: '=Ada {{ Math.random() }}' }, paidInAud],
	])('stops in every further run: %s', async (_, parameters, paid) => {
		Object.assign(service.emulator.world.settings, { listLagMs: 3_600_000 });
		for (const endpoint of ['v1.payouts.create', 'v2.payouts.create'] as const)
			service.fault({ endpoint, fault: 'reset', when: 'after', nth: 1 });
		const items = wages(1).map((json) => ({ json }));
		const { runData } = await runWorkflow(errorLoop(parameters), items, { credentials: service.credentials() });
		const told = (runData.Pay ?? []).flatMap((run) => outputsOf(run).flat()).map(({ json }) => json.error);
		expect(told).toEqual([
			expect.stringContaining('It is unknown whether'),
			expect.stringContaining('Whether this is a repeat'),
			expect.stringContaining('Whether this is a repeat'),
		]);
		expect(paid()).toHaveLength(1);
	});
});

it.each<[string, INodeParameters, 'v2.payouts' | 'v2.payins', () => unknown[]]>([
	['payout', payout(), 'v2.payouts', paidPayouts],
	['payin', payin(), 'v2.payins', () => service.emulator.account('AUD').payins.payments().payins],
])('a loop does not take an invoice with another description for an unclear one: %s', async (_, order, path, paid) => {
	const parameters = {
		...order,
		externalId: '',
		paymentDescription: '={{ $json.invoice }}',
		options: { ...QUICK, settleSeconds: 0 },
	};
	const loop: WorkflowPlan = {
		nodes: [
			{ name: 'Start', type: PASS_ON },
			{ name: 'Loop', type: LOOP },
			{ name: 'Pay', type: ACTION, parameters, settings: { onError: 'continueRegularOutput' } },
		],
		wires: [
			['Start', 0, 'Loop'],
			['Loop', 0, 'Pay'],
			['Pay', 0, 'Loop'],
		],
	};
	const { settings } = service.emulator.world;
	settings.listLagMs = 3_600_000;
	service.fault({ endpoint: `${path}.create`, fault: 'reset', when: 'after', nth: 1 });
	atCall(service, 'answered', 1, () => Object.assign(settings, { listLagMs: 0 }), `${path}.list`);
	const items = ['Invoice 1', 'Invoice 2'].map((invoice) => ({ json: { amount: 10, invoice } }));
	const { runData } = await runWorkflow(loop, items, { credentials: service.credentials() });
	const told = (runData.Pay ?? []).flatMap((run) => outputsOf(run).flat()).map(({ json }) => json.error);
	expect(told).toEqual([
		expect.stringContaining('It is unknown whether'),
		expect.stringContaining('Whether this is a repeat'),
	]);
	expect(paid()).toHaveLength(1);
});

describe('Retry On Fail goes on behind those who are paid', () => {
	const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
	const together = { batchMode: 'allItems', additionalFields: { maxPerBatch: 1 } };
	const named = { externalId: '={{ $json.key }}' };
	/** The answer to a payment is lost, and the service lists it only once this try is over. */
	const failAt = (nth: number, when: 'before' | 'after') => {
		const { settings } = service.emulator.world;
		const listed = () => Object.assign(settings, { listLagMs: 0 });
		const sent = () => {
			Object.assign(settings, { listLagMs: 3_600_000 });
			atCall(service, 'answered', 1, listed, 'v2.payouts.list');
		};
		for (const endpoint of ['v1.payouts.create', 'v2.payouts.create'] as const)
			service.fault({ endpoint, fault: 'status', status: 500, when, nth });
		if (when === 'after') atCall(service, 'handled', nth, sent, 'v2.payouts.create');
	};
	const audPayout = { ...audPayoutPerItem.parameters, payee: '=Ada {{ Math.random() }}' };

	it.each<[string, 'before' | 'after', INodeParameters, () => unknown[]]>([
		['payouts', 'before', withRemark(), paidPayouts],
		['payouts that were made', 'after', withRemark(), paidPayouts],
		['payouts of all items', 'before', withRemark(together), paidPayouts],
		['payouts of all items that were made', 'after', withRemark(together), paidPayouts],
		['payouts with External IDs', 'before', withRemark(named), paidPayouts],
		['payouts with External IDs that were made', 'after', withRemark(named), paidPayouts],
		[
			'payouts under a Batch External ID',
			'after',
			withRemark({ additionalFields: { batchExternalId: 'march' } }),
			paidPayouts,
		],
	])('%s', async (_, when, parameters, paid) => {
		failAt(2, when);
		const run = await runNode({
			credentials: service.credentials(),
			parameters,
			items: wages(4),
			settings: retried,
		});
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(4);
		expect(paid()).toHaveLength(4);
	});

	it('AUD payouts', async () => {
		const { audPayouts } = service.emulator.account('AUD');
		const create = audPayouts.create.bind(audPayouts);
		jest
			.spyOn(audPayouts, 'create')
			.mockImplementationOnce(create)
			.mockImplementationOnce(() => {
				throw unprocessable({ payid: 'Refused once.' });
			});
		const run = await runNode({
			credentials: service.credentials(),
			parameters: audPayout,
			items: wages(3),
			settings: retried,
		});
		jest.restoreAllMocks();
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(3);
		expect(paidInAud()).toHaveLength(3);
	});

	it('one that is there twice is told', async () => {
		const { payouts } = service.emulator.account('AUD');
		const { create } = payouts;
		jest.spyOn(payouts, 'create').mockImplementationOnce((body) => {
			create(body);
			return create(body);
		});
		failAt(1, 'after');
		const run = await runNode({
			credentials: service.credentials(),
			parameters: withRemark({ batchMode: 'allItems' }),
			items: wages(1),
			settings: retried,
		});
		jest.restoreAllMocks();
		expect(run.error?.message).toContain('exists 2 times');
	});

	it.each([
		['amount', { amount: '={{ 10 + (Date.now() % 10_000) }}' }],
		['account', { methodParameters: form({ ...BANK_ACCOUNT, account_number: '={{ Math.random() }}' }) }],
		['email', { email: '={{ Math.random() }}@example.com' }],
	])('but not where the %s is another', async (_, changes) => {
		failAt(2, 'before');
		const run = await runNode({
			credentials: service.credentials(),
			parameters: withRemark(changes),
			items: wages(2),
			settings: retried,
		});
		expect(run.error?.message).toContain('belongs to another payment');
		expect(paidPayouts()).toHaveLength(1);
	});
});

it('a payment that was made with another remark stops the retry of its execution', async () => {
	service.fault({ endpoint: 'v2.payouts.create', fault: 'status', status: 500, when: 'before', nth: 2 });
	const failed = await runNode({ credentials: service.credentials(), parameters: withRemark(), items: wages(2) });
	const again = await failed.retry();
	expect(again.error?.message).toContain('belongs to another payment');
	expect(paidPayouts()).toHaveLength(1);
});

it('a payee who stands at another place of a list that a retry reads anew is not paid again', async () => {
	const plan = (...numbers: number[]): WorkflowPlan => ({
		nodes: [
			{ name: 'Start', type: PASS_ON },
			before(...numbers),
			{ name: 'Pay', type: ACTION, parameters: withRemark(), settings: { onError: 'continueRegularOutput' } },
		],
		wires: [
			['Start', 0, 'Before'],
			['Before', 0, 'Pay'],
		],
	});
	const failed = await runWorkflow(plan(), [{ json: {} }], { credentials: service.credentials() });
	await failed.retry({ plan: plan(1, 2) });
	const again = await failed.retry({ plan: plan(9, 1, 2) });
	expect(JSON.stringify(outputsOf(again.runData.Pay?.[0])[0]?.[2])).toContain('another place of the list');
	expect(paidPayouts()).toHaveLength(2);
});
