import { DataDeduplicationService } from 'n8n-core';
import type { IDataDeduplicator, IExecuteFunctions, INode } from 'n8n-workflow';
import { setImmediate } from 'node:timers/promises';

/** n8n's table of processed data, which all its processes share. As in n8n: read, then written, and only an insert is atomic. */
export class ProcessedData {
	readonly rows = new Map<string, string[]>();
	isDown = false;
	/** What the next call that records fails with, though it has recorded. */
	losesAnswer: string | undefined;
	calls = 0;

	/** @param pass lets others work while it reads or writes */
	constructor(private readonly pass: () => Promise<unknown> = setImmediate) {}

	/** Gives the table to the helpers of nodes, instead of another one: tests run again and again for each mutant (test/mutation). */
	async serve(): Promise<void> {
		Reflect.set(DataDeduplicationService, 'instance', undefined);
		await DataDeduplicationService.init(this.table as IDataDeduplicator);
	}

	private readonly table: Pick<
		IDataDeduplicator,
		'checkProcessedAndRecord' | 'getProcessedDataCount' | 'clearAllProcessedItems'
	> = {
		checkProcessedAndRecord: async (items, scope, contextData) => {
			const { rows } = this;
			this.calls += 1;
			const context = contextOf(scope, contextData);
			await this.answer();
			const row = rows.get(context);
			await this.answer();
			if (!row && rows.has(context)) throw new Error('UNIQUE constraint failed');
			const fresh = items.filter((item) => !row?.includes(String(item)));
			rows.set(context, [...(row ?? []), ...fresh.map(String)]);
			const lost = this.losesAnswer;
			this.losesAnswer = undefined;
			if (lost !== undefined) throw new Error(lost);
			return { new: fresh, processed: items.filter((item) => !fresh.includes(item)) };
		},
		getProcessedDataCount: async (scope, contextData) => {
			const context = contextOf(scope, contextData);
			await this.answer();
			return this.rows.get(context)?.length ?? 0;
		},
		clearAllProcessedItems: async (scope, contextData) => {
			const context = contextOf(scope, contextData);
			await this.answer();
			this.rows.delete(context);
		},
	};

	private async answer(): Promise<void> {
		await this.pass();
		if (this.isDown) throw new Error('the database is down');
	}
}

/** The table of all tests of a file, empty for each. */
export function processedDataOfFile(): ProcessedData {
	const table = new ProcessedData();
	beforeAll(async () => await table.serve());
	beforeEach(() => {
		table.rows.clear();
		table.isDown = false;
		table.losesAnswer = undefined;
		table.calls = 0;
	});
	return table;
}

/**
 * What a node of a workflow has of n8n to use the table: n8n's own helpers, which name the rows by the node. A tool has the
 * data of the agent's execution.
 */
export function nodeWithTable({ workflow = 'w1', helpers = true, isTool = false } = {}) {
	const node = { id: 'own-id', name: 'Pay' } as INode;
	const own = isTool ? { ...node } : node;
	const n8n = {
		helpers: helpers ? helpersOf(own, workflow) : {},
		getWorkflow: () => ({ id: workflow }),
		getExecuteData: () => ({ node }),
		getNode: () => ({ ...own }),
	} as unknown as IExecuteFunctions;
	return { n8n, node };
}

function helpersOf(node: INode, workflowId: string): Partial<IExecuteFunctions['helpers']> {
	const service = DataDeduplicationService.getInstance();
	const context = { node, workflow: { id: workflowId } as never };
	return {
		checkProcessedAndRecord: async (items, scope, options) =>
			await service.checkProcessedAndRecord(items, scope, context, options),
		getProcessedDataCount: async (scope, options) => await service.getProcessedDataCount(scope, context, options),
		clearAllProcessedItems: async (scope, options) => await service.clearAllProcessedItems(scope, context, options),
	};
}

const contextOf = (scope: string, { node, workflow }: { node?: INode; workflow: { id?: string } }) =>
	`${workflow.id} ${scope === 'node' ? `n:${node?.id}` : ''}`;
