import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { form, payout } from '../integration/action/orders';
import type { Service } from '../integration/engine/service';
import type { NodeRun } from '../integration/engine/execution';

/** How the people on one list are paid. */
export interface Way {
	name: string;
	/** Most people of one request. */
	together: number;
}

export const SINGLE: Way = { name: 'one request per item', together: 1 };
export const BATCHED: Way = { name: 'batches', together: 5 };

/** People identified by their amounts, which are unique within one service. */
export const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, number) => ({
		key: `wage-${number}`,
		amount: (10 + number / 100).toFixed(2),
		name: `Payee ${number}`,
	}));

/** Short, so that a stall does not cost minutes; an outcome is unknown after the first look-up that finds nothing. */
const options = { requestTimeout: 1.5, timeLimit: 60, settleSeconds: 0 };

export const paying = (way: Way): INodeParameters =>
	payout({
		options,
		lastName: '={{ $json.name }}',
		payoutMethodName: { __rl: true, mode: 'id', value: 'au_payid_npp_aud' },
		methodParameters: form({ pay_id: 'ada@shop.test', pay_id_type: 'EMAIL' }),
		...(way.together > 1 && {
			batchMode: 'allItems',
			batchExternalId: 'payroll',
			additionalFields: { maxPerBatch: way.together },
		}),
	});

/** How often each amount was paid, by the service's books. */
export function paidTimes(service: Service): Map<string, number> {
	const times = new Map<string, number>();
	for (const { amount } of service.emulator.account('AUD').payouts.payments().payouts) {
		const canonical = Number(amount).toFixed(2);
		times.set(canonical, (times.get(canonical) ?? 0) + 1);
	}
	return times;
}

/** What the node says of each item, in order. */
export type Said = 'created' | 'found' | 'unknown' | 'failed';

export function saidOf({ json }: NodeRun['items'][number]): Said {
	const { outcome } = json as { outcome?: Said };
	return outcome ?? 'failed';
}
