import type { N8nClient } from './n8nClient';
import type { ExecutionStatus } from './n8nRecords';

/** An execution as the editor lists it. */
interface StoredExecution {
	id: string;
	status: ExecutionStatus;
}

const PAGE = 100;
const STATUSES: readonly ExecutionStatus[] = [
	'new',
	'running',
	'waiting',
	'success',
	'error',
	'crashed',
	'canceled',
	'unknown',
];

/**
 * Every execution of a workflow that n8n has stored, oldest first. Reads the editor's list, because n8n's public API leaves
 * out running executions, and so would miss a duplicate that has just started.
 */
export async function storedExecutions(client: N8nClient, workflowId: string, after = '0'): Promise<StoredExecution[]> {
	const all: StoredExecution[] = [];
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status: STATUSES }));
	let position = '';
	for (;;) {
		const { results } = await client.rest<{ results: StoredExecution[] }>(
			'GET',
			`/executions?filter=${filter}&limit=${PAGE}${position}`,
		);
		all.push(...results.filter(({ id }) => Number(id) > Number(after)));
		const last = results.at(-1);
		if (results.length < PAGE || !last || Number(last.id) <= Number(after)) break;
		position = `&lastId=${last.id}`;
	}
	return all.sort((a, b) => Number(a.id) - Number(b.id));
}
