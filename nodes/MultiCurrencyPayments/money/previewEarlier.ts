import { attemptNow } from '../../../core/attempt';
import { digestOf } from '../../../core/idempotency';
import type { ServiceClient } from '../../service/client';
import { TimeSlice } from '../../service/timeSlice';
import { Asked } from './asked';
import { Attempt } from './attempt';
import type { BatchKind, PaymentRequest } from './batchKind';
import { isKnownByAccount } from './batchKind';
import { EarlierPayouts, placesOf } from './earlierPayouts';
import type { Found } from './intention';
import { liveOne } from './liveOne';
import { memoryOf } from './memory';
import { meansTheSame } from './naming';
import type { Named } from './payee';
import type { Readable, Row } from './previewRow';
import { judge, refuse } from './previewRow';
import { payeeOf, samePayee, samePayeeBefore } from './samePayee';

/** A row whose key is known. */
type Known<R> = Readable<R> & { named: Named<R> };

/** Two rows that mean one payment are refused as Create does; two that pay the same to the same account may be one. */
export function noteTwins<R extends PaymentRequest>(kind: BatchKind<R>, rows: readonly Readable<R>[]): void {
	const byIdentity = new Map<string, number>();
	const byPayment = new Map<string, number>();
	const byPayee = new Map<string, string>();
	for (const row of rows) {
		const { request, named, item } = row;
		const { destination, amount = '', currency } = request;
		const payment = digestOf(destination, amount, currency);
		const same = byPayment.get(payment);
		byPayment.set(payment, same ?? item.index);
		const twin = named && byIdentity.get(named.id.identity);
		if (named) {
			const { identity, key } = named.id;
			byIdentity.set(identity, twin ?? item.index);
			if (twin !== undefined) refuse(row, meansTheSame(named, twin));
			else if (isKnownByAccount(kind, request)) {
				const payee = payeeOf(request);
				const other = byPayee.get(payee);
				byPayee.set(payee, other ?? key);
				if (other !== undefined) refuse(row, samePayee(request, other));
			}
		}
		if (twin === undefined && same !== undefined) {
			judge(
				row,
				'check',
				`Item ${same} pays the same amount to the same account`,
				'Remove one of them if both stand for one payment.',
			);
		}
	}
}

/**
 * Compares with what was paid before, as Create does.
 * @throws {ServiceFailure} {PagingError}
 */
export async function noteEarlier<R extends PaymentRequest>(
	kind: BatchKind<R>,
	client: ServiceClient,
	rows: readonly Row<R>[],
): Promise<void> {
	const known = rows.filter((row): row is Known<R> => row.named !== undefined);
	const meant = known.filter(({ verdict }) => verdict !== 'stop');
	const wanted = new Asked<R>();
	for (const { request, named } of meant) wanted.add(request, named.id.key);
	const payouts = new EarlierPayouts(client);
	const now = Date.now();
	const sought = known
		.filter(({ named }) => named.terms.ownKey !== '')
		.map((row) => {
			const { terms, id } = row.named;
			const payment = new Attempt(terms, id, memoryOf(row.item.run));
			return { row, payment, key: id.key, places: placesOf(id.key, row.request.batchKey) };
		});
	const asked = sought.filter(({ payment }) => payment.step === 'lookUp');
	const earlier = await payouts.find(asked, now, false);
	const slice = new TimeSlice();
	for (const one of sought) {
		if (slice.isOver) await slice.giveWay();
		const { row, payment, key } = one;
		const told = attemptNow(() => {
			const there = liveOne(kind, row.request, payment, earlier.get(one) ?? []) ?? payment.madeBefore;
			if (there) payment.assertMeant(there);
			else payment.assertKnown(payment.step === 'lookUp' ? now : null);
			return there;
		});
		if ('failure' in told) refuse(row, told.failure);
		else if (told.value) notePaid(row, key, told.value);
		else if (isKnownByAccount(kind, row.request)) {
			const { request } = row;
			const others = await payouts.under(request.batchKey, now);
			const before = samePayeeBefore(kind, memoryOf(row.item.run), request, key, others, wanted);
			if (before !== null) refuse(row, samePayee(request, before));
		}
	}
}

function notePaid(row: Row<unknown>, key: string, { record }: Found): void {
	row.found = record;
	judge(row, 'paid_before', `The payment ${key} exists already`, 'It is found and not sent again.');
}
