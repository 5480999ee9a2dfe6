import type { IDataObject } from 'n8n-workflow';
import { subtractAmounts, sumAmounts } from '../../../../core/money';
import type { LedgerEntry } from '../../../../core/reconciliation/entries';
import { sumsOf } from '../../../../core/reconciliation/entries';
import type { Movement } from '../../../../core/reconciliation/books';
import type { Result } from '../../../../core/reconciliation/matching';
import type { Expectation, PaymentRecord, Verdict } from '../../../../core/reconciliation/payments';

const asked = ({ externalId: external_id, uuid, kind, amount, currency, day, name }: Expectation): IDataObject => ({
	...{ external_id, uuid, kind, amount, currency, date: day, name },
});

const recorded = (record: PaymentRecord): IDataObject => {
	const { externalId, uuid, kind, amount, currency, status, name, parent = null, createdAt: created_at } = record;
	return { external_id: externalId, uuid, kind, amount, currency, status, name, parent_uuid: parent, created_at };
};

/** A result as the output item shows it. */
export function presentResult({ verdict, expectation, found, by, differences }: Result): IDataObject {
	const entries = found?.entries ?? [];
	return {
		verdict,
		kind: found?.kind ?? expectation?.kind,
		external_id: found?.record.externalId || expectation?.externalId,
		currency: found?.record.currency ?? expectation?.currency,
		matched_by: by ?? null,
		...(by === 'guess' && { guess: true }),
		differences,
		expected: expectation ? asked(expectation) : null,
		recorded: found ? recorded(found.record) : null,
		...sumsOf(entries),
		moved: entries.some(({ in_balance }) => in_balance) ? 'in_period' : found?.movesLater ? 'after_period' : null,
		entries: entries as unknown as IDataObject[],
	};
}

/** Adds up what the items explain, beside what the account has moved. */
export class Explained {
	private readonly counts: Record<Verdict, number> = {
		...{ matched: 0, amount_differs: 0, status_differs: 0, missing_at_service: 0, not_expected: 0 },
		...{ duplicate: 0, fee: 0, transfer: 0 },
	};
	private readonly nets = new Map<string, Partial<Record<Verdict, string>>>();

	add(verdict: Verdict, entries: readonly LedgerEntry[]): void {
		this.counts[verdict]++;
		for (const { currency, net, in_balance } of entries) {
			if (!in_balance) continue;
			const nets = this.nets.get(currency) ?? {};
			this.nets.set(currency, nets);
			nets[verdict] = sumAmounts([nets[verdict] ?? '0', net]);
		}
	}

	/** The part of the summary that says how often each verdict came, and what each has moved. */
	present(movements: readonly Movement[]): IDataObject {
		return {
			verdicts: this.counts,
			currencies: movements.map((movement) => {
				const explained = this.nets.get(movement.currency) ?? {};
				const unexplained = subtractAmounts(movement.net, Object.values(explained));
				return { ...movement, explained, unexplained };
			}),
		};
	}
}
