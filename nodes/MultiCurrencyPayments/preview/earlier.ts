import { digestOf } from '../../../core/digest';
import type { BatchKind, PaymentRequest } from '../money/batchKind';
import { kindOf } from '../money/batches';
import { lookUpAll } from '../money/payAll';
import { judge, refuse, type Readable } from './row';
import { settingOf } from '../money/setting';

/** Two rows that pay the same amount to the same account may be one payment. */
export function noteTwins(rows: readonly Readable<PaymentRequest>[]): void {
	const byPayment = new Map<string, number>();
	const byIdentity = new Set<string>();
	for (const row of rows) {
		const { destination, amount = '', currency, identity } = row.request;
		const payment = digestOf(destination, amount, currency);
		const same = byPayment.get(payment);
		byPayment.set(payment, same ?? row.item.index);
		// One with the same External ID is refused as Create does.
		const isTwin = byIdentity.has(identity);
		byIdentity.add(identity);
		if (same === undefined || isTwin) continue;
		judge(
			row,
			'check',
			`Row ${same + 1} pays the same amount to the same account`,
			'Remove one of them if both stand for one payment.',
		);
	}
}

/** Compares with what was paid before, as Create does. @throws {ServiceFailure} {PagingError} */
export async function noteEarlier<R extends PaymentRequest>(
	kind: BatchKind<R>,
	rows: readonly Readable<R>[],
): Promise<void> {
	const [first] = rows;
	if (!first) return;
	const requests = rows.map(({ request }) => request);
	const setting = await settingOf(first.item, true);
	const outcomes = await lookUpAll(kindOf(kind), requests, setting);
	for (const row of rows) {
		const outcome = outcomes.get(row.request);
		if (!outcome) {
			// It was looked up after its settle time, which no option of Preview shortens. Else it would have failed.
			const sent = setting.memory.get(row.request);
			row.isAgain = sent !== undefined && sent.record === undefined;
			continue;
		}
		if ('failure' in outcome) {
			refuse(row, outcome.failure);
			continue;
		}
		judge(
			row,
			'paid_before',
			`The payment ${row.request.externalId} exists already`,
			'It is found and not sent again.',
		);
	}
}
