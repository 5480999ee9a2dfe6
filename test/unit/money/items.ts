import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { ItemCall } from '../../../nodes/MultiCurrencyPayments/run/itemCall';
import { Parameters } from '../../../nodes/MultiCurrencyPayments/run/parameters';
import type { Run } from '../../../nodes/MultiCurrencyPayments/run/run';
import type { ServiceClient } from '../../../nodes/service/client';

/** Items as n8n hands them to the node, without n8n and the service. */

/** A try of the node. */
export interface Try {
	/** The values of the form, with those of expressions. */
	parameters?: IDataObject;
	/** How many items come in. */
	items?: number;
	/** The number of its execution; null where it has none. */
	execution?: string | null;
	type?: string;
	isTool?: boolean;
	/** Whether no node comes before it. */
	isAlone?: boolean;
	/** What n8n keeps for the node, and carries into each further try; null where it keeps nothing for anybody. */
	stored?: IDataObject | null;
	/** What the nodes of the execution share. */
	flow?: IDataObject;
	signal?: AbortSignal;
}

export function n8nWith({
	parameters = {},
	items = 1,
	execution = 'e1',
	type = 'x.pay',
	isTool = false,
	isAlone = false,
	stored = {},
	flow = {},
	signal,
}: Try = {}) {
	const input = Array.from({ length: items }, () => ({ json: {} }));
	const data = { main: [input] };
	const waits: Date[] = [];
	const n8n = {
		helpers: {},
		data,
		/** Until when it was put to wait. */
		waits,
		getNode: () => ({ type, id: 'node id', name: 'Pay' }),
		getExecutionId: () => execution ?? undefined,
		getParentNodes: () => (isAlone ? [] : [{ name: 'Start' }]),
		getContext: (of: string) => {
			if (stored === null) throw new Error('There is no execution data');
			return of === 'flow' ? flow : stored;
		},
		isToolExecution: () => isTool,
		getExecutionCancelSignal: () => signal,
		getInputData: () => input,
		getWorkflowDataProxy: (item: number) => ({ $json: input[item]?.json }),
		getExecuteData: () => ({ data }),
		getNodeParameter: (name: string, _item: number, absent: unknown) => parameters[name] ?? absent,
		evaluateExpression: () => 'https://n8n.example/webhook-waiting/1',
		putExecutionToWait: async (until: Date) => await Promise.resolve(void waits.push(until)),
	};
	return n8n as unknown as IExecuteFunctions & Pick<typeof n8n, 'data' | 'waits'>;
}

let accounts = 0;

/**
 * The runs of a credential's accounts. Each has an app-id that no other test has, so that nothing is remembered of it, as in
 * another process, unless its client names a credential.
 * @param clients what each account answers
 */
export function openRuns(n8n: IExecuteFunctions, ...clients: Partial<ServiceClient>[]): [Run, ...Run[]] {
	const runs: Run[] = [];
	for (const client of clients) {
		const account = { baseUrl: 'https://service.example/api', appId: `app-${++accounts}` };
		const credential = { ...account, notificationSecret: 'secret', ...client.credential };
		const once = (_name: string, make: () => string) => make();
		const own: object = { timeLimit: 120_000, ...client, credential, with: () => own };
		runs.push({ n8n, parameters: new Parameters(n8n), client: own, credential, accounts: runs, once } as Run);
	}
	return runs as [Run, ...Run[]];
}

/** An item of a run with one account. */
export const itemOf = (n8n: IExecuteFunctions, client: Partial<ServiceClient> = {}): ItemCall =>
	new ItemCall(openRuns(n8n, client)[0], 0);
