import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { ItemCall } from '../../../nodes/MultiCurrencyPayments/form/itemCall';
import type { Run } from '../../../nodes/MultiCurrencyPayments/form/run';
import type { ServiceClient } from '../../../nodes/service/client';
import type { Execution } from './execution';
import { execution } from './execution';

/** Items as n8n hands them to the node, without n8n and the service. */

/** A try of the node with a form and items. */
interface Try extends Execution {
	/** The values of the form. */
	parameters?: IDataObject;
	/** How many items come in. */
	items?: number;
}

export function n8nWith({ parameters = {}, items = 1, ...about }: Try = {}) {
	const input = Array.from({ length: items }, () => ({ json: {} }));
	const data = { main: [input] };
	const waits: Date[] = [];
	return {
		...execution(about),
		data,
		/** Until when it was put to wait. */
		waits,
		getExecutionCancelSignal: () => undefined,
		getInputData: () => input,
		getExecuteData: () => ({ data }),
		getNodeParameter: (name: string, _item: number, absent: unknown) => parameters[name] ?? absent,
		evaluateExpression: () => 'https://n8n.example/webhook-waiting/1',
		putExecutionToWait: async (until: Date) => await Promise.resolve(void waits.push(until)),
	};
}

let accounts = 0;

/**
 * The runs of a credential's accounts. Each has an app-id that no other test has, so that nothing is remembered of it, as in
 * another process, unless its client names a credential.
 * @param clients what each account answers
 */
export function openRuns(n8n: object, ...clients: Partial<ServiceClient>[]): [Run, ...Run[]] {
	const runs: Run[] = [];
	for (const client of clients) {
		const account = { baseUrl: 'https://service.example/api', appId: `app-${++accounts}` };
		const credential = { ...account, notificationSecret: 'secret', ...client.credential };
		const own: object = { behind: 0, ...client, credential, with: () => own };
		runs.push({ n8n: n8n as IExecuteFunctions, client: own, credential, accounts: runs } as Run);
	}
	return runs as [Run, ...Run[]];
}

/** An item of a run with one account. */
export const itemOf = (n8n: object, client: Partial<ServiceClient> = {}): ItemCall =>
	new ItemCall(openRuns(n8n, client)[0], 0);
