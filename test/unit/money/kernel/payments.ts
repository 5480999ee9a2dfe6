import { NO_CLAIMS, type ClaimEnd, type Claims } from '../../../../nodes/MultiCurrencyPayments/money/claims';
import { Memory } from '../../../../nodes/MultiCurrencyPayments/money/memory';
import type { Setting } from '../../../../nodes/MultiCurrencyPayments/money/setting';
import {
	type Payment,
	type PaymentKind,
	type Sighting,
	PAYMENT,
} from '../../../../nodes/MultiCurrencyPayments/money/payment';
import { ServiceFailure } from '../../../../nodes/service/failure';
import type { Clock } from './clock';

export const SETTLE = 30_000;
export const LONGEST_REQUEST = 6_000;

/** A payment of a row. @param scope in a test of several processes, each has turns of its own */
export const bill = (externalId: string, amount = '1', row = 0, scope = '', list = ''): Payment => ({
	identity: `${scope} ${list}/${externalId}`,
	account: 'A',
	kind: 'payout',
	list,
	externalId,
	facts: { amount, account: '12345678' },
	settleTime: SETTLE,
	row,
});

export const refusedBy = (outcome: 'refused' | 'rateLimited' = 'refused') =>
	new ServiceFailure(outcome, false, { method: 'POST', path: '/v2/payouts' }, { attempts: 1 });

export const lost = () =>
	new ServiceFailure('timedOut', true, { method: 'POST', path: '/v2/payouts' }, { attempts: 1 });

/** A kind of payments that is found and sent by functions of a test. */
export const kindThat = (
	find:
		((payments: readonly Payment[]) => ReadonlyMap<Payment, Sighting> | Promise<ReadonlyMap<Payment, Sighting>>) | null,
	send: PaymentKind<Payment>['send'],
	perRequest = 2,
): PaymentKind<Payment> => ({
	subject: PAYMENT,
	find: find && (async (payments) => await find(payments)),
	requests: (payments) =>
		Array.from({ length: Math.ceil(payments.length / perRequest) }, (_, at) =>
			payments.slice(at * perRequest, (at + 1) * perRequest),
		),
	send,
});

export const settingIn = (clock: Clock, about: Partial<Setting> & { claims?: Claims } = {}): Setting => ({
	memory: new Memory(-Infinity),
	execution: 'e1',
	claims: NO_CLAIMS,
	goOn: false,
	longestRequest: LONGEST_REQUEST,
	now: () => clock.now,
	pause: async (milliseconds) => await clock.sleep(milliseconds),
	giveWay: () => undefined,
	isStopped: () => false,
	noteWait: () => undefined,
	...about,
});

/** How long a claim counts as made lately, in milliseconds. */
const LATELY = 10 * 60_000;

/** Claims in one place, which cannot fail. A name may begin with the scope of a process, which does not count. */
export function sharedClaims(clock: Clock): Claims {
	const claimed = new Set<string>();
	const ends = new Map<string, { end: ClaimEnd; values: string }>();
	const madeAt = new Map<string, number>();
	const markOf = (name: string, number: number) => `${name.replace(/^.* /, '')}#${number}`;
	return {
		tells: true,
		async claim(name, number) {
			const isNew = !claimed.has(markOf(name, number));
			claimed.add(markOf(name, number));
			await clock.sleep(5);
			return isNew;
		},
		async lastOf(name, number) {
			let last = number;
			while (claimed.has(markOf(name, last + 1))) last++;
			return await Promise.resolve(last);
		},
		async mark(name, number, end, values) {
			ends.set(markOf(name, number), { end, values });
			if (end === 'made') madeAt.set(markOf(name, 0), clock.now);
			await clock.sleep(5);
		},
		async endOf(name, number, values) {
			const there = await Promise.resolve(ends.get(markOf(name, number)));
			if (there?.end === 'made' && there.values !== values) return 'madeOtherwise';
			const isLate = clock.now < (madeAt.get(markOf(name, 0)) ?? -Infinity) + LATELY;
			return there && isLate ? 'madeLately' : there?.end;
		},
	};
}
