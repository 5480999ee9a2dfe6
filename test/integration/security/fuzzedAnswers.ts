import type { IDataObject, INodeParameters, Workflow } from 'n8n-workflow';
import pMap from 'p-map';
import { createRandom, type Random } from '../../../emulator/engine/random';
import { NODE, runWorkflow, type Execution } from '../engine/execution';
import { ACTION, PASS_ON } from '../engine/nodeTypes';
import type { Service } from '../engine/service';
import { workflowOf, type WorkflowPlan } from '../engine/workflow';
import { occasionFor, type Occasion } from '../outputs/occasions';
import { pass, startWire, type Answer } from '../transport/wire';
import { madeOdd, oddText, pick } from './oddities';

const STATUSES = [100, 204, 206, 300, 301, 304, 400, 401, 403, 404, 409, 418, 422, 429, 500, 502, 503, 504, 599];
const PAUSES = ['0', '-1', '1e9', 'soon', 'Fri, 31 Dec 9999 23:59:59 GMT', ''];
/** More requests for one item than any valid answer causes. */
const MOST_REQUESTS = 60;

/** An execution that keeps looking for a payment is stopped after this time, as by a user. */
const LONGEST_RUN_MS = 700;

/** Messages of JavaScript errors from code that misreads an answer. */
const OUR_OWN_FAULT =
	/does not understand|Cannot read|is not a function|is not iterable|Cannot convert|Invalid array length|call stack|Unexpected token|undefined/;

/** An operation with its valid input, and the service's answers to it. */
interface Rehearsed {
	name: string;
	occasion: Occasion;
	answers: string[];
}

/** The results of many odd answers. */
export interface AnswerFigures {
	answers: number;
	succeeded: number;
	refused: number;
	/** Executions that did not end as they should, each with its message. */
	odd: string[];
}

/** How many walks are under way at a time: most of their time they wait. */
const AT_ONCE = 128;

/** The answers of one walk. */
const PER_WALK = 50;

/**
 * Runs operations against a service that gives odd answers, until it has given about `count` of them. It does so in many
 * walks at a time, each through the answers to one operation.
 */
export async function fuzzAnswers(
	service: Service,
	operations: readonly string[],
	count: number,
	seed: number,
): Promise<AnswerFigures> {
	const figures: AnswerFigures = { answers: 0, succeeded: 0, refused: 0, odd: [] };
	const rehearsed: Rehearsed[] = [];
	for (const name of operations) rehearsed.push(await rehearse(service, name));
	const share = Math.ceil(count / operations.length);
	const rounds = Math.ceil(share / PER_WALK);
	// One round of all operations after the other, so that the slow ones are not alone at the end.
	const { stackTraceLimit } = Error;
	// Nobody reads the stacks, and Jest takes long to make them.
	Error.stackTraceLimit = 0;
	const walks = Array.from({ length: rounds }, () => rehearsed).flat();
	await pMap(
		walks.map((each, index) => ({ each, random: createRandom(seed + index) })),
		async ({ each, random }) => await walk(service, each, Math.ceil(share / rounds), random, figures),
		{ concurrency: AT_ONCE },
	).finally(() => (Error.stackTraceLimit = stackTraceLimit));
	return figures;
}

async function walk(
	service: Service,
	rehearsed: Rehearsed,
	most: number,
	random: Random,
	figures: AnswerFigures,
): Promise<void> {
	let answers = 0;
	const workflow = workflowOf(planOf(rehearsed));
	for (let runs = 0; answers < most && runs < 2 * most; runs++) {
		const { run, requests } = await playOddly(service, rehearsed, random, workflow);
		answers += requests;
		if (run.status === 'success') figures.succeeded++;
		else figures.refused++;
		const wrong = whatIsWrong(run, requests);
		if (wrong) figures.odd.push(`${rehearsed.name}: ${wrong}`);
	}
	figures.answers += answers;
}

async function rehearse(service: Service, name: string): Promise<Rehearsed> {
	const occasion = await occasionFor(service, name);
	const answers: string[] = [];
	await play(service, { name, occasion }, (answer, request) => {
		void pass(request, service.emulator.apiUrl).then(({ status, text }) => {
			answers.push(text);
			answer.writeHead(status, { 'content-type': 'application/json' }).end(text);
		});
	});
	return { name, occasion, answers };
}

async function playOddly(service: Service, rehearsed: Rehearsed, random: Random, workflow: Workflow) {
	const { answers } = rehearsed;
	const reply: Answer = (answer, _request, number) => {
		const good = answers[Math.min(number, answers.length) - 1] ?? '{}';
		const chance = random.next();
		if (chance < 0.02) return void answer.socket?.destroy();
		const status = chance < 0.8 ? 200 : pick(random, STATUSES.slice(1));
		const text =
			random.next() < 0.8 ? JSON.stringify(madeOdd(JSON.parse(good || '{}'), random)) : oddText(good, random);
		answer
			.writeHead(status, {
				'content-type': pick(random, ['application/json', 'text/html', 'application/octet-stream']),
				...(random.next() < 0.1 && { 'retry-after': pick(random, PAUSES) }),
				...(status > 300 && status < 309 && { location: 'http://127.0.0.1:1/elsewhere' }),
			})
			.end(text);
	};
	return await play(service, rehearsed, reply, workflow);
}

/** An operation with its valid input, in a workflow of its own. */
function planOf({ name, occasion: { parameters } }: Pick<Rehearsed, 'name' | 'occasion'>): WorkflowPlan {
	const [resource = '', operation = ''] = name.split('.');
	const own = { requestTimeout: 2, timeLimit: 0.2, settleSeconds: 0.01 };
	const all: INodeParameters = { resource, operation, ...parameters };
	all.options = { ...(parameters.options as IDataObject | undefined), ...own } as INodeParameters;
	return {
		nodes: [
			{ name: 'Start', type: PASS_ON },
			{ name: NODE, type: ACTION, parameters: all },
		],
		wires: [['Start', 0, NODE]],
	};
}

async function play(
	service: Service,
	rehearsed: Pick<Rehearsed, 'name' | 'occasion'>,
	reply: Answer,
	workflow?: Workflow,
) {
	const { currency, items = [{}], file } = rehearsed.occasion;
	const wire = await startWire(reply);
	const input = items.map((json, item) => ({ json, pairedItem: { item }, ...(file && { binary: { data: file } }) }));
	const { baseUrl } = wire.credentials;
	const credentials = { ...service.credentials(currency), baseUrl };
	const stop = AbortSignal.timeout(LONGEST_RUN_MS);
	const run = await runWorkflow(planOf(rehearsed), input, { credentials, stop, workflow });
	await wire.close();
	return { run, requests: wire.requests.length };
}

function whatIsWrong({ status, error, runData }: Execution, requests: number): string | undefined {
	if (requests > MOST_REQUESTS) return `${requests} requests`;
	if (['success', 'waiting', 'canceled'].includes(status)) return undefined;
	const { name = '', message = '' } = error ?? {};
	if (!/^Node(Api|Operation)Error$/.test(name)) return `${name}: ${message}`;
	if (OUR_OWN_FAULT.test(message)) return `${message}: ${String(error?.description)}`;
	return runData[NODE] === undefined ? 'the node did not run' : undefined;
}
