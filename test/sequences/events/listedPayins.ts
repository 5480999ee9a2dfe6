import type { IDataObject } from 'n8n-workflow';

type RecordStatus = 'received' | 'return_pending' | 'return_received';
type EventStatus = RecordStatus | 'partially_refunded';

/** A refund of a payin as its detail shows it. */
interface KeptRefund {
	amount: '30.0' | '80.0';
	status: 'pending' | 'received';
	createdAt: number;
}

/** A payin as the service keeps it. */
interface KeptPayin {
	uuid: string;
	externalId: string;
	createdAt: number;
	status: RecordStatus;
	refund?: KeptRefund;
}

/** What can happen: a payin is received, one is refunded, or a refund in part begins or comes to its end. */
export type Happening = 'receipt' | 'refund' | 'part';

/** An event of one payin. */
export interface ServiceEvent {
	uuid: string;
	status: EventStatus;
	body: IDataObject;
}

/** One record a page, so that a list of a few payins exceeds what one poll may read. */
const PAGE = 1;

/**
 * The payment service in memory: payins, their records and their notifications. There are thousands of sequences, and over
 * HTTP each would take seconds.
 */
export class ListedPayins {
	private readonly payins: KeptPayin[] = [];
	readonly events: ServiceEvent[] = [];

	/** @param existing how many payins were received before anything else happens */
	constructor(existing: number, now: number) {
		for (let count = 0; count < existing; count += 1) this.receive(now);
	}

	happen(now: number, what: Happening): void {
		const underWay = this.payins.find(({ status }) => status === 'return_pending');
		const refundable = this.payins.find(({ refund }) => refund === undefined);
		if (what === 'part' && underWay?.refund) {
			underWay.status = 'received';
			underWay.refund.status = 'received';
			this.tell(underWay, 'partially_refunded');
		} else if (what === 'part' && refundable) {
			refundable.status = 'return_pending';
			refundable.refund = { amount: '30.0', status: 'pending', createdAt: now };
			this.tell(refundable, 'return_pending');
		} else if (what === 'refund' && refundable) {
			refundable.status = 'return_received';
			refundable.refund = { amount: '80.0', status: 'received', createdAt: now };
			this.tell(refundable, 'return_received');
		} else this.tell(this.receive(now), 'received');
	}

	/** Whether the record of a payin still shows this event. A refund shows that the payin was received; one in part shows nowhere. */
	shows({ uuid, status }: ServiceEvent): boolean {
		const payin = this.payins.find((each) => each.uuid === uuid);
		return status === 'received' || payin?.status === status;
	}

	/** Answers the requests of the polling trigger. */
	read({ path, query = {} }: { path: string; query?: IDataObject }): object {
		if (path === '/v2/payins/detail') {
			const payin = this.payins.find(({ uuid }) => uuid === query.uuid);
			if (!payin) throw new Error(`There is no payin ${String(query.uuid)}`);
			return recordOf(payin);
		}
		const [from, to] = [Date.parse(String(query.from_date)), Date.parse(String(query.to_date))];
		const page = Number(query.page ?? 1);
		const listed = this.payins.filter(({ createdAt }) => createdAt >= from && createdAt <= to).reverse();
		const records = listed.slice((page - 1) * PAGE, page * PAGE).map(recordOf);
		return {
			total: listed.length,
			page,
			limit: PAGE,
			records: records.map(({ refunds: _hidden, ...record }) => record),
		};
	}

	private receive(now: number): KeptPayin {
		const number = this.payins.length;
		const payin: KeptPayin = {
			uuid: `PAYIN${String(number).padStart(3, '0')}`,
			externalId: `order-${number}`,
			createdAt: now,
			status: 'received',
		};
		this.payins.push(payin);
		return payin;
	}

	private tell(payin: KeptPayin, status: EventStatus): void {
		const { refund } = payin;
		const body: IDataObject = { ...fieldsOf(payin), status };
		if (refund)
			body.refund_information = { total_amount: '80.0', refund_amount: refund.amount, description: 'Late parcel' };
		this.events.push({ uuid: payin.uuid, status, body });
	}
}

const fieldsOf = ({ uuid, externalId, createdAt }: KeptPayin): IDataObject => ({
	uuid,
	external_id: externalId,
	name: 'Ada Byron',
	email: 'ada@shop.example',
	currency: 'AUD',
	amount: '80.0',
	total: '80.0',
	paid_amount: '80.0',
	payment_method: 'au_bank_aud',
	created_at: new Date(createdAt).toISOString(),
});

const recordOf = (payin: KeptPayin): IDataObject & { refunds: IDataObject[] } => ({
	...fieldsOf(payin),
	status: payin.status,
	stage: 'normal_stage',
	refunds: payin.refund
		? [
				{
					uuid: `R-${payin.uuid}`,
					amount: payin.refund.amount,
					description: 'Late parcel',
					status: payin.refund.status,
					created_at: new Date(payin.refund.createdAt).toISOString(),
				},
			]
		: [],
});
