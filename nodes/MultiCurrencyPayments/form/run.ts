import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { PayinMethodRecord, PayoutMethodRecord } from '../../../contract';
import { attempt } from '../../../core/attempt';
import type { PaymentsCredential } from '../../service/credential';
import { readCredential } from '../../service/credential';
import { readMethod } from '../../service/methods';
import type { WriteGuard } from '../../service/client';
import { ServiceClient } from '../../service/client';
import { TimeSlice } from '../../service/timeSlice';
import type { ItemOrder } from './itemOrder';

/** Of how many items the credential is compared when it does not seem to come from items. */
const MOST_COMPARED = 200;

/**
 * The values of a credential may be expressions that refer to the item, while a run uses one account for all items.
 * @throws NodeOperationError naming the first item whose account is another one
 */
async function assertOneAccount(n8n: IExecuteFunctions, credential: PaymentsCredential): Promise<void> {
	const items = n8n.getInputData().length;
	if (items < 2) return;
	const values = JSON.stringify(credential);
	const isSameFor = async (item: number) => JSON.stringify(await readCredential(n8n, item)) === values;
	// For an item that does not exist, most values that come from items differ. Then the others need not all be read: n8n
	// reads the credential from its database each time.
	const beyond = await attempt(async () => await isSameFor(items));
	const apart = 'value' in beyond && beyond.value ? Math.ceil(items / MOST_COMPARED) : 1;
	const slice = new TimeSlice();
	// The last one is among them.
	for (let item = (items - 1) % apart || apart; item < items; item += apart) {
		if (slice.isOver) await slice.giveWay();
		if (await isSameFor(item)) continue;
		throw new NodeOperationError(
			n8n.getNode(),
			'The credential has other values for this item than for the first one',
			{
				itemIndex: item,
				description:
					'All items of a run use one account. Put the node behind Loop Over Items with a batch size of 1, so that each run has one item.',
			},
		);
	}
}

/** What all items of one run of the action node share. */
export class Run {
	/** The order in which the items begin to send; undefined where they are handled together. */
	order: ItemOrder | undefined;

	private readonly methods = new Map<string, Promise<PayinMethodRecord | PayoutMethodRecord>>();

	private constructor(
		readonly n8n: IExecuteFunctions,
		readonly client: ServiceClient,
	) {}

	static async open(n8n: IExecuteFunctions, guardOf: (credential: PaymentsCredential) => WriteGuard): Promise<Run> {
		const credential = await readCredential(n8n);
		await assertOneAccount(n8n, credential);
		return new Run(n8n, new ServiceClient(n8n, credential, guardOf(credential)));
	}

	get credential(): PaymentsCredential {
		return this.client.credential;
	}

	/** A payin method's record, asked for once per run. @param client with the time limits of the item that asks first */
	async payinMethod(name: string, client: ServiceClient): Promise<PayinMethodRecord> {
		return (await this.method('payin', name, client)) as PayinMethodRecord;
	}

	/** A payout method's record; see {@link payinMethod}. */
	async payoutMethod(name: string, client: ServiceClient): Promise<PayoutMethodRecord> {
		return (await this.method('payout', name, client)) as PayoutMethodRecord;
	}

	private async method(
		kind: 'payin' | 'payout',
		name: string,
		client: ServiceClient,
	): Promise<PayinMethodRecord | PayoutMethodRecord> {
		const place = `${kind} ${name}`;
		const known = this.methods.get(place) ?? readMethod(client, kind, name);
		this.methods.set(place, known);
		// A failed look-up must not decide for the items after it.
		known.catch(() => this.methods.delete(place));
		return await known;
	}
}
