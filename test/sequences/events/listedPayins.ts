import type { IDataObject } from 'n8n-workflow';

/** A payin as the service keeps it. */
interface KeptPayin {
	uuid: string;
	externalId: string;
	createdAt: number;
	status: 'received' | 'return_received';
	refundedAt?: number;
}

/** An event of one payin: it was paid, or the money was returned. */
export interface ServiceEvent {
	uuid: string;
	status: 'received' | 'return_received';
	body: IDataObject;
}

/**
 * The payment service in memory: payins, their records and their notifications. There are thousands of sequences, and over
 * HTTP each would take seconds.
 */
export class ListedPayins {
	private readonly payins: KeptPayin[] = [];
	readonly events: ServiceEvent[] = [];

	/** The next thing that happens: a payin is received, or one that was is refunded. */
	happen(now: number, refunds: boolean): ServiceEvent {
		const refunded = refunds && this.payins.find(({ status }) => status === 'received');
		if (refunded) {
			refunded.status = 'return_received';
			refunded.refundedAt = now;
			return this.tell(refunded, 'return_received');
		}
		const number = this.payins.length;
		const payin: KeptPayin = {
			uuid: `PAYIN${String(number).padStart(3, '0')}`,
			externalId: `order-${number}`,
			createdAt: now,
			status: 'received',
		};
		this.payins.push(payin);
		return this.tell(payin, 'received');
	}

	/** Whether the record of a payin still shows this event. */
	shows({ uuid, status }: ServiceEvent): boolean {
		return this.payins.some((payin) => payin.uuid === uuid && payin.status === status);
	}

	/** Answers the requests of the polling trigger. */
	read({ path, query = {} }: { path: string; query?: IDataObject }): object {
		if (path === '/v2/payins/detail') {
			const payin = this.payins.find(({ uuid }) => uuid === query.uuid);
			if (!payin) throw new Error(`There is no payin ${String(query.uuid)}`);
			return recordOf(payin);
		}
		const [from, to] = [Date.parse(String(query.from_date)), Date.parse(String(query.to_date))];
		const size = Number(query.per_page ?? 20);
		const page = Number(query.page ?? 1);
		const listed = this.payins.filter(({ createdAt }) => createdAt >= from && createdAt <= to).reverse();
		const records = listed.slice((page - 1) * size, page * size).map(recordOf);
		return {
			total: listed.length,
			page,
			limit: size,
			records: records.map(({ refunds: _hidden, ...record }) => record),
		};
	}

	private tell(payin: KeptPayin, status: ServiceEvent['status']): ServiceEvent {
		const refund = status === 'return_received' && {
			refund_information: { total_amount: '80.0', refund_amount: '80.0', description: 'Late parcel' },
		};
		const event = { uuid: payin.uuid, status, body: { ...fieldsOf(payin), status, ...refund } };
		this.events.push(event);
		return event;
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
	refunds:
		payin.refundedAt === undefined
			? []
			: [
					{
						uuid: `R-${payin.uuid}`,
						amount: '80.0',
						status: 'received',
						created_at: new Date(payin.refundedAt).toISOString(),
					},
				],
});
