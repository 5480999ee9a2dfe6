import type { PayoutBatchDetail, PayoutTransaction } from '../../../contract';
import { asUtcTimestamp } from '../../../core/time/dates';
import type { ReadRequest, ServiceClient } from '../../../nodes/service/client';
import { ServiceFailure } from '../../../nodes/service/failure';

/** A payment in the records of the service. */
export interface Listed extends Partial<PayoutTransaction> {
	/** The `external_id` of the payment. */
	key: string;
}

interface Asked {
	key?: string;
	page: number;
	/** In UTC, as it is written in the request. */
	from: string;
	to: string;
}

let accounts = 0;
let uuids = 0;

/** The payouts of an account that no other test has, because a process remembers of which years it was told. */
export class PayoutRecords {
	readonly batches: { batch: PayoutBatchDetail; createdAt: number }[] = [];
	/** The pages of the list that were asked for, and the batches of which the detail was. */
	lists: Asked[] = [];
	details: string[] = [];
	/** Called before each answer. */
	beforeAnswer: () => Promise<void> | void = () => undefined;
	/** What the detail of a batch shows. */
	inDetail: (batch: PayoutBatchDetail) => PayoutBatchDetail = (batch) => batch;
	/** Whether the list shows a batch with this reference to somebody who asks for that one. */
	isListed = (reference: string, asked: string): boolean => reference === asked;
	readonly client: ServiceClient;

	/** @param pageSize how many batches a page of the list holds */
	constructor(private readonly pageSize = 20) {
		const credential = { baseUrl: 'https://service.test/api', appId: `records ${++accounts}` };
		const read = async (request: ReadRequest) => await this.answer(request);
		this.client = { credential, read } as unknown as ServiceClient;
	}

	/** Pays these under one reference. */
	pay(
		batchKey: string,
		payments: readonly (Listed | string)[],
		about: Partial<PayoutBatchDetail> = {},
	): PayoutBatchDetail {
		const transactions = payments.map((payment) =>
			transactionOf(typeof payment === 'string' ? { key: payment } : payment),
		);
		const batch = {
			uuid: `batch-${++uuids}`,
			external_id: batchKey,
			currency: 'AUD',
			payout_method_name: 'au_bank_aud',
			status: 'completed',
			total_amount: String(transactions.reduce((sum, { amount }) => sum + Number(amount), 0)),
			payout_transactions: transactions,
			...about,
		} as PayoutBatchDetail;
		this.batches.unshift({ batch, createdAt: Date.now() });
		return batch;
	}

	/** Pays each under its own reference. */
	payEach(payments: readonly string[]): void {
		for (const key of payments) this.pay(key, [key]);
	}

	/** What was asked since the last call of this. */
	requests(): { lists: Asked[]; details: string[] } {
		const { lists, details } = this;
		[this.lists, this.details] = [[], []];
		return { lists, details };
	}

	private async answer({ path, query = {} }: ReadRequest): Promise<unknown> {
		const text = (name: string) => (query[name] === undefined ? undefined : String(query[name] as string));
		if (path === '/v2/payouts/detail') this.details.push(text('uuid') ?? '');
		else {
			const [from = '', to = ''] = [text('from_date'), text('to_date')];
			this.lists.push({ key: text('external_id'), page: Number(query.page ?? 1), from, to });
		}
		await this.beforeAnswer();
		return path === '/v2/payouts/detail' ? this.detail(text('uuid')) : this.list(text, Number(query.page ?? 1));
	}

	private list(text: (name: string) => string | undefined, page: number): object {
		const [from = '', to = ''] = [text('from_date'), text('to_date')];
		const key = text('external_id');
		const all = this.batches.filter(({ batch, createdAt }) => {
			const created = asUtcTimestamp(new Date(createdAt));
			return created >= from && created <= to && (key === undefined || this.isListed(batch.external_id ?? '', key));
		});
		const records = all.slice((page - 1) * this.pageSize, page * this.pageSize).map(({ batch }) => batch);
		return { records, total_count: all.length };
	}

	private detail(uuid: string | undefined): PayoutBatchDetail {
		const known = this.batches.find(({ batch }) => batch.uuid === uuid);
		if (known) return this.inDetail(known.batch);
		const request = { method: 'GET', path: '/v2/payouts/detail' };
		throw new ServiceFailure('refused', false, request, { status: 404, answer: { errors: {} }, attempts: 1 });
	}
}

const transactionOf = ({ key, ...about }: Listed): PayoutTransaction =>
	({
		uuid: `payment-${++uuids}`,
		external_id: key,
		payee: 'Ada King',
		email: 'ada@example.com',
		amount: '10',
		payout_method_params: { account_number: '12345678' },
		status: 'settled',
		error_message: null,
		...about,
	}) as PayoutTransaction;
