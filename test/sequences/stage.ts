import type { IDataObject, INodeExecutionData, IRun, IRunData, ITaskData } from 'n8n-workflow';
import { agentWithTool } from '../integration/engine/agentTool';
import type { Execution, ExecutionOptions } from '../integration/engine/execution';
import { runWorkflow } from '../integration/engine/execution';
import {
	ACTION,
	ACTION_TOOL,
	AT_MOST,
	CALL_WORKFLOW,
	LOOP,
	ONLY_FAILED,
	PASS_ON,
	READ_LIST,
	TALKING_AGENT,
} from '../integration/engine/nodeTypes';
import type { NodeSettings, Wire, WorkflowPlan } from '../integration/engine/workflow';
import { outputsOf } from '../integration/engine/workflow';
import type { Line } from './bills';
import { BILLS, editedFields, EDITS, itemOf, parametersOf, payinAmount, referenceOfCall } from './bills';
import { Books } from './model';
import type { N8nProcess } from './n8nProcess';
import { startProcess } from './n8nProcess';
import type { Incident, RunningExecution, Service, Where } from './service';
import { openService } from './service';
import type { Change, Run, Step } from './steps';
import { isCalled } from './steps';
import type { VirtualTime } from './virtualTime';
import { installVirtualTime } from './virtualTime';

/** One run of the node: the lines it was given and what it reported for them. */
export interface Told {
	/** Indices into the lineage's lines, in the order of the node's input. */
	lines: number[];
	/** Output items without an error, and with one. */
	items: { line: number | undefined; json: IDataObject }[];
	/** What stopped the node as a whole. */
	error?: string;
	/** When it was told, where that is known. Milliseconds since 1970. */
	at?: number;
	/** Whether an earlier execution said it, of which this one is the retry. */
	isOld?: boolean;
}

/** An execution and all its retries, which a user sees as one. */
export interface Lineage {
	number: number;
	run: Run;
	/** All lists that it was given. */
	lists: Line[][];
	/** The account of the first execution. */
	where: Where;
	/** Whether the workflow was edited before a retry. */
	isEdited: boolean;
	/** Whether the list was changed before a retry that read it anew: its lines, or their order. */
	isRewritten: boolean;
	isMoved: boolean;
	/** The account of the last execution. */
	paying: Where;
	/** The process of the first execution: what remembers payments that the service cannot be asked for. */
	process: number;
	/** The last execution, if it can be retried. */
	last?: Execution;
	/** The first execution, if it can be retried. */
	first?: Execution;
	/** The executions that led to the last one, each the retry of the one before: what it may remember. */
	chain: RunningExecution[];
	/** When the first execution began. */
	establishedAt: number;
	crashed: boolean;
	isRetried: boolean;
	/** Whether any execution of it crashed. */
	hasCrashed: boolean;
	/** Whether the last execution was stopped. */
	stopped: boolean;
	/** Of the last execution alone. */
	told: Told[];
	status: string;
}

const START = 1_900_000_000_000;
const DAY = 86_400_000;

/** How long n8n has run when a sequence begins: real processes are rarely young. */
const AGE = DAY;

/** Time between the starts of two sequences of one process, longer than any of them takes. */
const APART = 10 * DAY;

/** After so many sequences a fresh process takes over, so that its memory does not grow without end. */
const SEQUENCES_PER_PROCESS = 400;

/** An installation of n8n and the service, which plays one sequence after the other. */
export class Stage {
	readonly time: VirtualTime = installVirtualTime();
	readonly service: Service = openService(this.time);
	private readonly random = Math.random;
	private old: N8nProcess | undefined;
	private played = 0;

	/** Begins a new sequence in a new world, with n8n running since yesterday. */
	async begin(): Promise<Play> {
		const inProcess = this.played++ % SEQUENCES_PER_PROCESS;
		if (inProcess === 0) this.old = undefined;
		await this.service.restart(this.played, START + inProcess * APART - AGE);
		if (!this.old || this.old.killed) this.old = startProcess();
		const payins = { A: this.paidIn('A'), B: this.paidIn('B') };
		await this.time.pass(AGE);
		let state = 1;
		// Makes the jitter of pauses the same in every play of a sequence.
		Math.random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
		return new Play(this.time, this.service, this.old, payins);
	}

	/** The payins that refunds are about: paid long enough ago to be refunded in part. */
	private paidIn(where: Where): string[] {
		const { payins } = this.service.account(where);
		return Array.from({ length: BILLS }, (_, index) => {
			const bill = index + 1;
			const { uuid } = payins.create({
				payin_method_name: 'au_bank_aud',
				payin_method_params: {},
				amount: Number(payinAmount(bill)),
				currency: 'AUD',
				name: `Nathan Payee${bill}`,
				email: `payee${bill}@example.com`,
				description: 'To be refunded',
				gst: false,
				webhook_notification: { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'none' },
			});
			payins.simulate(uuid, 'completed');
			return uuid;
		});
	}

	async close(): Promise<void> {
		Math.random = this.random;
		await this.service.close();
		this.time.uninstall();
	}
}

/** One sequence under way. */
export class Play {
	readonly lineages: Lineage[] = [];
	readonly books: Books;
	private where: Where = 'A';
	/** How often n8n was started anew. */
	processes = 0;
	private lagging = 0;

	constructor(
		private readonly time: VirtualTime,
		readonly service: Service,
		private process: N8nProcess,
		/** By account, in the order of the bills. */
		private readonly payins: Record<Where, string[]>,
	) {
		this.books = new Books(this);
	}

	get latest(): Lineage | undefined {
		return this.lineages.at(-1);
	}

	/** Whether a step has a meaning at this point. */
	possible(step: Step): boolean {
		if (step.do === 'again') return this.latest !== undefined;
		if (step.do === 'retry') {
			const { latest } = this;
			// The older route of an agent has its tool called by no execution of its own that could be retried here.
			if (latest === undefined || latest.run.shape === 'oldAgent') return false;
			// n8n's editor offers no retry after one that has succeeded, but its API does, and so do two clicks at once.
			if (step.of === 'first') return latest.first !== undefined && !goesOnBehind(latest);
			if (latest.status === 'success') return false;
			if (latest.crashed) return true;
			return latest.last !== undefined && !goesOnBehind(latest);
		}
		return true;
	}

	/** @throws when an invariant is broken, naming it */
	async play(step: Step): Promise<void> {
		switch (step.do) {
			case 'run':
				await this.start([normal(step)]);
				break;
			case 'together':
				await this.start([normal(step), { ...normal(step), incidents: [] }]);
				break;
			case 'again': {
				const { run } = this.latest as Lineage; // possible() saw to it
				await this.start([{ ...normal(changed(run, step.change)), incidents: step.incidents }]);
				break;
			}
			case 'retry':
				await this.retry(this.latest as Lineage, step); // possible() saw to it
				break;
			case 'restart':
				await this.restart();
				break;
			case 'switchAccount':
				this.where = this.where === 'A' ? 'B' : 'A';
				break;
			case 'lag':
				this.lagging = step.seconds * 1000;
				this.service.lag(this.lagging);
				break;
			case 'pass':
				await this.time.pass(step.seconds * 1000);
				break;
			case 'settle':
				await this.service.settle();
				break;
			case 'process':
				this.service.process(step.seconds * 1000);
		}
	}

	get calm(): boolean {
		return this.lagging === 0;
	}

	private async start(runs: Run[]): Promise<void> {
		// Executions that began at the same moment, and failed before they came to the node, cannot be told apart.
		await this.time.pass(1_000);
		const { where } = this;
		const known = this.books.before();
		const lineages = runs.map((run): Lineage => {
			const number = this.lineages.length + 1;
			const lineage = {
				number,
				run,
				lists: [run.lines],
				where,
				paying: where,
				process: this.processes,
				establishedAt: this.time.now(),
				crashed: false,
				isRetried: false,
				isEdited: false,
				isRewritten: false,
				isMoved: false,
				hasCrashed: false,
				stopped: false,
				told: [],
				chain: [],
				status: 'running',
			};
			this.lineages.push(lineage);
			return lineage;
		});
		await this.executing(
			lineages.map((lineage) => async (execution) => {
				const options = this.optionsOf(lineage, execution);
				if (lineage.run.shape === 'oldAgent') return await this.talkTo(lineage, options);
				this.hear(lineage, await runWorkflow(this.planOf(lineage), this.itemsOf(lineage), options), execution);
			}),
			lineages,
			runs.map(({ incidents }) => incidents),
		);
		this.books.check(lineages, known);
	}

	private async retry(
		lineage: Lineage,
		{ of, edit, twice, change = 'nothing', incidents }: Extract<Step, { do: 'retry' }>,
	): Promise<void> {
		const last = of === 'first' ? lineage.first : lineage.last;
		const crashed = of === 'first' ? false : lineage.crashed;
		const known = this.books.before();
		// What has come to another place with other values is another payment.
		if (edit && !lineage.isMoved) {
			lineage.isEdited = true;
			lineage.run = normal({ ...lineage.run, lines: lineage.run.lines.map(({ bill }) => ({ bill, edit })) });
		}
		// A retry that goes on behind the node that reads the list does not read it again.
		const how = EDITS.some((what) => what === change) ? 'isRewritten' : 'isMoved';
		const isOther = lineage.isEdited || (how === 'isRewritten' ? lineage.isMoved : lineage.isRewritten);
		if (lineage.run.isDown && (of === 'first' || crashed) && change !== 'nothing' && !isOther) {
			lineage[how] = true;
			lineage.run = normal(changed(lineage.run, change));
			lineage.lists.push(lineage.run.lines);
		}
		// Once the first reference is forgotten, a new one cannot be told from another intention. After a crash n8n has
		// forgotten it, and the retry of the first execution knows nothing of the references in other retries.
		const forgets = crashed || (of === 'first' && lineage.isRetried);
		if (forgets && lineage.run.references === 'changing' && !isAgent(lineage)) {
			return await this.start([{ ...lineage.run, incidents }]);
		}
		lineage.chain = of === 'first' ? lineage.chain.slice(0, 1) : lineage.chain;
		lineage.paying = this.where;
		lineage.isRetried = true;
		lineage.crashed = false;
		lineage.run = { ...lineage.run, incidents };
		// The other retry of two is forgotten once it was checked: n8n keeps it, but a user goes on with one of them.
		const both = twice ? [lineage, { ...lineage, chain: [...lineage.chain] }] : [lineage];
		await this.executing(
			both.map((one) => async (execution) => {
				const options = this.optionsOf(one, execution);
				const plan = this.planOf(one);
				const { establishedAt } = one;
				const stored = one.run.byWebhook && {
					runtimeData: { version: 1 as const, establishedAt, source: 'webhook' as const },
				};
				const again =
					crashed || !last
						? await runWorkflow(plan, this.itemsOf(one), { ...options, ...stored, mode: 'retry' })
						: await last.retry({ ...options, plan });
				this.hear(one, again, execution, last);
			}),
			both,
			both.map((_, index) => (index === 0 ? incidents : [])),
		);
		this.books.check(both, known);
	}

	/** Runs executions at the same time, each with what happens to it; a kill ends them all. */
	private async executing(
		works: ((execution: RunningExecution) => Promise<void>)[],
		lineages: Lineage[],
		incidents: Incident[][],
	): Promise<void> {
		const { process } = this;
		for (const lineage of lineages) Object.assign(lineage, { told: [], status: 'running', stopped: false });
		await this.time.run(
			async () =>
				await Promise.race([
					process.death,
					Promise.all(
						works.map(async (work, index) => {
							const lineage = lineages[index];
							const execution: RunningExecution = {
								process,
								lineage: lineage?.number ?? 0,
								incidents: possibleOf(lineage, incidents[index] ?? []),
								stop: new AbortController(),
								count: { write: 0, read: 0 },
							};
							lineage?.chain.push(execution);
							await this.service.within(execution, async () => await work(execution));
							if (lineage) lineage.stopped = execution.stop.signal.aborted;
						}),
					),
				]),
		);
		if (!process.killed) return;
		for (const lineage of lineages)
			if (lineage.status === 'running')
				Object.assign(lineage, { crashed: true, hasCrashed: true, status: 'crashed', last: undefined });
		await this.restart();
	}

	private async restart(): Promise<void> {
		// It takes a moment: nothing that begins afterwards began at the same time.
		await this.time.pass(1_000);
		this.processes++;
		this.process = startProcess();
	}

	private optionsOf({ told }: Lineage, { stop }: RunningExecution): ExecutionOptions {
		return {
			credentials: this.service.credentials(this.where),
			nodeTypes: this.process.nodeTypes,
			stop: stop.signal,
			onCalled: ({ run, items }) => void told.push(...toldBy(run, linesIn(items))),
		};
	}

	private payinOf(bill: number): string {
		return this.payins[this.where][bill - 1] ?? '';
	}

	private itemsOf({ run }: Lineage): INodeExecutionData[] {
		return run.lines.map((line, item) => ({
			json: itemOf(run.way, line, item, (bill) => this.payinOf(bill)),
			pairedItem: { item },
		}));
	}

	private planOf(lineage: Lineage): WorkflowPlan {
		const plan = this.paying(lineage);
		if (!lineage.run.isDown) return plan;
		const list = JSON.stringify(this.itemsOf(lineage).map(({ json }) => json));
		const read = lineage.isRetried ? { type: READ_LIST, parameters: { list } } : { type: CALL_WORKFLOW };
		return {
			nodes: [...plan.nodes, { name: 'Read', ...read }],
			wires: [
				['Start', 0, 'Read'],
				...plan.wires.map(([from, ...rest]): Wire => [from === 'Start' ? 'Read' : from, ...rest]),
			],
		};
	}

	private paying(lineage: Lineage): WorkflowPlan {
		const { run, number } = lineage;
		const { shape } = run;
		const settings = settingsOf(run);
		const parameters = parametersOf(run, `L${number}`, lineage.isEdited ? editedFields(run.way, run.lines) : undefined);
		const start = { name: 'Start', type: PASS_ON };
		const pay = { name: 'Pay', type: ACTION, parameters, settings };
		const calling = (workflow: string, mode: string, how: NodeSettings = {}) => ({
			nodes: [start, { name: 'Call', type: CALL_WORKFLOW, parameters: { workflow, mode }, settings: how }],
			wires: [['Start', 0, 'Call'] satisfies Wire],
		});
		const called = {
			id: 'called',
			nodes: [start, { ...pay, settings: {} }],
			wires: [['Start', 0, 'Pay'] satisfies Wire],
		};
		const call = (mode: string): WorkflowPlan => ({ ...calling('called', mode, settings), others: [called] });
		switch (shape) {
			case 'child':
				return call('once');
			case 'childEach':
				return call('each');
			case 'childOfChild':
				return {
					...calling('between', 'once', settings),
					others: [{ id: 'between', ...calling('called', 'each') }, called],
				};
			case 'loop':
				return {
					nodes: [start, { name: 'Loop', type: LOOP }, pay],
					wires: [['Start', 0, 'Loop'] satisfies Wire, ['Loop', 0, 'Pay'], ['Pay', 0, 'Loop']],
				};
			case 'errorLoop':
				return {
					nodes: [
						start,
						{ ...pay, settings: { ...settings, onError: 'continueErrorOutput' } },
						{ name: 'Again', type: AT_MOST, parameters: { times: 2 } },
					],
					wires: [['Start', 0, 'Pay'] satisfies Wire, ['Pay', 1, 'Again'], ['Again', 0, 'Pay']],
				};
			case 'handedOut':
				return {
					nodes: [
						start,
						{ name: 'Loop', type: LOOP },
						{ ...pay, settings: { ...settings, onError: 'continueErrorOutput' } },
						{ name: 'Failed', type: ONLY_FAILED },
						{ name: 'Again', type: AT_MOST, parameters: { times: 3 } },
					],
					wires: [
						['Start', 0, 'Loop'] satisfies Wire,
						['Loop', 0, 'Pay'],
						['Pay', 0, 'Loop'],
						['Pay', 1, 'Loop'],
						['Loop', 1, 'Failed'],
						['Failed', 0, 'Again'],
						['Again', 0, 'Pay'],
					],
				};
			case 'newAgent': {
				const turns = JSON.stringify(this.callsOf(lineage).map((each) => [each]));
				return {
					nodes: [
						start,
						{ name: 'Agent', type: TALKING_AGENT, parameters: { tool: 'Pay', turns } },
						{ name: 'Pay', type: ACTION_TOOL, parameters: this.toolParameters(lineage), settings },
					],
					wires: [['Start', 0, 'Agent']],
					tools: [['Pay', 'Agent']],
				};
			}
			default:
				return { nodes: [start, pay], wires: [['Start', 0, 'Pay']] };
		}
	}

	/** An agent calls with what its model fills in: one line each; a changing reference is another one in each call. */
	private callsOf({ run }: Lineage): IDataObject[] {
		return run.lines.map((line, index) => {
			const { line: _line, ...args } = itemOf(run.way, line, index, (bill) => this.payinOf(bill));
			return { ...args, key: run.references === 'changing' ? referenceOfCall(line.bill, index) : args.key };
		});
	}

	private toolParameters({ run, number }: Lineage) {
		const references = run.references === 'changing' ? 'own' : run.references;
		return parametersOf({ ...run, references }, `L${number}`, (name) => `={{ $fromAI('${name}') }}`);
	}

	/** The older route: the agent holds the tool itself. */
	private async talkTo(lineage: Lineage, options: ExecutionOptions): Promise<void> {
		const { credentials, nodeTypes, stop } = options;
		const agent = await agentWithTool(this.toolParameters(lineage), credentials, {
			nodeTypes,
			stop,
			settings: settingsOf(lineage.run),
			executionId: `agent-${lineage.number}`,
		});
		for (const [line, args] of this.callsOf(lineage).entries()) {
			if (stop?.aborted) break;
			const answer = await agent.call(args).then(
				(text) => ({ text }),
				(failure: unknown) => ({ failure }),
			);
			lineage.told.push(toldByTool(line, answer));
		}
		lineage.status = 'success';
	}

	/** Records what the node reported in each of its runs. */
	private hear(lineage: Lineage, last: Execution, execution: RunningExecution, retried?: Execution): void {
		// Nobody receives reports from a dead process.
		if (execution.process.killed) return;
		const { status, runData, error } = last;
		if (lineage.chain.length === 1 && status !== 'success') lineage.first ??= last;
		const before = retried?.runData.Pay ?? [];
		const old = before.at(-1)?.error ? before.length - 1 : before.length;
		Object.assign(lineage, { last, status });
		const { shape, lines } = lineage.run;
		const runs = runData.Pay ?? [];
		if (isCalled(shape)) return;
		if (shape === 'newAgent') {
			// A retried agent need not begin with its first call.
			const calls = this.callsOf(lineage).map((call) => JSON.stringify(call));
			for (const each of runs) {
				const asked = each.inputOverride?.ai_tool?.[0]?.[0];
				const line = calls.indexOf(JSON.stringify(asked?.json));
				delete calls[line];
				const [[item] = []] = (each.data?.ai_tool ?? []) as INodeExecutionData[][];
				lineage.told.push(toldByTool(line, { text: JSON.stringify([item?.json ?? {}]) }));
			}
			return;
		}
		let input = lines.map((_, index) => index);
		for (const [index, each] of runs.entries()) {
			if (shape === 'loop') input = [index];
			if (shape === 'handedOut') input = linesIn(givenTo(each, runData));
			const told = { ...toldInRun(each, input), isOld: index < old };
			lineage.told.push(told);
			input = told.items.flatMap(({ line, json }) => (json.error !== undefined && line !== undefined ? [line] : []));
		}
		if (runs.length === 0 && error) lineage.told.push({ lines: input, items: [], error: error.message });
	}
}

/** The items that a run of a node was given. */
function givenTo({ source: [from] }: ITaskData, runData: IRunData): INodeExecutionData[] {
	const { previousNode = '', previousNodeRun = 0, previousNodeOutput = 0 } = from ?? {};
	return outputsOf(runData[previousNode]?.[previousNodeRun])[previousNodeOutput] ?? [];
}

const settingsOf = ({ goOn, retryOnFail }: Run): NodeSettings => ({
	...(goOn && { onError: 'continueRegularOutput' }),
	...(retryOnFail && { retryOnFail, maxTries: 3, waitBetweenTries: 2_000 }),
});

/** What n8n took for the output of the node or tool that was stopped, or that called, stands: a retry goes on behind it. */
const goesOnBehind = (lineage: Lineage): boolean => {
	const { run, status } = lineage;
	// A stop may come out as a failure of the tool.
	const isStopped = status === 'canceled' || (isAgent(lineage) && run.incidents.some(({ what }) => what === 'stop'));
	return isStopped ? run.goOn || isAgent(lineage) : run.goOn && isCalled(run.shape);
};

const isAgent = ({ run: { shape } }: Lineage): boolean => shape === 'oldAgent' || shape === 'newAgent';

/** n8n does not tell a called workflow that its caller was stopped, and goes on repeating the call. */
function possibleOf(lineage: Lineage | undefined, incidents: Incident[]): Incident[] {
	return lineage && isCalled(lineage.run.shape) ? incidents.filter(({ what }) => what !== 'stop') : incidents;
}

/** Turns a meaningless combination into the nearest meaningful one. */
function normal({ ...run }: Run): Run {
	const agent = run.shape === 'oldAgent' || run.shape === 'newAgent';
	const payout = run.way === 'payout' || run.way === 'payoutBatch';
	if (!payout && run.references === 'ownInBatch') run.references = 'own';
	if (!payout && run.references === 'batchOnly') run.references = 'own';
	// A called workflow starts anew each time, so a reference made there is always new.
	if (isCalled(run.shape) && run.references === 'changing') run.references = 'empty';
	if (run.varying.startsWith('unread') && run.shape !== 'handedOut') run.varying = 'nothing';
	// A copy of an item that was refused, under a reference made anew, is another payment.
	if (run.shape === 'handedOut' && run.references === 'changing') run.references = 'empty';
	// An agent must give a reference of its own.
	if (agent && run.references === 'batchOnly') run.references = 'ownInBatch';
	if (run.shape === 'errorLoop' || run.shape === 'handedOut') run.goOn = true;
	if (agent || isCalled(run.shape)) run.isDown = false;
	// Retries that remember nothing make another reference each, which is another payment.
	if (run.isDown && run.references === 'changing') run.references = 'empty';
	// The form of a tool takes no expression for a guard, so that no model fills it in.
	if (agent) Object.assign(run, { goOn: false, varying: 'nothing', guard: 'flag' });
	// Under a batch reference alone the destination is the identity: a bill is edited in one way only. It may stand in one
	// list with its old account and with the corrected one.
	if (run.references === 'batchOnly') {
		const only = (bill: number) => (['account', 'name', 'amount'] as const)[bill % 3];
		const isEdited = (bill: number) => run.lines.some((line) => line.bill === bill && line.edit);
		run.lines = run.lines.map(({ bill, edit }) =>
			(only(bill) === 'account' ? edit : isEdited(bill)) ? { bill, edit: only(bill) } : { bill },
		);
	}
	if (run.varying === 'schedule' && (run.way === 'payin' || run.way === 'refund')) run.varying = 'description';
	if (run.varying === 'remark' && !payout) run.varying = 'description';
	return run;
}

const OTHER_MODE = { payout: 'payoutBatch', payoutBatch: 'payout', aud: 'audBatch', audBatch: 'aud' } as const;

function changed(run: Run, change: Change): Run {
	const { lines, way } = run;
	switch (change) {
		case 'nothing':
			return run;
		case 'grown': {
			const missing = Array.from({ length: BILLS }, (_, index) => index + 1).find((bill) =>
				lines.every((line) => line.bill !== bill),
			);
			return missing === undefined ? run : { ...run, lines: [{ bill: missing }, ...lines] };
		}
		case 'shrunk':
			return lines.length > 1 ? { ...run, lines: lines.slice(1) } : run;
		case 'reordered':
			return { ...run, lines: [...lines].reverse() };
		case 'otherMode':
			return way in OTHER_MODE ? { ...run, way: OTHER_MODE[way as keyof typeof OTHER_MODE] } : run;
		default:
			return { ...run, lines: lines.map(({ bill }, index) => (index === 0 ? { bill, edit: change } : { bill })) };
	}
}

const linesIn = (items: INodeExecutionData[]): number[] => items.map(({ json }) => Number(json.line));

function toldBy(run: IRun, lines: number[]): Told[] {
	return (run.data.resultData.runData.Pay ?? []).map((each) => toldInRun(each, lines));
}

function toldInRun(task: ITaskData, lines: number[]): Told {
	const { message = '', description = '' } = (task.error ?? {}) as { message?: string; description?: string | null };
	return {
		lines,
		at: task.startTime + task.executionTime,
		items: outputsOf(task)
			.flat()
			.map(({ json, pairedItem }) => {
				const paired = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
				return { line: lines[typeof paired === 'object' ? paired.item : Number(paired)], json };
			}),
		...(task.error && { error: `${message} ${description ?? ''}` }),
	};
}

function toldByTool(line: number, answer: { text: string } | { failure: unknown }): Told {
	if ('failure' in answer) return { lines: [line], items: [], error: String(answer.failure) };
	let records: IDataObject[];
	try {
		const parsed: unknown = JSON.parse(answer.text);
		records = (Array.isArray(parsed) ? parsed : [parsed]) as IDataObject[];
	} catch {
		return { lines: [line], items: [], error: answer.text };
	}
	const [first = {}] = records;
	// How an agent's tool says that it failed.
	if (first.error !== undefined && first.uuid === undefined)
		return { lines: [line], items: [], error: JSON.stringify(first) };
	return { lines: [line], items: records.map((json) => ({ line, json })) };
}
