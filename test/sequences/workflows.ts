import type { IDataObject, INodeExecutionData, IRun, ITaskData } from 'n8n-workflow';
import type { Execution } from '../integration/engine/execution';
import {
	ACTION,
	ACTION_TOOL,
	AT_MOST,
	CALL_WORKFLOW,
	LOOP,
	PASS_ON,
	TALKING_AGENT,
} from '../integration/engine/nodeTypes';
import { outputsOf, type NodeSettings, type Wire, type WorkflowPlan } from '../integration/engine/workflow';
import { edited, ofItem, ofModel, parametersOf } from './bills';
import { isCalled, type Edit, type Run } from './steps';

/** The workflows of each shape, and what the node reports in them. */

/** One run of the node: the lines it was given and what it reported for them. */
export interface Told {
	/** Numbers of lines, in the order of the node's input. */
	lines: number[];
	/** Output items without an error, and with one. */
	items: { line: number | undefined; json: IDataObject }[];
	/** What stopped the node as a whole. */
	error?: string;
	/** When it was told. Milliseconds since 1970. */
	at: number;
}

export const settingsOf = ({ goOn, retryOnFail }: Run): NodeSettings => ({
	...(goOn && { onError: 'continueRegularOutput' }),
	...(retryOnFail && { retryOnFail, maxTries: 3, waitBetweenTries: 2_000 }),
});

/** What an agent's model fills in in each of its calls, one for each line. */
export const callsOf = (items: readonly INodeExecutionData[]): IDataObject[] =>
	items.map(({ json: { line: _, ...args } }) => args);

/** @param edit what was changed in the workflow before a retry */
export function planOf(run: Run, items: readonly INodeExecutionData[], edit?: Edit): WorkflowPlan {
	const settings = settingsOf(run);
	const start = { name: 'Start', type: PASS_ON };
	const parameters = parametersOf(run, edit ? edited(run.way, edit) : ofItem);
	const pay = { name: 'Pay', type: ACTION, parameters, settings };
	const toPay: Wire = ['Start', 0, 'Pay'];
	switch (run.shape) {
		case 'called':
		case 'calledEach': {
			const call = { workflow: 'called', mode: run.shape === 'called' ? 'once' : 'each' };
			return {
				nodes: [start, { name: 'Call', type: CALL_WORKFLOW, parameters: call, settings }],
				wires: [['Start', 0, 'Call']],
				others: [{ id: 'called', nodes: [start, { ...pay, settings: {} }], wires: [toPay] }],
			};
		}
		case 'loop':
			return {
				nodes: [start, { name: 'Loop', type: LOOP }, pay],
				wires: [
					['Start', 0, 'Loop'],
					['Loop', 0, 'Pay'],
					['Pay', 0, 'Loop'],
				],
			};
		case 'errorLoop':
			return {
				nodes: [
					start,
					{ ...pay, settings: { ...settings, onError: 'continueErrorOutput' } },
					{ name: 'Again', type: AT_MOST, parameters: { times: 2 } },
				],
				wires: [toPay, ['Pay', 1, 'Again'], ['Again', 0, 'Pay']],
			};
		case 'newAgent': {
			const turns = JSON.stringify(callsOf(items).map((call) => [call]));
			return {
				nodes: [
					start,
					{ name: 'Agent', type: TALKING_AGENT, parameters: { tool: 'Pay', turns } },
					{ ...pay, type: ACTION_TOOL, parameters: parametersOf(run, ofModel) },
				],
				wires: [['Start', 0, 'Agent']],
				tools: [['Pay', 'Agent']],
			};
		}
		default:
			return { nodes: [start, pay], wires: [toPay] };
	}
}

/** What the node reported in an execution, run by run, apart from what its retried execution had reported before. */
export function toldIn(
	run: Run,
	items: readonly INodeExecutionData[],
	now: Execution,
	retried?: Execution,
): { before: Told[]; told: Told[] } {
	if (isCalled(run)) return { before: [], told: [] };
	const runs = now.runData.Pay ?? [];
	const before = retried?.runData.Pay ?? [];
	const old = before.at(-1)?.error ? before.length - 1 : before.length;
	const told: Told[] = [];
	// A retried agent need not begin with its first call.
	const calls = callsOf(items).map((call) => JSON.stringify(call));
	let input = items.map((_, index) => index);
	for (const [index, each] of runs.entries()) {
		if (run.shape === 'newAgent') {
			const line = calls.indexOf(JSON.stringify(each.inputOverride?.ai_tool?.[0]?.[0]?.json));
			delete calls[line];
			const [[item] = []] = (each.data?.ai_tool ?? []) as INodeExecutionData[][];
			told.push(toldByTool(line, JSON.stringify([item?.json ?? {}]), endOf(each)));
		} else {
			if (run.shape === 'loop') input = [index];
			const one = toldInRun(each, input);
			told.push(one);
			input = one.items.flatMap(({ line, json }) => (json.error !== undefined && line !== undefined ? [line] : []));
		}
	}
	return { before: told.slice(0, old), told: told.slice(old) };
}

/** The same of a called workflow. */
export function toldByCalled(run: IRun, items: readonly INodeExecutionData[]): Told[] {
	const lines = items.map(({ json }) => Number(json.line));
	return (run.data.resultData.runData.Pay ?? []).map((each) => toldInRun(each, lines));
}

const endOf = ({ startTime, executionTime }: ITaskData): number => startTime + executionTime;

function toldInRun(task: ITaskData, lines: number[]): Told {
	const { message = '', description = '' } = (task.error ?? {}) as { message?: string; description?: string | null };
	return {
		lines,
		at: endOf(task),
		items: outputsOf(task)
			.flat()
			.map(({ json, pairedItem }) => {
				const paired = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
				return { line: lines[typeof paired === 'object' ? paired.item : Number(paired)], json };
			}),
		...(task.error && { error: `${message} ${description ?? ''}` }),
	};
}

/** @param answer what the model of an agent reads */
export function toldByTool(line: number, answer: string, at: number): Told {
	const failed = { lines: [line], items: [], error: answer, at };
	if (!/^[[{]/.test(answer)) return failed;
	const parsed = JSON.parse(answer) as IDataObject | IDataObject[];
	const records = Array.isArray(parsed) ? parsed : [parsed];
	// How an agent's tool says that it failed.
	if (records[0]?.error !== undefined && records[0].uuid === undefined) return failed;
	return { lines: [line], at, items: records.map((json) => ({ line, json })) };
}
