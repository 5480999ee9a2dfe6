import type { IDataObject } from 'n8n-workflow';

/** The states of a payin. */
export type Standing = 'pending' | 'received' | 'expired' | 'failed';

/** One notification of the service. */
export interface Notice {
	payin: KeptPayin;
	body: IDataObject;
}

/** A payin as the service keeps it. */
export interface KeptPayin {
	uuid: string;
	externalId: string;
	target: { endpoint_url: string; authorization_header: string };
	standing: Standing;
	/** The state that its record shows. It may lag behind `standing`, and never shows a failure. */
	shown: Standing;
	/** Where to pay to, once that has come. */
	payCode: IDataObject;
}

const METHOD = 'jp_bank_jpy';

/** The payment service in memory: it creates payins, keeps their records and sends notifications. */
export class PayinDesk {
	readonly payins: KeptPayin[] = [];
	readonly notices: Notice[] = [];
	/** Called with each look at a record, which waits for what it gives. */
	onLook: (() => Promise<void>) | undefined;

	/** A payin moves on, if it has not ended, and its notification is due. */
	end(payin: KeptPayin, standing: Standing, lags: boolean): void {
		if (payin.standing !== 'pending') return;
		payin.standing = standing;
		if (!lags) this.catchUp();
		this.tell(payin, { ...fieldsOf(payin), status: standing });
	}

	/** The bank account to pay to comes, bare or in its payment. */
	giveCredentials(payin: KeptPayin, bare: boolean): void {
		if (payin.standing !== 'pending' || Object.keys(payin.payCode).length > 0) return;
		payin.payCode = { bank_name: 'Bank', account_number: `7${payin.uuid}` };
		this.tell(payin, bare ? payin.payCode : { ...fieldsOf(payin), status: 'pending' });
	}

	/** Brings all records up to date. */
	catchUp(): void {
		for (const payin of this.payins) if (payin.standing !== 'failed') payin.shown = payin.standing;
	}

	async read({ path, query = {} }: { path: string; query?: IDataObject }): Promise<object> {
		if (path.endsWith('/params'))
			return { record: { payin_method_name: METHOD, currency: 'JPY', payin_method_params: {} } };
		if (path.endsWith('/all')) {
			// Without a key, the list of an older year is asked for.
			const records = this.payins.filter(({ externalId }) => externalId === query.external_id).map(recordOf);
			return { records, total: records.length };
		}
		const payin = this.payins.find(({ uuid }) => uuid === query.uuid);
		if (!payin) throw new Error(`There is no payin ${String(query.uuid)}`);
		const record = recordOf(payin);
		await this.onLook?.();
		return record;
	}

	create(body: IDataObject): object {
		const payin: KeptPayin = {
			uuid: `PAYIN${this.payins.length}`,
			externalId: String(body.external_id),
			target: body.webhook_notification as unknown as KeptPayin['target'],
			standing: 'pending',
			shown: 'pending',
			payCode: {},
		};
		this.payins.push(payin);
		return recordOf(payin);
	}

	private tell(payin: KeptPayin, body: IDataObject): void {
		this.notices.push({ payin, body });
	}
}

const fieldsOf = ({ uuid, externalId, payCode }: KeptPayin): IDataObject => ({
	uuid,
	external_id: externalId,
	name: 'Ada Byron',
	email: 'ada@shop.example',
	currency: 'JPY',
	amount: '5000',
	payment_method: METHOD,
	pay_code: payCode,
});

const recordOf = (payin: KeptPayin): IDataObject => ({ ...fieldsOf(payin), status: payin.shown, refunds: [] });
