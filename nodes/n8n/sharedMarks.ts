import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { attempt, attemptNow } from '../../core/attempt';
import { digestOf } from '../../core/digest';

/**
 * Marks that all processes of n8n share, in its table of processed data. n8n made that table for lists of values that a node
 * has seen, and reads and writes such a list without a lock. But it keeps a row for each node id of a workflow, and the first
 * insert of a row is atomic. So each mark is a row of its own: for the length of one synchronous call the node has another id.
 *
 * It relies on this: the helpers for processed data name the row by the id of the node before they first await anything, and
 * `getExecuteData` gives that very node. Tried with n8n 1.100.1, 2.40.7 and 2.41.3, on SQLite and Postgres. Each process tries
 * it before it relies on it. Without it, nothing is shared, and everything works as in one process.
 */
export interface SharedMarks {
	/** The workflow that has them: others have marks of their own. */
	scope: string;
	/**
	 * @param whenUnsure what counts where the database failed, and the mark may be there by this very call
	 * @returns whether the mark was not there before
	 */
	add(mark: string, whenUnsure?: boolean): Promise<boolean>;
	has(mark: string): Promise<boolean>;
}

/** Marks of which some may go again. */
export interface RemovableMarks extends SharedMarks {
	remove(mark: string): Promise<void>;
}

/** Where nothing is shared, every mark is new. */
export const NO_MARKS: RemovableMarks = {
	scope: '',
	add: async () => await Promise.resolve(true),
	has: async () => await Promise.resolve(false),
	remove: async () => await Promise.resolve(),
};

/** What every row begins with. */
const PREFIX = 'multi-currency-payments';

const OPTIONS = { mode: 'entries' } as const;

/** What a database says of a row that another process has inserted meanwhile. */
const CLASH = /unique|duplicate|constraint/i;

/** Whether n8n keeps marks of this process as it should: those that pay at the same moment share one trial. */
let trial: Promise<boolean> | undefined;

/** @returns {@link NO_MARKS} where n8n keeps none: in agents' tools, in a workflow that was never saved, in another n8n than expected */
export async function sharedMarks(n8n: IExecuteFunctions): Promise<RemovableMarks> {
	const { helpers } = n8n;
	const hasHelpers = [helpers.checkProcessedAndRecord, helpers.getProcessedDataCount].every(
		(helper) => typeof helper === 'function',
	);
	const scope = hasHelpers ? n8n.getWorkflow().id : undefined;
	if (!scope) return NO_MARKS;
	const found = await attempt(() => n8n.getExecuteData().node);
	if (!('value' in found) || !isOwn(found.value, n8n)) return NO_MARKS;
	const marks = marksOf(n8n, found.value, scope);
	const works = await attempt(async () => await (trial ??= areKept(marks)));
	if ('value' in works && works.value) return marks;
	trial = undefined;
	return NO_MARKS;
}

/** What {@link isOwn} has found of a run: n8n copies the whole node to tell it, and a run has many payments. */
const known = new WeakMap<IExecuteFunctions, boolean>();

/** Whether the helpers name rows by this node. A tool of an older agent has the data of the agent's execution. */
function isOwn(node: INode, n8n: IExecuteFunctions): boolean {
	const before = known.get(n8n);
	if (before !== undefined) return before;
	const seen = attemptNow(() => withId(node, PREFIX, () => n8n.getNode().id));
	const found = 'value' in seen && seen.value === PREFIX;
	known.set(n8n, found);
	return found;
}

/** Begins something for which the node has another id. */
function withId<T>(node: INode, id: string, begin: () => T): T {
	const { id: own } = node;
	node.id = id;
	try {
		return begin();
	} finally {
		node.id = own;
	}
}

function marksOf({ helpers }: IExecuteFunctions, node: INode, scope: string): RemovableMarks {
	// A mark may be long, and an id may not.
	const under = async <T>(mark: string, call: () => Promise<T>) =>
		await withId(node, `${PREFIX}:${digestOf(mark)}`, call);
	const record = async (mark: string) =>
		await under(mark, async () => await helpers.checkProcessedAndRecord(['claimed'], 'node', OPTIONS));
	return {
		scope,
		async add(mark, whenUnsure = false) {
			const first = await attempt(() => record(mark));
			if ('value' in first) return first.value.new.length > 0;
			// Two that insert a row at once: one of them gets an error of the database, and finds the row then.
			const isClash = first.failure instanceof Error && CLASH.test(first.failure.message);
			const isNew = (await record(mark)).new.length > 0;
			return isNew || (whenUnsure && !isClash);
		},
		has: async (mark) => (await under(mark, async () => await helpers.getProcessedDataCount('node', OPTIONS))) > 0,
		remove: async (mark) => await under(mark, async () => await helpers.clearAllProcessedItems('node', OPTIONS)),
	};
}

/** Whether a mark is there once it was added, and another one is not. */
async function areKept(marks: SharedMarks): Promise<boolean> {
	const mark = `trial ${Date.now()} ${Math.random()}`;
	const wasNew = await marks.add(mark);
	const isAgain = await marks.add(mark);
	return wasNew && !isAgain && (await marks.has(mark)) && !(await marks.has(`${mark}, another`));
}
