import { inCurrency, subtractAmounts, sumAmounts } from '../money';
import type { Movement } from './books';
import { sumsOf } from './entries';
import { isExpectedAs, type Result } from './matching';
import type { EntryVerdict } from './payments';

/** One line of the result, or a part of the summary, by the names in the output. */
type Row = Record<string, string | boolean | object | null>;

const shown = (text: string | undefined): string | null => text || null;

/** Adds up what the items explain, beside what the account has moved. */
export class Explained {
	private readonly counts: Record<EntryVerdict, number> = {
		...{ matched: 0, amount_differs: 0, status_differs: 0, missing_at_service: 0, not_expected: 0 },
		...{ duplicate: 0, fee: 0, transfer: 0 },
	};
	private readonly nets = new Map<string, Partial<Record<EntryVerdict, string>>>();

	/** Counts results. Yields after each. @returns their rows */
	*rows(results: Iterable<Result | undefined>): Generator<undefined, Row[]> {
		const rows: Row[] = [];
		for (const result of results) {
			yield;
			if (result) rows.push(this.row(result));
		}
		return rows;
	}

	/** Counts a result. @returns it as one row: the verdict and both amounts first, the entries of the balance history last */
	private row({ verdict, expectation, found, by, differences }: Result): Row {
		this.counts[verdict]++;
		const entries = found?.entries ?? [];
		for (const { currency, net, in_balance } of entries) {
			if (!in_balance) continue;
			const nets = this.nets.get(currency) ?? {};
			this.nets.set(currency, nets);
			nets[verdict] = sumAmounts([nets[verdict] ?? '0', net]);
		}
		const { record } = found ?? {};
		const currency = record?.currency ?? expectation?.currency;
		// It may be expected with its tax or without it.
		const isExpected = (amount: string) => isExpectedAs(expectation?.amount, amount, currency);
		const same = found?.amounts.find(isExpected);
		const { gross, fees, net } = sumsOf(entries);
		return {
			verdict,
			expected_amount: inCurrency(expectation?.amount, expectation?.currency || currency),
			recorded_amount: inCurrency(same ?? record?.amount, currency),
			currency: shown(currency),
			external_id: shown(record?.externalId || expectation?.externalId),
			kind: shown(found?.kind ?? expectation?.kind),
			name: shown(record?.name || expectation?.name),
			status: shown(record?.status),
			differences: shown(differences.join(', ')),
			date: shown(expectation?.day),
			matched_by: by ?? null,
			guess: by === 'guess',
			uuid: shown(record?.uuid || expectation?.uuid),
			parent_uuid: shown(record?.parent),
			created_at: shown(record?.createdAt),
			expected_external_id: shown(expectation?.externalId),
			expected_currency: shown(expectation?.currency),
			expected_name: shown(expectation?.name),
			gross: inCurrency(gross, currency),
			fees: inCurrency(fees, currency),
			net: inCurrency(net, currency),
			moved: entries.some(({ in_balance }) => in_balance) ? 'in_period' : found?.movesLater ? 'after_period' : null,
			entries,
		};
	}

	/** The part of the summary that says how often each verdict came, and what each has moved. */
	present(movements: readonly Movement[]): Row {
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
