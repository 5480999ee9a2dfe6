import type { PayoutBatchDetail, PayoutTransaction } from '../../../contract';
import { SHARED_BATCH_KEY } from '../../../core/idempotency';
import { endedAs, foldedKey, mayBeKey, recordsUnder } from '../../../core/paymentMatch';
import { attempt } from '../../../core/attempt';
import { putUnder } from '../../../core/grouped';
import { bookable, readDecimal } from '../../../core/money';
import { nameKey } from '../../../core/payeeName';
import { inLanes } from '../../../core/parallelPages';
import type { ServiceClient } from '../../service/client';
import { accountKey } from '../../service/credential';
import { isNotFound } from '../../service/failure';
import { LANES } from '../../service/lists';
import type { BegunList } from '../../service/payouts';
import { beginLists, payoutPeriods, readWhole, referenceOf, requestsLeft, scanBatches } from '../../service/payouts';
import type { Period } from '../../service/period';
import { aheadOf, CLOCKS_DIFFER, lookUpPeriod } from '../../service/period';
import { LONGEST_SETTLE_SECONDS } from '../form/fields';
import type { SentMemory } from './memory';
import { payeeFact } from './payment';
import { inTurn } from './turns';

/**
 * Finds payouts that were made before, whatever the list, its order or its mode. The service can only be asked for
 * batches, by their own `external_id`. So a payee without a Batch External ID is looked for in two places: a payee paid
 * alone is in a batch with the payee's own key, one paid with others in a batch with {@link SHARED_BATCH_KEY}.
 */

/** A payment to be looked for. */
export interface Sought {
	/** The `external_id` of the payment itself. */
	key: string;
	/** The `external_id` of the batches in which it may be. */
	places: readonly string[];
}

/** Where a payment with this key may be when its batch is not known. */
export const placesOf = (key: string, batchKey: string): string[] =>
	batchKey === '' ? [SHARED_BATCH_KEY, key] : [batchKey];

/** A payment in the service's records, with its batch. */
export interface EarlierPayout {
	transaction: PayoutTransaction;
	batch: PayoutBatchDetail;
}

/** Whose payments are looked for, and which. */
interface PayeeSought {
	payee: string;
	email: string;
	amount?: string | undefined;
	currency: string;
}

/** The payments of the batches of one reference. */
export class Payments {
	private readonly byKey = new Map<string, EarlierPayout[]>();
	private byPayee: Map<string, Map<string | null, EarlierPayout[]>> | undefined;

	/** @param isOfOther whether a payment with this key counts */
	add(batch: PayoutBatchDetail, isOfOther: (key: unknown) => boolean = () => true): void {
		for (const transaction of batch.payout_transactions) {
			if (!isOfOther(transaction.external_id)) continue;
			this.byPayee = undefined;
			const key = foldedKey(referenceOf(transaction, batch));
			const there = this.byKey.get(key);
			if (!there) this.byKey.set(key, [{ transaction, batch }]);
			// A list that changes while it is read may show a batch twice.
			else if (there.every((other) => other.transaction.uuid !== transaction.uuid)) there.push({ transaction, batch });
		}
	}

	/**
	 * Those under a key, or else under another spelling of it.
	 * @param places the `external_id` of the batches that count, where others may be among them
	 */
	withKey(key: string, places?: readonly string[]): EarlierPayout[] {
		const isThere = ({ batch }: EarlierPayout) => places?.some((place) => mayBeKey(place, batch.external_id)) !== false;
		const there = this.byKey.get(foldedKey(key))?.filter(isThere) ?? [];
		return recordsUnder(there, key, ({ transaction, batch }) => referenceOf(transaction, batch));
	}

	/**
	 * Those to somebody with the name or the email of a payee, and of the amount as the service may have booked it, or of one
	 * that is not shown.
	 */
	toPayeeOf({ payee, email, amount, currency }: PayeeSought): EarlierPayout[] {
		const groups = (this.byPayee ??= groupedByPayee(this.byKey.values()));
		const there = [nameKey(payee), payeeFact(email)].filter(Boolean).flatMap((who) => groups.get(who) ?? []);
		if (amount === undefined) return there.flatMap((byAmount) => [...byAmount.values()].flat());
		const { least, most } = bookable(amount, currency);
		const amounts = new Set([readDecimal(amount), least, most, null]);
		return there.flatMap((byAmount) => [...amounts].flatMap((each) => byAmount.get(each) ?? []));
	}
}

/** By name or email, and by amount: a firm may have one email for everybody. */
function groupedByPayee(payments: Iterable<EarlierPayout[]>): Map<string, Map<string | null, EarlierPayout[]>> {
	const groups = new Map<string, Map<string | null, EarlierPayout[]>>();
	for (const payment of [...payments].flat()) {
		const { payee, email, amount: shown } = payment.transaction;
		const amount = readDecimal(shown);
		for (const who of new Set([nameKey(payee), payeeFact(email)])) {
			const byAmount = groups.get(who) ?? new Map<string | null, EarlierPayout[]>();
			groups.set(who, byAmount);
			putUnder(byAmount, amount, payment);
		}
	}
	return groups;
}

/** A question to the service, and when it was asked. */
interface Asked<T> {
	at: number;
	answer: Promise<T>;
}

/** What retries have paid, by what a node remembers of an execution, and by account. */
const retriesRead = new WeakMap<object, Map<string, Asked<Payments>>>();

/** The payouts that the account of a run has made before. It remembers the answers of the service. */
export class EarlierPayouts {
	private readonly lists = new Map<string, Asked<Payments>>();
	private readonly youngLists = new Map<string, Asked<Payments>>();
	private readonly batches = new Map<string, Asked<PayoutBatchDetail>>();
	private readonly everything = new Map<boolean, Asked<BegunList[]>>();

	constructor(private readonly client: ServiceClient) {}

	/**
	 * The payments that exist already. Requests: for each Batch External ID, once, one for every 20 batches that have it;
	 * for payments without one, as many as it takes to read everything if that is few, otherwise those of {@link Chunks} and
	 * of {@link paidAlone}.
	 * @param notBefore answers from before this moment do not count
	 * @param isYoung whether no payment can be older than a year
	 * @throws {ServiceFailure} {PagingError}
	 */
	async find<S extends Sought>(
		sought: readonly S[],
		notBefore: number,
		isYoung: boolean,
	): Promise<Map<S, EarlierPayout[]>> {
		const found = new Map<S, EarlierPayout[]>();
		const take = (one: S, payments: EarlierPayout[]) => {
			if (payments.length > 0) found.set(one, [...(found.get(one) ?? []), ...payments]);
		};
		const inPlace = (place: (one: S) => string) => sought.filter((one) => one.places.includes(place(one)));
		const inChunks = inPlace(() => SHARED_BATCH_KEY);
		const own = inPlace(({ key }) => key);
		const lists = own.length > LANES ? await this.begun(isYoung, notBefore) : [];
		const { shared, single } =
			lists.length > 0 && requestsLeft(lists) <= LANES
				? await everywhere(lists, own)
				: { shared: await this.inChunks(inChunks, notBefore) };
		for (const one of inChunks) take(one, shared.withKey(one.key));
		// One that ended without money may have been followed by another.
		const isAlive = (one: S) =>
			found
				.get(one)
				?.some(
					({ transaction, batch }) => endedAs(transaction.status, batch.status, transaction.error_message) === null,
				);
		const alone = own.filter((one) => !isAlive(one));
		const paidAlone = single ?? (await this.paidAlone(alone, isYoung, lists));
		for (const one of alone) take(one, paidAlone.withKey(one.key, [one.key]));
		const isNamed = (one: S, place: string) => place !== SHARED_BATCH_KEY && place !== one.key;
		const named = new Map<string, Payments>();
		const names = new Set(sought.flatMap((one) => one.places.filter((place) => isNamed(one, place))));
		await inLanes([...names], LANES, async (name) => {
			named.set(name, await this.under(name, notBefore, isYoung));
		});
		for (const one of sought)
			for (const place of one.places) if (isNamed(one, place)) take(one, named.get(place)?.withKey(one.key) ?? []);
		return found;
	}

	/** Every payment of the batches that have this reference. @throws {ServiceFailure} {PagingError} */
	async under(batchKey: string, notBefore: number, isYoung = false): Promise<Payments> {
		const lists = isYoung ? this.youngLists : this.lists;
		return await once(lists, batchKey, notBefore, async () => await this.list(batchKey, isYoung));
	}

	/** Asks ahead for what {@link find} needs first for many payments without a Batch External ID. */
	begin(notBefore: number): void {
		// What fails is asked for again where it is needed.
		void attempt(() => this.begun(false, notBefore));
	}

	private async begun(isYoung: boolean, notBefore: number): Promise<BegunList[]> {
		return await once(
			this.everything,
			isYoung,
			notBefore,
			async () => await beginLists(this.client, await this.periods(isYoung)),
		);
	}

	private async inChunks(sought: readonly Sought[], notBefore: number, isAnew = false): Promise<Payments> {
		const payments = new Payments();
		if (sought.length === 0) return payments;
		const { client } = this;
		const uuids = await chunksOf(client).batchesOf(client, sought, notBefore);
		const asked = await attempt(async () => {
			await inLanes(uuids, LANES, async (uuid) => {
				const batch = await once(this.batches, uuid, notBefore, async () => await readWhole(client, uuid));
				if (isShared(batch)) payments.add(batch);
			});
		});
		if ('value' in asked) return payments;
		if (isAnew || !isNotFound(asked.failure)) throw asked.failure;
		// A sandbox may have been reset: then it is not listed any more. What is listed may be the payment that is looked for.
		chunks.delete(accountKey(client.credential));
		return await this.inChunks(sought, notBefore, true);
	}

	private async list(batchKey: string, isYoung: boolean): Promise<Payments> {
		return await paymentsUnder(this.client, await this.periods(isYoung), [batchKey]);
	}

	/**
	 * Recent payments with these keys, in whatever batches: two processes that pay the same at once cannot see each other
	 * beforehand. One request for every 20 batches of that time.
	 * @throws {ServiceFailure} {PagingError}
	 */
	async since(moment: number, sought: readonly Sought[], batchKey: string): Promise<Payments> {
		const places = new Set(sought.flatMap(({ places }) => places.map(foldedKey)));
		const lists = await this.begunSince(moment, batchKey || undefined);
		return await paymentsIn(lists, (key) => places.has(key));
	}

	/**
	 * What other retries of an execution have paid. Requests: as for {@link since}; in later runs of the node only for what is new.
	 * @param since when the execution began, in milliseconds since 1970
	 * @param notBefore answers from before this moment do not count
	 * @param settleTime how late the service may show a payment, in milliseconds
	 * @param isOfOther whether a payment with this key counts
	 * @throws {ServiceFailure} {PagingError}
	 */
	async ofRetries(
		memory: Pick<SentMemory, 'stem' | 'remembered'>,
		since: number,
		notBefore: number,
		settleTime: number,
		isOfOther: (key: unknown) => boolean,
	): Promise<Payments> {
		const isTheirs = (key: string) => key === SHARED_BATCH_KEY || key.startsWith(memory.stem);
		const all = retriesRead.get(memory.remembered) ?? new Map<string, Asked<Payments>>();
		retriesRead.set(memory.remembered, all);
		const account = accountKey(this.client.credential);
		const known = all.get(account);
		return await once(all, account, notBefore, async () => {
			const isKnown = known && known.at <= Date.now();
			const payments = isKnown ? await known.answer : new Payments();
			const lists = await this.begunSince(isKnown ? known.at - settleTime : since);
			await scanBatches(lists, isTheirs, (batch) => payments.add(batch, isOfOther));
			return payments;
		});
	}

	private async begunSince(moment: number, batchKey?: string): Promise<BegunList[]> {
		const lately = aheadOf({ from: new Date(moment - this.client.behind - CLOCKS_DIFFER), asked: new Date() });
		return await beginLists(this.client, [lately], batchKey);
	}

	private async periods(isYoung: boolean): Promise<Period[]> {
		return isYoung ? [lookUpPeriod()] : await payoutPeriods(this.client);
	}

	/**
	 * Those in batches with the payment's own key. Requests: one for each of them, or as many as it takes to read everything
	 * if that is fewer.
	 * @param lists those of everything; none where few payments are sought
	 */
	private async paidAlone(sought: readonly Sought[], isYoung: boolean, lists: readonly BegunList[]): Promise<Payments> {
		if (sought.length === 0) return new Payments();
		const keys = new Set(sought.map(({ key }) => key));
		if (lists.length > 0 && requestsLeft(lists) <= (keys.size - LANES) * lists.length) {
			const folded = keysOf(sought);
			return await paymentsIn(lists, (key) => folded.has(key));
		}
		return await paymentsUnder(this.client, await this.periods(isYoung), [...keys]);
	}
}

/** In the spelling in which {@link scanBatches} compares them. */
const keysOf = (sought: readonly Sought[]): Set<string> => new Set(sought.map(({ key }) => foldedKey(key)));

/** Whether a batch holds payments that were paid together, however the service spells its reference. */
const isShared = ({ external_id: key }: PayoutBatchDetail): boolean => foldedKey(key) === SHARED_BATCH_KEY;

/** The payments of the batches with these references: one request each, and more where there are many batches. */
async function paymentsUnder(
	client: ServiceClient,
	periods: readonly Period[],
	batchKeys: readonly string[],
): Promise<Payments> {
	const payments = new Payments();
	await inLanes(batchKeys, LANES, async (batchKey) => {
		const lists = await beginLists(client, periods, batchKey);
		await scanBatches(
			lists,
			(key) => key === foldedKey(batchKey),
			(batch) => {
				if (mayBeKey(batchKey, batch.external_id)) payments.add(batch);
			},
		);
	});
	return payments;
}

/** @param isSought of the key of a batch in the spelling in which {@link scanBatches} compares them */
async function paymentsIn(lists: readonly BegunList[], isSought: (key: string) => boolean): Promise<Payments> {
	const payments = new Payments();
	await scanBatches(lists, isSought, (batch) => payments.add(batch));
	return payments;
}

/** Reads everything once, for the payments in {@link Chunks} and for those paid alone. */
async function everywhere(
	lists: readonly BegunList[],
	alone: readonly Sought[],
): Promise<{ shared: Payments; single: Payments }> {
	const [shared, single] = [new Payments(), new Payments()];
	const keys = keysOf(alone).add(SHARED_BATCH_KEY);
	await scanBatches(
		lists,
		(key) => keys.has(key),
		(batch) => (isShared(batch) ? shared : single).add(batch),
	);
	return { shared, single };
}

/** Whether an answer is young enough. One from the future shows that the clock was set back: its age is unknown. */
const counts = (at: number, notBefore: number): boolean => at >= notBefore && at <= Date.now();

/** The answer to a question: the one asked since `notBefore`, or a new one. */
async function once<Q, T>(asked: Map<Q, Asked<T>>, question: Q, notBefore: number, ask: () => Promise<T>): Promise<T> {
	const known = asked.get(question);
	if (known && counts(known.at, notBefore)) return await known.answer;
	const asking = { at: Date.now(), answer: ask() };
	asked.set(question, asking);
	// A failed request must not decide for the items after it.
	asking.answer.catch(() => asked.get(question) === asking && asked.delete(question));
	return await asking.answer;
}

/** Allows for batches that the service shows late: this period, in milliseconds, is read again every time. */
const OVERLAP = LONGEST_SETTLE_SECONDS * 1000;

/** Most payments in chunks that one process remembers per account. */
const MOST_REMEMBERED = 250_000;

/**
 * The batch of each payment that was paid together with others. The list of those batches is read once per process;
 * from then on, only what is new in it.
 */
class Chunks {
	/** The uuids of batches by the folded key of a payment in them, joined by spaces. */
	private readonly inBatches = new Map<string, string>();
	/** When the list was last read, if all of it is remembered; otherwise it has to be read whole. */
	private readAt = Infinity;
	/** The same by the clock of the service where that is slower. */
	private readUntil = 0;

	constructor(private readonly name: string) {}

	/** The batches that hold payments with these keys. @throws {ServiceFailure} {PagingError} */
	async batchesOf(client: ServiceClient, sought: readonly Sought[], notBefore: number): Promise<string[]> {
		const keys = new Set(sought.map(({ key }) => foldedKey(key)));
		const batches = new Set<string>();
		await inTurn(this.name, async () => {
			if (counts(this.readAt, notBefore)) return;
			for (const uuid of await this.read(client, keys)) batches.add(uuid);
		});
		for (const key of keys) for (const uuid of this.inBatches.get(key)?.split(' ') ?? []) batches.add(uuid);
		return [...batches];
	}

	/** Reads what is new. @returns the batches of the wanted payments that there was no room to remember */
	private async read(client: ServiceClient, keys: Set<string>): Promise<string[]> {
		const now = Date.now();
		const isWhole = this.readAt > now;
		const recent = aheadOf({ from: new Date(this.readUntil - OVERLAP), asked: new Date(now) });
		const missed: string[] = [];
		let room = true;
		const lists = await beginLists(client, isWhole ? await payoutPeriods(client) : [recent], SHARED_BATCH_KEY);
		const isChunk = (key: string) => key === SHARED_BATCH_KEY;
		await scanBatches(lists, isChunk, (batch) => {
			for (const { external_id: shown } of batch.payout_transactions) {
				const key = foldedKey(shown);
				if (key === '') continue;
				if (this.remember(key, batch.uuid)) continue;
				room = false;
				if (keys.has(key)) missed.push(batch.uuid);
			}
		});
		this.readAt = room ? now : Infinity;
		this.readUntil = now - client.behind;
		return missed;
	}

	private remember(key: string, uuid: string): boolean {
		const there = this.inBatches.get(key);
		if (there?.split(' ').includes(uuid)) return true;
		if (there === undefined && this.inBatches.size >= MOST_REMEMBERED) return false;
		this.inBatches.set(key, there === undefined ? uuid : `${there} ${uuid}`);
		return true;
	}
}

const chunks = new Map<string, Chunks>();

function chunksOf(client: ServiceClient): Chunks {
	const account = accountKey(client.credential);
	const known = chunks.get(account) ?? new Chunks(`chunks of ${account}`);
	chunks.set(account, known);
	return known;
}
