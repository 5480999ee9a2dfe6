import { attempt } from '../../../core/attempt';
import { lastOf, leastOf } from '../../../core/extremes';
import { grouped } from '../../../core/grouped';
import { pauseBetweenLookUps } from '../../../core/idempotency';
import { inLanes } from '../../../core/parallelPages';
import { LANES } from '../../service/lists';
import { pause } from '../../service/pause';
import { TimeSlice } from '../../service/timeSlice';
import type { PaymentRequest } from './batchKind';
import type { EarlierPayout } from './earlierPayouts';
import type { Found } from './intention';
import type { Outcomes } from './outcomes';
import type { Payee } from './payee';
import type { PaymentList } from './paymentList';
import { paymentsSince, shownOf } from './recentPayments';
import type { Shared } from './sharedInRun';

/** Says of a payment that duplicates of it were looked for in vain. */
const UNTOLD =
	'Whether another process made this payment at the same moment could not be told: the service did not list it in time.';

/** A payment that was made, and of which duplicates are looked for. */
interface Made {
	payee: Payee<PaymentRequest>;
	outcomes: Outcomes<PaymentRequest>;
	compare: (earlier: EarlierPayout) => Found;
	/** To be called when it is told whether there are any, or its time is over. */
	told: () => void;
}

/** What a run waits for, and what looks for it: one look for all that wait, from however many items. */
interface Watch {
	open: Made[];
	watching?: Promise<void>;
}

const watches = new WeakMap<Shared, Watch>();

/**
 * Two processes that pay the same at once cannot see each other beforehand, so each looks for duplicates afterwards:
 * until the service lists its own payments, or their settle time is over.
 */
export async function detectDuplicates<R extends PaymentRequest>(
	{ kind: { found }, earlier, outcomes }: PaymentList<R>,
	created: readonly Payee<R>[],
): Promise<void> {
	if (found === null) return;
	const known = created.filter(({ id, terms }) => id.isKnownElsewhere && !terms.makesAnother);
	if (known.length === 0) return;
	const watch: Watch = watches.get(earlier) ?? { open: [] };
	watches.set(earlier, watch);
	const allTold = Promise.all(
		known.map(async (payee) => {
			const compare = (one: EarlierPayout) => found(payee.request, one);
			payee.request.item.leaveLane?.();
			await new Promise<void>((told) => watch.open.push({ payee, outcomes, compare, told }));
		}),
	);
	watch.watching ??= watchAll(earlier, watch);
	await Promise.race([allTold, watch.watching]);
}

/** Others may come to wait meanwhile. */
async function watchAll(earlier: Shared, watch: Watch): Promise<void> {
	const { open } = watch;
	for (let looks = 1; open.length > 0; looks++) {
		const now = Date.now();
		const asked = open.splice(0);
		const untold = await withoutTold(earlier, asked);
		for (const made of asked) {
			const { payee, outcomes, told } = made;
			const isOver = payee.payment.shownBy <= now || payee.terms.signal?.aborted === true;
			const isUntold = untold.has(made);
			if (isUntold && !isOver) open.push(made);
			else {
				if (isUntold) outcomes.addNote(payee.request, UNTOLD);
				told();
			}
		}
		if (untold.size === 0) looks = 1;
		const [next] = open;
		const left = lastOf(open, ({ payee }) => payee.payment.shownBy) - Date.now();
		if (next) await pause(Math.min(pauseBetweenLookUps(looks), left), next.payee.terms.signal);
	}
	// At once: who comes from now on must begin to look anew.
	delete watch.watching;
}

/** @returns those that the service does not show yet, neither themselves nor another payment under their key */
async function withoutTold(earlier: Shared, asked: readonly Made[]): Promise<Set<Made>> {
	const untold = new Set<Made>();
	const slice = new TimeSlice();
	await inLanes(
		grouped(asked, ({ payee }) => payee.request.batchKey),
		LANES,
		async (group) => {
			const payees = group.map(({ payee }) => payee);
			const since = leastOf(payees, ({ payment }) => Math.min(payment.notFoundAt ?? earlier.since, payment.madeAt));
			const lately = await attempt(() => paymentsSince(earlier, since, payees));
			for (const made of group) {
				const { payee, outcomes, compare } = made;
				const { request, payment } = payee;
				if (slice.isOver) await slice.giveWay();
				// The payments are made and known: a failed check does not change that.
				if ('failure' in lately) {
					untold.add(made);
					continue;
				}
				outcomes.note(request, () => {
					const own = payment.madeUuid;
					const shown = shownOf(payee, lately.value);
					const others = shown.filter(({ transaction }) => !own.includes(transaction.uuid));
					const live = others.filter((one) => {
						const { key, ended } = compare(one);
						return key === payment.key && ended === undefined;
					});
					// The service may list the other one before this one.
					const uuids = new Set([...own, ...live.map(({ transaction }) => transaction.uuid)]);
					if (uuids.size > 1) return payment.isThereTwice([...uuids]);
					if (others.length === shown.length) untold.add(made);
					return null;
				});
			}
		},
	);
	return untold;
}
