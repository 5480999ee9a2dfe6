import type { Attempt } from './attempt';
import type { BatchKind, PaymentRequest } from './batchKind';
import type { EarlierPayout } from './earlierPayouts';
import { PaidTwice } from './failures';
import type { Found } from './intention';

/**
 * Of several payments under one key, the one that was asked for and has not ended without money.
 * @throws {PaidTwice}
 */
export function liveOne<R extends PaymentRequest>(
	{ found }: BatchKind<R>,
	request: R,
	payment: Attempt,
	earlier: readonly EarlierPayout[],
): Found | undefined {
	if (found === null) return undefined;
	const shown = earlier.map((one) => found(request, one));
	const exact = shown.filter(({ key }) => key === payment.key);
	const all = exact.length > 0 ? exact : shown;
	const live = all.filter(({ ended }) => ended === undefined);
	const same = live.filter(({ facts }) => payment.agreesWith(facts));
	if (same.length > 1)
		throw new PaidTwice(
			payment.key,
			same.map(({ record }) => String(record.uuid)),
		);
	const one = same[0] ?? live[0] ?? all[0];
	return one && { ...one, all: all.map(({ record }) => record.uuid) };
}
