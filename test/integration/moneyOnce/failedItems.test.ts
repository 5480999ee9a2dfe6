import type { INodeParameters } from 'n8n-workflow';
import * as wire from '../../../emulator/otherwise';
import { BANK_ACCOUNT, form, payin, payout, QUICK } from '../action/orders';
import type { Execution } from '../engine/execution';
import { runWorkflow } from '../engine/execution';
import { ACTION, AT_MOST, CALL_WORKFLOW, LOOP, PASS_ON } from '../engine/nodeTypes';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import type { WorkflowPlan } from '../engine/workflow';
import { outputsOf } from '../engine/workflow';
import { paidKeys, wages } from './payroll';
import { audPayoutPerItem } from './writes';

/** A failed item goes into the node again by its error output, although its payment is known to be made. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const options = { ...QUICK, settleSeconds: 0 };
const keyless = { externalId: '', options };
const pay = (changes: INodeParameters = {}) => payout({ ...keyless, methodParameters: form(BANK_ACCOUNT), ...changes });
/** Notifications come to the execution that waits. */
const waiting = ({ notify: _, ...parameters }: INodeParameters): INodeParameters => ({
	...parameters,
	operation: 'createAndWait',
});

interface Nodes {
	/** The type of the node before this one, and of the one behind its error output. */
	before?: string;
	between?: string;
	times?: number;
}

const errorLoop = (
	parameters: INodeParameters,
	{ before = PASS_ON, between = PASS_ON, times = 1 }: Nodes = {},
): WorkflowPlan => ({
	nodes: [
		{ name: 'Start', type: PASS_ON },
		{ name: 'Never', type: PASS_ON },
		{ name: 'Before', type: before },
		{ name: 'Pay', type: ACTION, parameters, settings: { onError: 'continueErrorOutput' } },
		{ name: 'Between', type: between },
		{ name: 'Again', type: AT_MOST, parameters: { times } },
	],
	wires: [
		['Start', 0, 'Before'],
		['Before', 0, 'Pay'],
		['Pay', 1, 'Between'],
		['Between', 0, 'Again'],
		['Again', 0, 'Pay'],
	],
});

const start = async (plan: WorkflowPlan, people = 1): Promise<Execution> =>
	await runWorkflow(
		plan,
		wages(people).map((json) => ({ json })),
		{ credentials: service.credentials(), address: 'https://n8n.shop.example/' },
	);

/** What each run of the node tells of its failed items. */
const told = ({ runData }: Execution) =>
	(runData.Pay ?? []).map((run) => (outputsOf(run)[1] ?? []).map(({ json }) => String(json.error)));

const payins = () => service.emulator.account('AUD').payins.payments().payins;
const audPayouts = () => service.emulator.account('AUD').audPayouts.payments().aud_payouts;
const WAITS_ELSEWHERE = expect.stringContaining('its notifications do not come to this execution');

describe('nothing is sent while the expression of Simplify fails', () => {
	const simplify = "={{ $('Never').first().json.simple }}";
	it.each<[string, INodeParameters, () => unknown[]]>([
		['payouts', pay({ simplify }), () => paidKeys(service)],
		['payouts in one request', pay({ simplify, batchMode: 'allItems' }), () => paidKeys(service)],
		['AUD payouts', { ...audPayoutPerItem.parameters, ...keyless, simplify }, audPayouts],
		['payins', payin({ ...keyless, simplify }), payins],
	])('%s', async (_, parameters, paid) => {
		expect(told(await start(errorLoop(parameters), 2)).flat()).toHaveLength(4);
		expect(paid()).toEqual([]);
	});
});

describe('Create and Wait does not pay again what another execution is notified of', () => {
	it.each<[string, INodeParameters, () => unknown[]]>([
		['payout', waiting(pay()), () => paidKeys(service)],
		['payin', waiting(payin(keyless)), payins],
	])('in a second retry: %s', async (_, parameters, paid) => {
		const failed = await start(errorLoop(parameters, { before: CALL_WORKFLOW }));
		await failed.retry({ plan: errorLoop(parameters) });
		const again = await failed.retry({ plan: errorLoop(parameters) });
		expect(told(again)).toEqual([[WAITS_ELSEWHERE], [WAITS_ELSEWHERE]]);
		expect(paid()).toHaveLength(1);
	});

	it('in the retry of an execution that left it unclear', async () => {
		const { settings } = service.emulator.world;
		settings.listLagMs = 3_600_000;
		service.fault({ endpoint: 'v2.payouts.create', fault: 'reset', when: 'after', nth: 1 });
		const failed = await start(errorLoop(waiting(pay()), { between: CALL_WORKFLOW }));
		settings.listLagMs = 0;
		const again = await failed.retry({ plan: errorLoop(waiting(pay()), { times: 2 }) });
		expect(told(again).slice(1)).toEqual([[WAITS_ELSEWHERE], [WAITS_ELSEWHERE]]);
		expect(paidKeys(service)).toHaveLength(1);
	});

	it('but pays the same to the next item once the first has come out', async () => {
		const loop = (before = PASS_ON): WorkflowPlan => ({
			nodes: [
				{ name: 'Start', type: PASS_ON },
				{ name: 'Before', type: before },
				{ name: 'Loop', type: LOOP },
				{ name: 'Pay', type: ACTION, parameters: waiting(pay({ amount: 10 })) },
			],
			wires: [
				['Start', 0, 'Before'],
				['Before', 0, 'Loop'],
				['Loop', 0, 'Pay'],
				['Pay', 0, 'Loop'],
			],
		});
		const failed = await start(loop(CALL_WORKFLOW), 2);
		await failed.retry({ plan: loop() });
		const again = await failed.retry({ plan: loop() });
		expect(again.error?.message).toEqual(WAITS_ELSEWHERE);
		await service.advance(60 * 60_000);
		const last = await again.retry();
		expect(last.status).toBe('waiting');
		expect(paidKeys(service)).toHaveLength(2);
	});

	it('but pays another item under an External ID of its own', async () => {
		const named = waiting(payout({ options, externalId: "=bill-{{ $('Start').first().json.key }}-{{ $runIndex }}" }));
		await start(errorLoop(named));
		const other = await start(errorLoop(named));
		expect(told(other)).toEqual([[WAITS_ELSEWHERE], []]);
		expect(paidKeys(service)).toEqual(['bill-wage-0-0', 'bill-wage-0-1']);
	});
});

it('a payment that two workers made at once is not made a third time', async () => {
	const failed = await start(errorLoop(pay({ batchMode: 'allItems' }), { before: CALL_WORKFLOW }));
	const { payouts } = service.emulator.account('AUD');
	const { create } = payouts;
	// What the other worker does at the same moment.
	jest.spyOn(payouts, 'create').mockImplementationOnce((body) => {
		create(body);
		return create(body);
	});
	const again = await failed.retry({ plan: errorLoop(pay({ batchMode: 'allItems' })) });
	expect(told(again).flat()).toEqual(Array(2).fill(expect.stringContaining('exists 2 times')));
	expect(paidKeys(service)).toHaveLength(2);
});

it('a payment that has failed at once is made again', async () => {
	const { answerOtherwise } = wire;
	let failures = 1;
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((settings, endpoint, answer) => {
		const other = answerOtherwise(settings, endpoint, answer) as { payout_transactions?: object[] };
		if (endpoint !== 'v2.payouts.create' || failures-- <= 0) return other;
		const transactions = other.payout_transactions?.map((one) => ({ ...one, status: 'failed' }));
		return { ...other, payout_transactions: transactions };
	});
	const again = await start(errorLoop(pay()));
	expect(told(again)).toEqual([[expect.stringContaining('has ended without money: failed')], []]);
	expect(paidKeys(service)).toHaveLength(2);
});
