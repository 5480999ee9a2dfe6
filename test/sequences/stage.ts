import type { INodeExecutionData } from 'n8n-workflow';
import { agentWithTool } from '../integration/engine/agentTool';
import { ProcessedData } from '../integration/engine/processedData';
import { runWorkflow, type Execution, type ExecutionOptions } from '../integration/engine/execution';
import { amountOf, BILLS, itemOf, ofModel, parametersOf } from './bills';
import { Model } from './model';
import { startProcess, type N8nProcess } from './n8nProcess';
import { openService, type Incident, type RunningExecution, type Service, type Where } from './service';
import { changed, isAgent, isCalled, runOf, type Edit, type Run, type Step } from './steps';
import { installVirtualTime, type VirtualTime } from './virtualTime';
import { callsOf, planOf, settingsOf, toldByCalled, toldByTool, toldIn, type Told } from './workflows';

/** An execution and all its retries, which a user sees as one. */
export interface Lineage {
	run: Run;
	items: INodeExecutionData[];
	/** The account to which the payins belong that its refunds are of. */
	origin: Where;
	/** The account of the last execution. */
	where: Where;
	edit?: Edit;
	/** The last and the first execution, if they can be retried, with what they remember. */
	last?: Execution;
	first?: Execution;
	latest?: RunningExecution;
	earliest?: RunningExecution;
	/** Of the last execution alone. */
	told: Told[];
	/** What those that it retries had told before. */
	toldBefore: Told[];
	status: string;
	isStopped: boolean;
}

const START = 1_900_000_000_000;
const DAY = 86_400_000;

/** How long n8n has run when a sequence begins: real processes are rarely young. */
const AGE = DAY;

/** Time between the starts of two sequences of one process, longer than any of them takes. */
const APART = 10 * DAY;

/** After so many sequences fresh processes take over, so that their memory does not grow without end. */
const SEQUENCES_PER_PROCESS = 400;

/** Two processes of n8n and the service, which play one sequence after the other. */
export class Stage {
	readonly time: VirtualTime = installVirtualTime();
	readonly service: Service = openService(this.time);
	private readonly random = Math.random;
	private old: N8nProcess[] = [];
	private played = 0;
	/** What the processes of n8n share. It takes no time: a pause outside of virtual time would be none. */
	private readonly claims = new ProcessedData(async () => await Promise.resolve());

	/** Begins a new sequence in a new world, with n8n running since yesterday. */
	async begin(): Promise<Play> {
		if (this.played === 0) await this.claims.serve();
		this.claims.rows.clear();
		const inProcess = this.played++ % SEQUENCES_PER_PROCESS;
		if (inProcess === 0) this.old = [];
		await this.service.restart(this.played, START + inProcess * APART - AGE);
		this.old = [0, 1].map((index) => {
			const old = this.old[index];
			return old && !old.killed ? old : startProcess();
		});
		const payins = { A: this.paidIn('A'), B: this.paidIn('B') };
		await this.time.pass(AGE);
		let state = 1;
		// Makes the jitter of pauses the same in every play of a sequence.
		Math.random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
		return new Play(this.time, this.service, [...this.old], payins);
	}

	/** @throws when an invariant is broken, naming it */
	async play(steps: readonly Step[]): Promise<void> {
		const play = await this.begin();
		for (const step of steps) await play.play(step);
	}

	/** The payins that refunds are about: paid long enough ago to be refunded in part. */
	private paidIn(where: Where): string[] {
		const { payins } = this.service.account(where);
		return Array.from({ length: BILLS }, (_, index) => {
			const { uuid } = payins.create({
				payin_method_name: 'au_bank_aud',
				payin_method_params: {},
				amount: Number(amountOf(index + 1)),
				currency: 'AUD',
				name: 'Nathan Payer',
				email: 'payer@example.com',
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
class Play {
	private readonly model: Model;
	private lineage: Lineage | undefined;
	private where: Where = 'A';

	constructor(
		private readonly time: VirtualTime,
		private readonly service: Service,
		/** The first one runs what is started. */
		private readonly processes: N8nProcess[],
		/** By account, in the order of the bills. */
		private readonly payins: Record<Where, string[]>,
	) {
		this.model = new Model(service);
	}

	/** Plays a step, unless it has no meaning at this point. @throws when an invariant is broken, naming it */
	async play(step: Step): Promise<void> {
		switch (step.do) {
			case 'run':
			case 'together':
				return await this.start(runOf(step), step.do === 'together');
			case 'again': {
				const { change = 'nothing', incidents = [] } = step;
				if (this.lineage) await this.start(runOf({ ...changed(this.lineage.run, change), incidents }));
				return;
			}
			case 'retry':
				return await this.retry(step);
			case 'restart':
				return await this.restart();
			case 'otherProcess':
				this.processes.reverse();
				return;
			case 'otherAccount':
				this.where = this.where === 'A' ? 'B' : 'A';
				return;
			case 'lag':
				this.service.lag(step.seconds * 1000);
				return;
			case 'pass':
				return await this.time.pass(step.seconds * 1000);
			case 'settle':
				return await this.service.settle();
		}
	}

	private get process(): N8nProcess {
		return this.processes[0] as N8nProcess; // there are always two
	}

	private async start(run: Run, twice = false): Promise<void> {
		const { where } = this;
		const begin = (): Lineage => ({
			run,
			items: run.lines.map((line, index) => itemOf(run.way, line, index, this.payins[where][line.bill - 1] ?? '')),
			origin: where,
			where,
			told: [],
			toldBefore: [],
			status: 'running',
			isStopped: false,
		});
		const lineages = twice ? [begin(), begin()] : [begin()];
		this.lineage = lineages.at(-1);
		await this.execute(lineages, async (lineage, options) => {
			if (run.shape === 'oldAgent') return await this.talkTo(lineage, options);
			const plan = planOf(run, lineage.items);
			return await runWorkflow(plan, lineage.items, options);
		});
	}

	private async retry({ of, edit, twice, incidents = [] }: Extract<Step, { do: 'retry' }>): Promise<void> {
		const { lineage } = this;
		// The older route of an agent has its tool called by no execution of its own that could be retried here.
		if (!lineage || lineage.run.shape === 'oldAgent') return;
		const last = of === 'first' ? lineage.first : lineage.last;
		const hasCrashed = of !== 'first' && lineage.status === 'crashed';
		// n8n's editor offers no retry after one that has succeeded, but its API does, and so do two clicks at once.
		const isOver = of !== 'first' && lineage.status === 'success';
		if (isOver || (!last && !hasCrashed) || (!hasCrashed && goesOnBehind(lineage))) return;
		lineage.latest = hasCrashed ? undefined : of === 'first' ? lineage.earliest : lineage.latest;
		lineage.where = this.where;
		lineage.run = { ...lineage.run, incidents };
		const { way, lines } = lineage.run;
		// n8n keeps the items, and with them the files as they were made; an agent's model would not be asked again.
		const canEdit = way !== 'file' || (edit === 'key' && lines.every((line) => line.edit === undefined));
		if (edit && !isAgent(lineage.run) && canEdit) {
			lineage.edit = edit;
			lineage.run = { ...lineage.run, lines: lines.map(({ bill }) => ({ bill, edit })) };
		}
		// The other retry of two is forgotten once it was checked: n8n keeps it, but a user goes on with one of them.
		const both = twice ? [lineage, { ...lineage }] : [lineage];
		await this.execute(
			both,
			async (one, options) => {
				const plan = planOf(one.run, one.items, one.edit);
				return last && !hasCrashed
					? await last.retry({ ...options, plan })
					: await runWorkflow(plan, one.items, { ...options, mode: 'retry' });
			},
			last,
		);
	}

	/** Runs executions at the same time, and checks what came of it. What happens, happens to the first one; a kill ends them all. */
	private async execute(
		lineages: Lineage[],
		work: (lineage: Lineage, options: ExecutionOptions) => Promise<Execution | undefined>,
		retried?: Execution,
	): Promise<void> {
		const { process, model } = this;
		model.begin();
		for (const lineage of lineages)
			Object.assign(lineage, { told: [], toldBefore: [], status: 'running', isStopped: false });
		const executeOne = async (lineage: Lineage, index: number) => {
			const incidents = index === 0 ? possibleIn(lineage.run) : [];
			lineage.run = { ...lineage.run, incidents };
			const { run, items } = lineage;
			const stop = new AbortController();
			const claimsIn = isAgent(run) ? undefined : isCalled(run) ? 'called' : 'own';
			const execution = (lineage.latest = { process, incidents, stop, claimsIn, count: { write: 0, read: 0 } });
			const options: ExecutionOptions = {
				credentials: this.service.credentials(this.where),
				nodeTypes: process.nodeTypes,
				stop: stop.signal,
				onCalled: (called) => void lineage.told.push(...toldByCalled(called.run, called.items)),
			};
			await this.service.within(execution, async () => {
				const ended = await work(lineage, options);
				// Nobody receives reports from a dead process.
				if (process.killed) return;
				lineage.isStopped = stop.signal.aborted;
				lineage.status = ended?.status ?? 'success';
				if (!ended) return;
				lineage.last = ended;
				if (!retried && !lineage.first && ended.status !== 'success')
					Object.assign(lineage, { first: ended, earliest: execution });
				const { before: toldBefore, told } = toldIn(run, items, ended, retried);
				lineage.toldBefore = toldBefore;
				lineage.told.push(...told);
			});
		};
		await this.time.run(async () => await Promise.race([process.death, Promise.all(lineages.map(executeOne))]));
		if (process.killed) {
			for (const lineage of lineages)
				if (lineage.status === 'running') Object.assign(lineage, { status: 'crashed', last: undefined, told: [] });
			await this.restart();
		}
		model.check(lineages);
	}

	private async restart(): Promise<void> {
		await this.time.pass(1_000);
		this.processes[0] = startProcess();
	}

	/** The older route: the agent holds the tool itself. */
	private async talkTo({ run, items, told }: Lineage, options: ExecutionOptions): Promise<undefined> {
		const { credentials, nodeTypes, stop } = options;
		const settings = settingsOf(run);
		const agent = await agentWithTool(parametersOf(run, ofModel), credentials, { nodeTypes, stop, settings });
		for (const [line, args] of callsOf(items).entries()) {
			if (stop?.aborted) break;
			const answer = await agent.call(args).catch((failure: unknown) => String(failure));
			told.push(toldByTool(line, answer, this.time.now()));
		}
	}
}

/** What n8n took for the output of the node or tool that was stopped, or that called, stands: a retry goes on behind it. */
function goesOnBehind({ run, status }: Lineage): boolean {
	// A stop may come out as a failure of the tool.
	const isStopped = status === 'canceled' || (isAgent(run) && run.incidents.some(({ what }) => what === 'stop'));
	return isStopped ? run.goOn || isAgent(run) : run.goOn && isCalled(run);
}

/** n8n does not tell a called workflow that its caller was stopped, and goes on repeating the call. */
const possibleIn = (run: Run): readonly Incident[] =>
	isCalled(run) ? run.incidents.filter(({ what }) => what !== 'stop') : run.incidents;
