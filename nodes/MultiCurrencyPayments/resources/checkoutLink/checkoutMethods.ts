import type { V3PayinMethodList, V3PayinMethodRecord } from '../../../../contract';
import type { ItemCall } from '../../form/itemCall';
import { checkLimits } from '../../form/methodParameters';
import type { Run } from '../../form/run';
import type { ServiceClient } from '../../../service/client';

/** What the hosted page can offer, with card brands and languages (specification: "v3: hosted checkout"). */
export async function readCheckoutMethods(client: ServiceClient): Promise<V3PayinMethodList> {
	return await client.read<V3PayinMethodList>({ method: 'GET', path: '/v3/payin_methods' });
}

/** The methods' records, asked for once per run. */
const methodsOfRun = new WeakMap<Run, Promise<V3PayinMethodRecord[]>>();

/** Holds a link's amount against the limits of its method. @throws when the account has no such method or the amount lies outside */
export async function checkMethod(item: ItemCall, code: string, amount: string): Promise<void> {
	const { run } = item;
	const asked = methodsOfRun.get(run) ?? readCheckoutMethods(item.client).then(({ records }) => records);
	methodsOfRun.set(run, asked);
	// A failed look-up must not decide for the items after it.
	asked.catch(() => methodsOfRun.delete(run));
	const method = (await asked).find(({ payin_method_code }) => payin_method_code === code);
	if (!method) {
		throw item.refusal(
			`The hosted checkout of this account has no payin method ${code}`,
			'Choose Payin Method from the list, or leave it empty to let the customer choose.',
		);
	}
	checkLimits(item, amount, method, code);
}
