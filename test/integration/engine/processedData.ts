import { DataDeduplicationService } from 'n8n-core';
import type { IDataDeduplicator, IExecuteFunctions, INode } from 'n8n-workflow';
import { setImmediate } from 'node:timers/promises';

/** n8n's table of processed data, which all its processes share. As in n8n: read, then written, and only an insert is atomic. */
export class ProcessedData {
	readonly rows = new Map<string, string[]>();
	isDown = false;
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
		checkProcessedAndRecord: async (items, scope, contextData, { maxEntries = Infinity }) => {
			const { rows } = this;
			this.calls += 1;
			const context = contextOf(scope, contextData);
			await this.answer();
			const row = rows.get(context);
			await this.answer();
			if (!row) {
				if (rows.has(context)) throw new Error('UNIQUE constraint failed');
				rows.set(context, items.map(String));
				return { new: items, processed: [] };
			}
			const fresh = items.filter((item) => !row.includes(String(item)));
			rows.set(context, [...row, ...fresh.map(String)].slice(-maxEntries));
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
		table.calls = 0;
	});
	return table;
}

/** n8n's own helpers for the table, as a node has them. @param node names the rows of scope “node” */
export function processedDataHelpers(node: INode, workflowId: string): IExecuteFunctions['helpers'] {
	const service = DataDeduplicationService.getInstance();
	const context = { node, workflow: { id: workflowId } } as unknown as Parameters<
		typeof service.checkProcessedAndRecord
	>[2];
	const helpers: Partial<IExecuteFunctions['helpers']> = {
		checkProcessedAndRecord: async (items, scope, options) =>
			await service.checkProcessedAndRecord(items, scope, context, options),
		getProcessedDataCount: async (scope, options) => await service.getProcessedDataCount(scope, context, options),
		clearAllProcessedItems: async (scope, options) => await service.clearAllProcessedItems(scope, context, options),
	};
	return helpers as IExecuteFunctions['helpers'];
}

const contextOf = (scope: string, { node, workflow }: { node?: INode; workflow: { id?: string } }) =>
	`${workflow.id} ${scope === 'node' ? `n:${node?.id}` : ''}`;
