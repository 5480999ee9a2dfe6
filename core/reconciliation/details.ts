import { negative, type LedgerEntry } from './entries';
import type { Line } from './lines';
import { absolute, kindOf } from './owners';
import type { PaymentRecord } from './payments';

/** What the record of a payment says of its entries. */
interface Detail extends Pick<Line, 'externalId' | 'name' | 'tax'> {
	/** The amount with the tax. */
	total: string;
}

/** An entry may name the merchant's own reference. Payins and payouts may use the same. */
const referenceKey = (kind: string, externalId: string): string => `${kind} ${externalId}`;

/** What the records of payments say of the entries of a statement. It keeps no records: there may be many. */
export class Details {
	/**
	 * By the uuid of a payment or that of its link, by {@link referenceKey}, by the ID of its entry, and by that and its
	 * amount. Undefined where several share it.
	 */
	private readonly details = new Map<string, Detail | undefined>();

	/** Takes a record. A list may show one twice, and the payment of a link may stand among the payins: each shows what the other lacks. */
	add(record: PaymentRecord): void {
		const { uuid, otherIds = [], balanceId, kind, status, externalId, name, amount, tax = '', total = amount } = record;
		// Nothing is kept of payins that have moved no money.
		if (kind === 'payin' && ['pending', 'expired', 'failed'].includes(status)) return;
		const { details } = this;
		const detail = details.get(uuid) ?? { externalId: '', name: '', tax: '', total: '' };
		if (externalId !== '') detail.externalId = externalId;
		if (name !== '') detail.name = name;
		if (tax !== '' || detail.tax === '') Object.assign(detail, { tax, total });
		for (const id of [uuid, ...otherIds]) details.set(id, detail);
		const shared = externalId === '' ? [] : [referenceKey(kind, externalId)];
		// The payees of a batch may share a balance. Then the amount may tell them apart.
		if (balanceId !== undefined) shared.push(balanceId, `${balanceId} -${detail.total}`);
		for (const key of shared) details.set(key, details.has(key) && details.get(key) !== detail ? undefined : detail);
	}

	/** An entry with what is known of its payment. */
	lineOf(entry: LedgerEntry): Line {
		const { id, reference_id, gross } = entry;
		const kind = kindOf(entry) === 'payout' ? 'payout' : 'payin';
		const keys = [reference_id, referenceKey(kind, reference_id), `${id} ${gross}`, id];
		const detail = keys.map((key) => this.details.get(key)).find((known) => known !== undefined);
		const { externalId = '', name = '' } = detail ?? {};
		return { entry, externalId, name, tax: taxOf(entry, detail) };
	}
}

/** The tax of an entry. That of a payment is known as a whole, so that of a part of it is not. */
function taxOf({ transaction_type, gross }: LedgerEntry, { tax = '', total = '' }: Partial<Detail> = {}): string {
	// A payment, and what takes money of it back.
	const isOfPayin = ['payment', 'refund', 'dispute'].includes(transaction_type);
	if (!isOfPayin || tax === '0') return '0';
	if (absolute(gross) !== total || tax === '') return '';
	return gross.startsWith('-') ? negative(tax) : tax;
}
