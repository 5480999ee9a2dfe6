import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { FaultRequest } from '../../../emulator/engine/faults';
import { runWorkflow, type Execution } from '../engine/execution';
import { ACTION, PASS_ON } from '../engine/nodeTypes';
import { startService, type Service } from '../engine/service';
import { outputsOf, type NodeSettings } from '../engine/workflow';
import { audPayoutFile, writes, type BookedPayment, type Write } from './writes';

/**
 * Every write × every fault × before and after the effect × first, middle and last item × Retry On Fail × continue on
 * fail. After each run, the node's output is checked against the emulator's books. At night every case, in `npm test` every
 * seventh of each write and fault.
 */

const ITEMS = 3;

const faults: { name: string; rule: Omit<FaultRequest, 'endpoint'> }[] = [
	{ name: 'connection reset', rule: { fault: 'reset' } },
	{ name: 'stall', rule: { fault: 'stall' } },
	{ name: 'truncated body', rule: { fault: 'truncate' } },
	{ name: 'invalid JSON', rule: { fault: 'invalid-json' } },
	{ name: '429 with Retry-After', rule: { fault: 'status', status: 429, retryAfter: '0' } },
	{ name: '500', rule: { fault: 'status', status: 500 } },
	{ name: '502', rule: { fault: 'status', status: 502 } },
	{ name: '503', rule: { fault: 'status', status: 503 } },
	{ name: 'slow answer', rule: { fault: 'slow', delayMs: 20 } },
];

interface Case {
	write: Write;
	fault: (typeof faults)[number];
	when: 'before' | 'after';
	nth: number;
	retryOnFail: boolean;
	goOn: boolean;
}

/** A 429 after the effect is left out: by its definition, a service that answers 429 has done nothing. */
const possible = ({ fault, when }: Case) => !(fault.rule.status === 429 && when === 'after');

function casesOf(write: Write): Case[] {
	// In chunks of two, three items take two requests, so there is no third request to strike.
	const calls = write.together ? [1, 2] : [1, 2, 3];
	return faults
		.flatMap((fault) => (['before', 'after'] as const).map((when) => ({ fault, when })))
		.flatMap((each) => calls.map((nth) => ({ ...each, nth })))
		.flatMap((each) => [true, false].map((retryOnFail) => ({ ...each, retryOnFail })))
		.flatMap((each) => [true, false].map((goOn) => ({ ...each, goOn, write })))
		.filter(possible);
}

/** Which part of the cases `npm test` runs: not a divisor of their number, so that it has some of each kind. */
const SHARE = 7;

/** How many cases run at once. Each has its own service, and most of its time it waits. */
const PARALLEL = 36;

describe.each([
	['can be asked for', writes.filter(({ canLookUp }) => canLookUp)],
	['cannot be asked for', [...writes.filter(({ canLookUp }) => !canLookUp), audPayoutFile]],
])('all that the service %s', (_what, some) => {
	test.each(faults)('$name', async (fault) => {
		const cases = some.flatMap((write) => {
			const all = casesOf(write).filter((one) => one.fault === fault);
			return process.env.EVERYTHING ? all : all.filter((_, index) => index % SHARE === faults.indexOf(fault) % SHARE);
		});
		for (let begun = 0; begun < cases.length; begun += PARALLEL)
			await Promise.all(cases.slice(begun, begun + PARALLEL).map(async (each) => await proveAlone(each)));
	});
});

/** Number of services so far. One that gets the port of an earlier one must have other accounts. */
let services = 0;

async function proveAlone(each: Case): Promise<void> {
	const service = await startService({ seed: ++services });
	await prove(each, service).finally(async () => await service.close());
}

async function prove(each: Case, service: Service): Promise<void> {
	const { write, fault, when, nth, retryOnFail, goOn } = each;
	const items = write.items(service, ITEMS);
	service.fault({ ...fault.rule, endpoint: write.endpoint, when, nth, times: 1 });
	const settings = { retryOnFail, maxTries: 3, ...(goOn && { onError: 'continueRegularOutput' as const }) };
	// A busy machine must not add time-outs of its own.
	const { options } = write.parameters as { options: INodeParameters };
	const patient = { ...options, requestTimeout: fault.rule.fault === 'stall' ? 5 : 30 };
	const run = await pay({ ...write, parameters: { ...write.parameters, options: patient } }, items, settings, service);
	expect(service.emulator.world.faults.firings).toHaveLength(1);
	expect({ case: caption(each), ...balance(run, items, write.booked(service)) }).toEqual({
		case: caption(each),
		paidTwice: [],
		successWithoutPayment: [],
		wrongAmount: [],
		unaccounted: [],
	});
	expect({ case: caption(each), whole: isWhole(run, items, write.booked(service)) }).toEqual({
		case: caption(each),
		whole: mustBeWhole(each),
	});
}

interface Run extends Execution {
	items: INodeExecutionData[];
}

async function pay(
	{ parameters, currency, fileOf }: Write,
	items: IDataObject[],
	settings: NodeSettings,
	service: Service,
): Promise<Run> {
	const execution = await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: PASS_ON },
				{ name: 'Pay', type: ACTION, parameters, settings },
			],
			wires: [['Start', 0, 'Pay']],
		},
		items.map((json, item) => ({ json, ...(fileOf && { binary: { data: fileOf(json) } }), pairedItem: { item } })),
		{ credentials: service.credentials(currency) },
	);
	const [output = []] = outputsOf(execution.runData.Pay?.at(-1));
	return { ...execution, items: output };
}

/** Whether every item must be paid in the end; false where the node cannot know. */
function mustBeWhole({ write, fault, when, retryOnFail, goOn, nth }: Case): boolean {
	if (fault.rule.fault === 'slow' || fault.rule.status === 429) return true;
	// After the effect, the look-up finds the payment. Before it, there is nothing to find, and nothing is resent blindly.
	if (when === 'after') return write.canLookUp;
	if (!write.canLookUp || !retryOnFail) return false;
	// With "continue on fail", n8n retries the node only when its first item failed.
	return !goOn || nth === 1;
}

/** Compares what the node reported with what was paid. */
function balance(run: Run, items: IDataObject[], booked: BookedPayment[]) {
	const count = new Map<string, number>();
	for (const { external_id: key } of booked) count.set(String(key), (count.get(String(key)) ?? 0) + 1);
	const reported = run.items.filter(({ json }) => json.error === undefined);
	const keyOf = ({ json }: INodeExecutionData) => String(json.external_id);
	const amountOf = new Map(booked.map(({ external_id: key, amount }) => [String(key), amount]));
	return {
		paidTwice: [...count].filter(([, times]) => times > 1),
		successWithoutPayment: reported.map(keyOf).filter((key) => count.get(key) !== 1),
		wrongAmount: reported.filter((item) => {
			const index = (item.pairedItem as { item: number }).item;
			return Number(amountOf.get(keyOf(item))) !== Number(items[index]?.amount);
		}),
		// A node that stops reports for all items; one that continues has one output item per input item.
		unaccounted: run.status === 'error' || run.items.length === items.length ? [] : run.items,
	};
}

function isWhole(run: Run, items: IDataObject[], booked: BookedPayment[]): boolean {
	return (
		run.status === 'success' &&
		run.items.filter(({ json }) => json.error === undefined).length === items.length &&
		booked.length === items.length
	);
}

function caption({ write, fault, when, nth, retryOnFail, goOn }: Case): string {
	return `${write.name}: ${fault.name} ${when} the effect, request ${nth}, Retry On Fail ${retryOnFail}, continue on fail ${goOn}`;
}
