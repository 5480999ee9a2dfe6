import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ServiceError } from '../../../emulator/engine/serviceError';
import { BANK_ACCOUNT, checkoutLink, form, operation, payin, payout, QUICK } from '../action/orders';
import type { Execution } from '../engine/execution';
import { runWorkflow } from '../engine/execution';
import { ACTION, AT_MOST, LOOP, ONLY_FAILED, PASS_ON } from '../engine/nodeTypes';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import type { WorkflowPlan } from '../engine/workflow';
import { outputsOf } from '../engine/workflow';
import { paidPayin } from './refundedPayins';
import { audPayoutPerItem } from './writes';

/**
 * Loop Over Items keeps every item that came to its end, and hands all of them out whenever another one comes: a failed item
 * that is paid meanwhile comes to the node again and again.
 */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const keyless = { externalId: '', amount: '80', options: QUICK };
const pay = (changes: INodeParameters = {}) => payout({ ...keyless, methodParameters: form(BANK_ACCOUNT), ...changes });

const account = () => service.emulator.account('AUD');
const payins = () => account().payins.payments();
const links = () => account().links.list({ page: 1, from: 0, to: Infinity } as never);

interface Loop {
	times?: number;
	items?: number;
	item?: IDataObject;
	/** A node in the place of Pay at first. Pay gets what it has failed to make. */
	first?: INodeParameters;
	/** A node that gets what Pay has made, and whose failed items go to Pay again. */
	next?: INodeParameters;
}

/** What has come to its end goes back to Pay a few times: all of it, or only what has failed. */
async function run(
	parameters: INodeParameters,
	{ times = 3, items = 1, item = { order: 1 }, first, next }: Loop = {},
): Promise<Execution> {
	const settings = { onError: 'continueErrorOutput' } as const;
	const plan: WorkflowPlan = {
		nodes: [
			{ name: 'Start', type: PASS_ON },
			{ name: 'Loop', type: LOOP },
			{ name: 'Pay', type: ACTION, parameters, settings },
			{ name: 'Done', type: items > 1 ? ONLY_FAILED : PASS_ON },
			{ name: 'Again', type: AT_MOST, parameters: { times } },
		],
		wires: [
			['Start', 0, 'Loop'],
			['Loop', 0, first ? 'First' : 'Pay'],
			['Pay', 0, next ? 'Next' : 'Loop'],
			['Pay', 1, 'Loop'],
			['Loop', 1, 'Done'],
			['Done', 0, 'Again'],
			['Again', 0, 'Pay'],
		],
	};
	if (first) {
		plan.nodes.push({ name: 'First', type: ACTION, parameters: first, settings });
		plan.wires.push(['First', 1, 'Loop']);
	}
	if (next) {
		plan.nodes.push({ name: 'Next', type: ACTION, parameters: next, settings });
		plan.wires.push(['Next', 1, 'Again']);
	}
	return await runWorkflow(
		plan,
		Array.from({ length: items }, () => ({ json: item })),
		{ credentials: service.credentials() },
	);
}

/** What the runs of the node tell of their items that did not fail. */
const outcomes = ({ runData }: Execution): unknown[] =>
	(runData.Pay ?? []).flatMap((each) =>
		(outputsOf(each)[0] ?? []).map(({ json }) => (json.idempotency as { outcome: string }).outcome),
	);

const WRITES: [string, INodeParameters, string, string | null, () => readonly unknown[]][] = [
	['payout', pay(), 'v2.payouts.create', 'v2.payouts.list', () => account().payouts.payments().payouts],
	[
		'payout whose External ID comes out empty',
		pay({ externalId: '={{ $json.nothing }}' }),
		'v2.payouts.create',
		'v2.payouts.list',
		() => account().payouts.payments().payouts,
	],
	[
		'payout in one request',
		pay({ batchMode: 'allItems' }),
		'v2.payouts.create',
		'v2.payouts.list',
		() => account().payouts.payments().payouts,
	],
	['payin', payin(keyless), 'v2.payins.create', 'v2.payins.list', () => payins().payins],
	[
		'AUD payout',
		{ ...audPayoutPerItem.parameters, ...keyless },
		'v1.payouts.create',
		null,
		() => account().audPayouts.payments().aud_payouts,
	],
	['checkout link', { ...checkoutLink(keyless) }, 'v3.links.create', null, links],
];

const REFUSED = { amount: "={{ $runIndex === 0 ? '99999999' : '80' }}" };

// The service takes an AUD payout of any amount.
it.each(WRITES.filter(([what]) => what !== 'AUD payout'))(
	'%s: is made once after it was refused',
	async (_what, parameters, _at, _list, made) => {
		const execution = await run({ ...parameters, ...REFUSED });
		expect(made()).toHaveLength(1);
		expect(outcomes(execution)).toEqual(expect.arrayContaining(['created', 'found']));
	},
);

/** An expression that fails in the first run of the node. */
const NEVER_AT_FIRST = "={{ $runIndex === 0 ? $('Never').first().json.simple : true }}";

it.each(WRITES)('%s: is made once where nothing could be read before', async (_what, parameters, _at, _list, made) => {
	const execution = await run({ ...parameters, simplify: NEVER_AT_FIRST });
	expect(made()).toHaveLength(1);
	expect(outcomes(execution)).toEqual(expect.arrayContaining(['created', 'found']));
});

it.each(WRITES.filter(([, , , list]) => list !== null))(
	'%s: is made once after it was unclear',
	async (_what, parameters, endpoint, list, made) => {
		service.fault({ endpoint: endpoint as never, when: 'after', nth: 1, fault: 'reset' });
		service.fault({ endpoint: list as never, when: 'before', fault: 'status', status: 503, times: 6 });
		const execution = await run(parameters);
		expect(made()).toHaveLength(1);
		expect(outcomes(execution)).toContain('found');
	},
);

it('a refund is made once where nothing could be read before', async () => {
	const uuid = await paidPayin(service);
	const reason = "={{ $runIndex === 0 ? $('Never').first().json.reason : 'Broken' }}";
	const refund = { uuid, refundType: 'full', reason, externalId: '', options: QUICK };
	const execution = await run(operation('payin', 'refund', refund));
	expect(payins().refunds).toHaveLength(1);
	expect(outcomes(execution)).toEqual(expect.arrayContaining(['created', 'found']));
});

it.each(WRITES)(
	'%s: is made once where its amount is another one each time',
	async (_what, parameters, _at, _list, made) => {
		await run({ ...parameters, amount: "={{ $runIndex === 0 ? 'none' : String(80 + $runIndex) }}" });
		expect(made()).toHaveLength(1);
	},
);

it.each(WRITES)(
	'%s: is made once where its record could not be read once',
	async (_what, parameters, _at, _list, made) => {
		const simplify = "={{ $runIndex === 1 ? $('Never').first().json.simple : true }}";
		await run({ ...parameters, simplify });
		expect(made()).toHaveLength(1);
	},
);

it.each(WRITES.filter(([what]) => what !== 'AUD payout'))(
	'%s: is made once where another node fails behind it',
	async (_what, parameters, _at, _list, made) => {
		const refused = payin({ ...keyless, amount: '99999999', email: 'partner@example.com' });
		await run(parameters, { next: refused });
		expect(made()).toHaveLength(1);
	},
);

it('two equal payouts are made, each once, where the first one was unclear', async () => {
	service.fault({ endpoint: 'v2.payouts.create', when: 'after', nth: 1, fault: 'reset' });
	service.fault({ endpoint: 'v2.payouts.list', when: 'before', fault: 'status', status: 503, times: 10 });
	await run(pay({ options: { ...QUICK, timeLimit: 3 } }), { items: 2 });
	expect(account().payouts.payments().payouts).toHaveLength(2);
});

/** The first payout fails at once. */
function failFirst() {
	const { payouts } = account();
	const create = payouts.create.bind(payouts);
	jest.spyOn(payouts, 'create').mockImplementationOnce((body) => {
		const batch = create(body);
		payouts.simulate(batch.uuid, 'failed');
		return payouts.get(batch.uuid);
	});
	return payouts;
}

it('a payout that has failed is made anew once to a corrected account', async () => {
	const payouts = failFirst();
	const corrected = "={{ $runIndex === 0 ? '11111111' : '22222222' }}";
	await run(pay({ methodParameters: form({ ...BANK_ACCOUNT, account_number: corrected }) }));
	expect(payouts.payments().payouts.map(({ status }) => status)).toEqual(['failed', 'created']);
});

it('a payout that has failed is made anew once', async () => {
	const payouts = failFirst();
	const execution = await run(pay({ options: { ...QUICK, returnEnded: true } }));
	expect(payouts.payments().payouts.map(({ status }) => status)).toEqual(['failed', 'created']);
	expect(outcomes(execution)).toEqual(expect.arrayContaining(['created', 'found']));
});

it.each(WRITES.filter(([what]) => what !== 'AUD payout'))(
	'%s: is made once where its item has a field message.key of its own',
	async (_what, parameters, _at, _list, made) => {
		await run({ ...parameters, ...REFUSED }, { item: { message: { key: 'order-17' } } });
		expect(made()).toHaveLength(1);
	},
);

it.each(WRITES.filter(([what]) => what !== 'AUD payout'))(
	'%s: is made once in the place of a payout that was refused under a Batch External ID alone',
	async (_what, parameters, _at, _list, made) => {
		jest.spyOn(account().payouts, 'create').mockImplementationOnce(() => {
			throw new ServiceError(400, 'BAD_REQUEST', 'No such account');
		});
		const first = pay({ additionalFields: { batchExternalId: 'march' } });
		const execution = await run(parameters, { first });
		expect(made()).toHaveLength(1);
		expect(outcomes(execution)).toEqual(expect.arrayContaining(['created', 'found']));
	},
);

it('a link is made once in the place of a payout that is unclear under a Batch External ID alone', async () => {
	service.fault({ endpoint: 'v2.payouts.create', when: 'before', fault: 'reset', times: 20 });
	service.fault({ endpoint: 'v2.payouts.list', when: 'before', fault: 'status', status: 503, times: 20 });
	const first = pay({ additionalFields: { batchExternalId: 'march' } });
	await run(checkoutLink(keyless), { first });
	expect(links()).toHaveLength(1);
});
