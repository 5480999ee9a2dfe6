import type { IDataObject } from 'n8n-workflow';
import type { NodeRun } from '../engine/execution';
import { CALL_WORKFLOW, READ_LIST } from '../engine/nodeTypes';
import type { Service } from '../engine/service';
import type { NodePlan } from '../engine/workflow';

/** People to be paid in AUD, each with their own reference and account: `wage-0`, 10.50. */
export const wages = (count: number, from = 0): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		key: `wage-${from + index}`,
		amount: `${from + index + 10}.50`,
		name: `Payee ${from + index}`,
		account: `1234${5000 + from + index}`,
	}));

/** The node before the payments: it fails, or reads a list of these people. */
export const before = (...numbers: number[]): NodePlan =>
	numbers.length === 0
		? { name: 'Before', type: CALL_WORKFLOW }
		: {
				name: 'Before',
				type: READ_LIST,
				parameters: { list: JSON.stringify(numbers.flatMap((number) => wages(1, number))) },
			};

/** The references that were paid in AUD, oldest first. One that was paid twice appears twice. */
export const paidKeys = (service: Service): (string | null)[] =>
	service.emulator
		.account('AUD')
		.payouts.payments()
		.payouts.map(({ external_id }) => external_id);

/** What the node reports for each item: `created`, `found`, `unknown`, or its error message. */
export function outcomes({ items }: NodeRun): string[] {
	return items.map(({ json }) => {
		const { outcome } = (json.idempotency ?? json.message ?? {}) as { outcome?: string };
		return outcome ?? String(json.error);
	});
}

/** The keys in the node's output. */
export const keysOf = ({ items }: NodeRun): string[] =>
	items.map(({ json }) => (json.idempotency as { external_id: string }).external_id);

/** Every key once: nobody is paid twice and nobody is left out. */
export const eachOnce = (items: IDataObject[]): string[] => items.map(({ key }) => String(key)).sort();
