import type { IExecuteFunctions } from 'n8n-workflow';
import { attemptNow } from '../../../core/attempt';
import { ExplainedError } from '../../../core/text/explained';
import {
	breachBy,
	breachOf,
	GUARD_FIELDS,
	guardsOf,
	nameInList,
	refusedBy,
	type Breach,
	type Guards,
	type Limits,
	type Movement,
} from '../../../core/payments/guards';
import { digestOf } from '../../../core/digest';
import { grouped } from '../../../core/grouped';
import { readDecimal, sumAmounts } from '../../../core/money';
import { endedAs } from '../../../core/payments/match';
import { isShown } from '../../../core/service/payload';
import type { Moved, ServiceClient, WriteGuard } from '../../service/client';
import { accountKey, type PaymentsCredential } from '../../service/credential';
import { beginLists, referenceOf, scanBatches } from '../../service/payouts';
import { aheadOf } from '../../service/period';
import { asText } from '../../../core/text/values';
import { contextData, executionIdOf } from '../../n8n/execution';
import { processClock } from '../../service/time';
import { Total, totalOfRun, totalOfDay, type DailyTotal, type Sums } from './dailyTotals';

/** The credential forbids it. Nothing was sent. */
export class GuardBreach extends ExplainedError {
	constructor(readonly explanation: Breach) {
		super(explanation.message);
		this.name = 'GuardBreach';
	}
}

/** The endpoint whose payments the service lists by day. */
const LISTED = '/v2/payouts';

/** For how long a list of the day counts, in milliseconds. */
const FRESH = 30_000;

const DAY = 86_400_000;

/** What the credential of a run allows to be sent. Everything that is written goes through {@link allow}. */
export class CredentialGuard implements WriteGuard {
	private readonly guards: Guards;
	private readonly account: string;
	/** Stands for all accounts of the credential: a run counts over all of them. */
	private readonly main: string;

	/** @param main the first account of the credential */
	constructor(
		private readonly n8n: IExecuteFunctions,
		credential: PaymentsCredential,
		main: PaymentsCredential,
	) {
		this.guards = guardsOf(credential.guards);
		this.account = accountKey(credential);
		this.main = accountKey(main);
	}

	get limitsAmounts(): boolean {
		const { maxPerPayment, maxPerRun, maxPerDay } = this.guards;
		return [maxPerPayment, maxPerRun, maxPerDay].some((limits) => limits !== null);
	}

	get looksAtPayments(): boolean {
		return this.limitsAmounts || this.guards.allowedDestinations !== null;
	}

	assertWritable(): void {
		if (!this.guards.readOnly) return;
		throw new GuardBreach({
			message: 'The credential is for reading only',
			description: `${GUARD_FIELDS.readOnly} is on in the credential, so nothing is changed at the service. No workflow can lift it: only the credential can be changed.`,
			details: refusedBy('readOnly'),
		});
	}

	assertEach(moves: readonly Movement[]): void {
		for (const movement of moves) {
			const breach = breachBy(this.guards, movement);
			if (breach) throw new GuardBreach(breach);
		}
	}

	async assertTogether(payments: Moved, client: ServiceClient): Promise<void> {
		(await this.count(payments, client))();
	}

	async allow(request: Moved, client: ServiceClient): Promise<() => void> {
		this.assertWritable();
		return await this.count(request, client);
	}

	/** @returns what takes all back. @throws {GuardBreach} {ServiceFailure} */
	private async count({ path, moves }: Moved, client: ServiceClient): Promise<() => void> {
		this.assertEach(moves);
		const { maxPerRun, maxPerDay } = this.guards;
		const days = maxPerDay && moves.length > 0 ? await this.spentToday(maxPerDay, path, moves, client) : null;
		const counts: (() => void)[] = [];
		const takeBack = () => counts.splice(0).forEach((takeOneBack) => takeOneBack());
		const count = (movement: Movement) => {
			const ofDay = days?.get(movement.currency) ?? new Total();
			if (maxPerRun) counts.push(this.countInRun(maxPerRun, movement));
			if (days) counts.push(counted('maxPerDay', maxPerDay, ofDay, movement));
		};
		// Nothing else runs until all are counted, so that no other payment comes in between.
		const all = attemptNow(() => moves.forEach(count));
		if ('value' in all) return takeBack;
		takeBack();
		// Not one payment of a list is to blame, but all of them together.
		const together = attemptNow(() => sumsOf(moves).forEach(count));
		takeBack();
		throw 'failure' in together ? together.failure : all.failure;
	}

	private countInRun(limits: Limits, movement: Movement): () => void {
		const { currency } = movement;
		const spent = totalOfRun(digestOf(this.main, currency, executionIdOf(this.n8n)));
		// n8n carries it over a wait, a restart and a retry. Where it keeps nothing, only this process counts.
		const flow = (contextData(this.n8n) ?? {}) as { guardedSpending?: Record<string, Sums> };
		const stored = (flow.guardedSpending ??= {});
		const name = digestOf(this.main, currency);
		spent.catchUp(stored[name] ?? spent.sums);
		stored[name] = spent.sums;
		return counted('maxPerRun', limits, spent, movement);
	}

	/** What the day has moved in the currencies of some payments. @throws {GuardBreach} {ServiceFailure} */
	private async spentToday(
		limits: Limits,
		path: string,
		moves: readonly Movement[],
		client: ServiceClient,
	): Promise<ReadonlyMap<string, DailyTotal>> {
		if (path !== LISTED) {
			throw new GuardBreach({
				message: 'How much of this kind was paid today cannot be told',
				description: `${GUARD_FIELDS.maxPerDay} in the credential counts what the service lists, and it lists payouts of v2 only. Use a credential without ${GUARD_FIELDS.maxPerDay} for it, with ${GUARD_FIELDS.maxPerPayment} or ${GUARD_FIELDS.maxPerRun}.`,
				details: refusedBy('maxPerDay', '', path),
			});
		}
		const [now, askedAt] = [Date.now(), processClock.now()];
		const midnight = Math.floor(now / DAY) * DAY;
		const ofDay = (currency: string) => totalOfDay(digestOf(this.account, currency, String(midnight)));
		const days = new Map([...limits.keys()].map((currency) => [currency, ofDay(currency)]));
		const ages = moves.map(({ currency }) => askedAt - (days.get(currency)?.askedAt ?? askedAt));
		if (ages.every((age) => age < FRESH)) return days;
		const today = aheadOf({ from: new Date(midnight), asked: new Date(now) });
		const listed = new Map<string, { shown: unknown; name: string; amount: string }>();
		await scanBatches(
			await beginLists(client, [today]),
			() => true,
			(batch) => {
				const { currency: shown, status } = batch;
				for (const transaction of batch.payout_transactions) {
					const { uuid, error_message: failure } = transaction;
					// A list that changes while it is read may hold a payment twice.
					if (listed.has(uuid)) continue;
					const [key, reference] = [asText(referenceOf(transaction, batch)), asText(batch.external_id)];
					const moved = endedAs(transaction.status, status, failure) === null ? readDecimal(transaction.amount) : null;
					listed.set(uuid, { shown, name: nameInList({ key, reference }), amount: moved ?? '0' });
				}
			},
		);
		for (const [currency, day] of days) {
			// Of two answers, the later one counts.
			if (day.askedAt >= askedAt) continue;
			// Where the list does not show the currency, it may be any.
			const isOwn = (shown: unknown) => !isShown(shown) || String(shown).toUpperCase() === currency;
			const own = [...listed.values()].filter(({ shown }) => isOwn(shown));
			const names = new Set(own.map(({ name }) => name));
			day.list(askedAt, sumAmounts(own.map(({ amount }) => amount)), names);
		}
		return days;
	}
}

/** What the payments of a list move together, by currency; none where one has no amount. */
function sumsOf(moves: readonly Movement[]): Movement[] {
	if (moves.length < 2 || moves.some(({ amount }) => amount === undefined)) return [];
	return grouped(moves, ({ currency }) => currency).map((own) => {
		const amount = sumAmounts(own.flatMap((each) => each.amount ?? []));
		const { currency } = own[0];
		return { key: '', identity: '', amount, currency, destination: undefined, isSum: own.length > 1 };
	});
}

/** Counts a payment, unless it exceeds a limit. @returns what takes it back. @throws {GuardBreach} */
function counted(
	guard: 'maxPerRun' | 'maxPerDay',
	limits: Limits | null,
	spent: Total,
	movement: Movement,
): () => void {
	const breach = breachOf(guard, limits, movement, spent.without(movement));
	if (breach) throw new GuardBreach(breach);
	return spent.count(movement);
}
