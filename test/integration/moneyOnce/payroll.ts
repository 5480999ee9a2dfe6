import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { AT_ONCE, payout } from '../action/orders';
import type { Service } from '../engine/service';

/** People to be paid in AUD, each under an External ID and to an account of their own: `wage-0`, 10.50. */
export const wages = (count: number, from = 0): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		key: `wage-${from + index}`,
		amount: `${from + index + 10}.50`,
		name: `Payee ${from + index}`,
		account: `1234${5000 + from + index}`,
	}));

/** Pays each of them in a request of its own, where the service shows at once what was made. */
export const one = (changes: INodeParameters = {}): INodeParameters =>
	payout({ lastName: '={{ $json.name ?? "Smith" }}', options: AT_ONCE, ...changes });

/** Pays them as one list. */
export const list = (changes: INodeParameters = {}): INodeParameters =>
	one({ batchMode: 'allItems', batchExternalId: 'payroll-3', ...changes });

/** The same with two payees in each request. */
export const chunks = (changes: INodeParameters = {}): INodeParameters =>
	list({ additionalFields: { maxPerBatch: 2 }, ...changes });

/** The External IDs that were paid in AUD, oldest first. One that was paid twice appears twice. */
export const paidKeys = (service: Service): (string | null)[] =>
	service.emulator
		.account('AUD')
		.payouts.payments()
		.payouts.map(({ external_id }) => external_id);

/** What an item tells: `created`, `found`, `unknown`, `paid_twice`, or its error message. */
export function outcomeOf({ json }: INodeExecutionData): string {
	const { outcome } = json as { outcome?: string };
	return outcome ?? String(json.error);
}

/** The same for each item of a run. */
export const outcomes = ({ items }: { items: INodeExecutionData[] }): string[] => items.map(outcomeOf);

/** Every External ID once: nobody is paid twice and nobody is left out. */
export const eachOnce = (items: IDataObject[]): string[] => items.map(({ key }) => String(key)).sort();
