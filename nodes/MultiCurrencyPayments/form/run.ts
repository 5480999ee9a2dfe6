import type { IExecuteFunctions } from 'n8n-workflow';
import type { PayinMethodRecord, PayoutMethodRecord } from '../../../contract';
import type { PaymentsCredential } from '../../service/credential';
import { readCredential } from '../../service/credential';
import { readMethod } from '../../service/methods';
import { ServiceClient } from '../../service/client';
import type { ItemOrder } from './itemOrder';

/** What all items of one run of the action node share. */
export class Run {
	/** The order in which the items begin to send; undefined where they are handled together. */
	order: ItemOrder | undefined;

	private readonly methods = new Map<string, Promise<PayinMethodRecord | PayoutMethodRecord>>();

	private constructor(
		readonly n8n: IExecuteFunctions,
		readonly client: ServiceClient,
	) {}

	static async open(n8n: IExecuteFunctions): Promise<Run> {
		return new Run(n8n, new ServiceClient(n8n, await readCredential(n8n)));
	}

	get credential(): PaymentsCredential {
		return this.client.credential;
	}

	/** A payin method's record, asked for once per run. */
	async payinMethod(name: string): Promise<PayinMethodRecord> {
		return (await this.method('payin', name)) as PayinMethodRecord;
	}

	/** A payout method's record, asked for once per run. */
	async payoutMethod(name: string): Promise<PayoutMethodRecord> {
		return (await this.method('payout', name)) as PayoutMethodRecord;
	}

	private async method(kind: 'payin' | 'payout', name: string): Promise<PayinMethodRecord | PayoutMethodRecord> {
		const place = `${kind} ${name}`;
		const known = this.methods.get(place) ?? readMethod(this.client, kind, name);
		this.methods.set(place, known);
		// A failed look-up must not decide for the items after it.
		known.catch(() => this.methods.delete(place));
		return await known;
	}
}
