import type { ClaimEnd, Claims } from '../../../../nodes/MultiCurrencyPayments/money/claims';
import { NO_CLAIMS } from '../../../../nodes/MultiCurrencyPayments/money/claims';
import { PAYMENT } from '../../../../nodes/MultiCurrencyPayments/money/failures';
import { Memory, ProcessMemory } from '../../../../nodes/MultiCurrencyPayments/money/memory';
import type { Setting } from '../../../../nodes/MultiCurrencyPayments/money/payAll';
import type { Payment, PaymentKind, Sighting } from '../../../../nodes/MultiCurrencyPayments/money/payment';
import { ServiceFailure } from '../../../../nodes/service/failure';
import type { Clock } from './clock';

export const SETTLE = 30_000;
export const LONGEST_REQUEST = 6_000;

/** A payment of a row. @param scope in a test of several processes, each has turns of its own */
export const bill = (externalId: string, amount = '1', row = 0, scope = ''): Payment => ({
	identity: `${scope} ${externalId}`,
	account: 'A',
	kind: 'payout',
	list: '',
	externalId,
	facts: { amount },
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
	memory: new Memory(new ProcessMemory(-Infinity), 'e1', undefined),
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

/** Claims in one place, which cannot fail. */
export function sharedClaims(): Claims {
	const claimed = new Set<string>();
	const ends = new Map<string, { end: ClaimEnd; facts: string }>();
	const nameOf = ({ externalId }: Payment, number: number) => `${externalId}#${number}`;
	return {
		tells: true,
		async claim(payment, number) {
			const isNew = !claimed.has(nameOf(payment, number));
			claimed.add(nameOf(payment, number));
			return await Promise.resolve(isNew);
		},
		async mark(payment, number, end) {
			ends.set(nameOf(payment, number), { end, facts: JSON.stringify(payment.facts) });
			await Promise.resolve();
		},
		async endOf(payment, number) {
			const { end, facts } = (await Promise.resolve(ends.get(nameOf(payment, number)))) ?? {};
			return end === 'made' && facts !== JSON.stringify(payment.facts) ? 'madeOtherwise' : end;
		},
	};
}
