import { PAYMENT } from '../../../../nodes/MultiCurrencyPayments/money/failures';
import { Memory } from '../../../../nodes/MultiCurrencyPayments/money/memory';
import type { Setting } from '../../../../nodes/MultiCurrencyPayments/money/setting';
import type { Payment, PaymentKind, Sighting } from '../../../../nodes/MultiCurrencyPayments/money/payment';
import { NO_MARKS, type SharedMarks } from '../../../../nodes/n8n/sharedMarks';
import { ServiceFailure } from '../../../../nodes/service/failure';
import type { Clock } from './clock';

export const SETTLE = 30_000;
export const LONGEST_REQUEST = 6_000;

/** A payment of a row. */
export const bill = (externalId: string, amount = '1', row = 0, list = ''): Payment => ({
	subject: PAYMENT,
	identity: `${list}/${externalId}`,
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
	find: find && (async (payments) => await find(payments)),
	requests: (payments) =>
		Array.from({ length: Math.ceil(payments.length / perRequest) }, (_, at) =>
			payments.slice(at * perRequest, (at + 1) * perRequest),
		),
	send,
});

export const settingIn = (clock: Clock, about: Partial<Setting> = {}): Setting => ({
	memory: new Memory(-Infinity),
	execution: 'e1',
	marks: NO_MARKS,
	goOn: false,
	longestRequest: LONGEST_REQUEST,
	now: () => clock.now,
	systemTime: () => clock.now,
	pause: async (milliseconds) => await clock.sleep(milliseconds),
	giveWay: () => undefined,
	isStopped: () => false,
	noteWait: () => undefined,
	...about,
});

/** Marks in one place, which cannot fail. */
export function sharedMarks(clock: Clock, scope = 'w1'): SharedMarks {
	const marks = new Set<string>();
	return {
		scope,
		async add(mark) {
			const isNew = !marks.has(mark);
			marks.add(mark);
			await clock.sleep(5);
			return isNew;
		},
		has: async (mark) => await Promise.resolve(marks.has(mark)),
	};
}
