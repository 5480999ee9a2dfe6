import type { PayoutBatchDetail, PayoutTransaction } from '../../../contract';
import { attempt } from '../../../core/attempt';
import { readDecimal } from '../../../core/money';
import { inLanes } from '../../../core/parallelPages';
import type { ServiceClient } from '../../service/client';
import { ServiceFailure } from '../../service/failure';
import { countPages, LANES, payoutPeriods, readPayout, scanBatches } from '../../service/payouts';
import { inTurn } from './turns';

/**
 * Finds payouts that were made before, by whatever list, in whatever order or mode. The service can be asked for batches
 * only, by their own `external_id`. So a payee without a Batch External ID is looked for in two places: paid alone, the
 * batch has the payee's own key; paid with others, it has {@link CHUNK_KEY}.
 */

/** The `external_id` of every batch of several payees that has no Batch External ID. */
export const CHUNK_KEY = 'n8n-batch';

const DAY = 86_400_000;

/** How far the clocks of n8n and of the service may be apart, in milliseconds. */
const CLOCK_DIFFERENCE = 300_000;

/** A payment to be looked for. */
export interface Sought {
	/** The `external_id` of the payment itself. */
	key: string;
	/** The `external_id` of the batches in which it may be. */
	places: readonly string[];
}

/** Where a payment of this key may be when it is not known in which batch it was sent. */
export const placesOf = (key: string, batchKey: string): string[] => (batchKey === '' ? [CHUNK_KEY, key] : [batchKey]);

/** A payment of the service's records in its batch. */
export interface EarlierPayout {
	transaction: PayoutTransaction;
	batch: PayoutBatchDetail;
}

/** The payments of the batches of one reference. */
export class Payments {
	private readonly byKey = new Map<string, EarlierPayout[]>();
	private byAmount: Map<string, EarlierPayout[]> | undefined;

	add(batch: PayoutBatchDetail): void {
		for (const transaction of batch.payout_transactions ?? []) {
			const { external_id: key } = transaction;
			const there = this.byKey.get(key ?? '');
			if (!there) this.byKey.set(key ?? '', [{ transaction, batch }]);
			// A list that changes while it is read may show a batch twice.
			else if (there.every((other) => other.transaction.uuid !== transaction.uuid)) there.push({ transaction, batch });
		}
	}

	withKey(key: string): EarlierPayout[] {
		return this.byKey.get(key) ?? [];
	}

	/** @param amount canonical decimal text */
	ofAmount(amount: string): EarlierPayout[] {
		this.byAmount ??= groupedByAmount(this.byKey.values());
		return this.byAmount.get(amount) ?? [];
	}
}

function groupedByAmount(payments: Iterable<EarlierPayout[]>): Map<string, EarlierPayout[]> {
	const groups = new Map<string, EarlierPayout[]>();
	for (const some of payments) {
		for (const payment of some) {
			const amount = readDecimal(payment.transaction.amount) ?? '';
			const there = groups.get(amount);
			if (there) there.push(payment);
			else groups.set(amount, [payment]);
		}
	}
	return groups;
}

/** What was asked for at a moment. */
interface Asked<T> {
	at: number;
	answer: Promise<T>;
}

/** The payouts that the account of a run has made before. What it has asked for, it does not ask again. */
export class EarlierPayouts {
	private readonly lists = new Map<string, Asked<Payments>>();
	private readonly batches = new Map<string, Asked<PayoutBatchDetail | null>>();

	constructor(private readonly client: ServiceClient) {}

	/**
	 * The payments that are there already. Requests: for each Batch External ID one for every 20 batches that have it, once;
	 * for payments without one those of {@link Chunks} and one for each payment, or as many as reading everything takes if
	 * that is fewer.
	 * @param notBefore what was asked before this moment does not count
	 * @throws {ServiceFailure} {PagingError}
	 */
	async find<S extends Sought>(sought: readonly S[], notBefore: number): Promise<Map<S, EarlierPayout[]>> {
		const found = new Map<S, EarlierPayout[]>();
		const take = (one: S, payments: EarlierPayout[]) => {
			if (payments.length > 0) found.set(one, [...(found.get(one) ?? []), ...payments]);
		};
		const inPlace = (place: (one: S) => string) => sought.filter((one) => one.places.includes(place(one)));
		const inChunks = inPlace(() => CHUNK_KEY);
		if (inChunks.length > 0) {
			const payments = await this.inChunks(inChunks, notBefore);
			for (const one of inChunks) take(one, payments.withKey(one.key));
		}
		const alone = inPlace(({ key }) => key).filter((one) => !found.has(one) && one.key !== CHUNK_KEY);
		const paidAlone = await this.paidAlone(alone);
		for (const one of alone) take(one, paidAlone.withKey(one.key));
		for (const one of sought) {
			for (const place of one.places) {
				if (place === CHUNK_KEY || place === one.key) continue;
				take(one, (await this.under(place, notBefore)).withKey(one.key));
			}
		}
		return found;
	}

	/** Every payment of the batches that have this reference. @throws {ServiceFailure} {PagingError} */
	async under(batchKey: string, notBefore: number): Promise<Payments> {
		return await once(this.lists, batchKey, notBefore, async () => await this.list(batchKey));
	}

	private async inChunks(sought: readonly Sought[], notBefore: number): Promise<Payments> {
		const payments = new Payments();
		const uuids = await chunksOf(this.client).batchesOf(this.client, sought, notBefore);
		await inLanes(uuids, LANES, async (uuid) => {
			const batch = await once(this.batches, uuid, notBefore, async () => await this.readBatch(uuid));
			if (batch?.external_id === CHUNK_KEY) payments.add(batch);
		});
		return payments;
	}

	private async readBatch(uuid: string): Promise<PayoutBatchDetail | null> {
		const read = await attempt(async () => await readPayout(this.client, uuid));
		if ('value' in read) return read.value;
		// A sandbox may have been emptied.
		if (read.failure instanceof ServiceFailure && read.failure.details.status === 404) return null;
		throw read.failure;
	}

	private async list(batchKey: string): Promise<Payments> {
		const payments = new Payments();
		await scanBatches(this.client, await payoutPeriods(this.client), batchKey, (batch) => payments.add(batch));
		return payments;
	}

	/**
	 * Payments of these keys that were made lately, in whatever batches: two processes that pay the same at once cannot see
	 * each other before. One request for every 20 batches of that time.
	 * @throws {ServiceFailure} {PagingError}
	 */
	async since(moment: number, sought: readonly Sought[], batchKey: string): Promise<Payments> {
		const payments = new Payments();
		const places = new Set(sought.map(({ places }) => places).flat());
		const lately = { from: new Date(moment - CLOCK_DIFFERENCE), to: new Date(Date.now() + DAY) };
		await scanBatches(this.client, [lately], batchKey || undefined, (batch) => {
			if (places.has(batch.external_id ?? '')) payments.add(batch);
		});
		return payments;
	}

	private async paidAlone(sought: readonly Sought[]): Promise<Payments> {
		const payments = new Payments();
		if (sought.length === 0) return payments;
		const periods = await payoutPeriods(this.client);
		const keys = new Set(sought.map(({ key }) => key));
		const everythingIsLess =
			keys.size > LANES && (await countPages(this.client, periods)) < (keys.size - LANES) * periods.length;
		if (everythingIsLess) {
			await scanBatches(this.client, periods, undefined, (batch) => {
				if (keys.has(batch.external_id ?? '')) payments.add(batch);
			});
		} else {
			await inLanes([...keys], LANES, async (key) => {
				await scanBatches(this.client, periods, key, (batch) => payments.add(batch));
			});
		}
		return payments;
	}
}

/** The answer to a question that was asked since a moment, or is asked now. */
async function once<T>(
	asked: Map<string, Asked<T>>,
	question: string,
	notBefore: number,
	ask: () => Promise<T>,
): Promise<T> {
	const known = asked.get(question);
	if (known && known.at >= notBefore) return await known.answer;
	const asking = { at: Date.now(), answer: ask() };
	asked.set(question, asking);
	// What could not be asked must not decide for the items after it.
	asking.answer.catch(() => asked.get(question) === asking && asked.delete(question));
	return await asking.answer;
}

/** How far the clock of the service may be behind, and how late it may show a batch: what is asked again every time. */
const OVERLAP = 3_600_000;

/** Payments of chunks that one process remembers of one account. */
const MOST_REMEMBERED = 250_000;

/**
 * In which batch each payment was made that was paid with others. The list of those batches is read once per process, and
 * from then on only what is new in it.
 */
class Chunks {
	/** The uuids of batches by the key of a payment in them, joined by spaces. */
	private readonly inBatches = new Map<string, string>();
	private readAt = -Infinity;
	private complete = true;

	constructor(private readonly name: string) {}

	/** The batches in which payments of these keys are. @throws {ServiceFailure} {PagingError} */
	async batchesOf(client: ServiceClient, sought: readonly Sought[], notBefore: number): Promise<string[]> {
		const keys = new Set(sought.map(({ key }) => key));
		const batches = new Set<string>();
		await inTurn(this.name, async () => {
			if (this.complete && this.readAt >= notBefore) return;
			for (const uuid of await this.read(client, keys)) batches.add(uuid);
		});
		for (const key of keys) for (const uuid of this.inBatches.get(key)?.split(' ') ?? []) batches.add(uuid);
		return [...batches];
	}

	/** Reads what is new. @returns the batches of those payments which there was no room to remember */
	private async read(client: ServiceClient, keys: Set<string>): Promise<string[]> {
		const now = Date.now();
		const first = !this.complete || this.readAt > now || this.readAt === -Infinity;
		const recent = { from: new Date(this.readAt - OVERLAP), to: new Date(now + DAY) };
		const missed: string[] = [];
		let room = true;
		await scanBatches(client, first ? await payoutPeriods(client) : [recent], CHUNK_KEY, (batch) => {
			for (const { external_id: key } of batch.payout_transactions) {
				if (!key) continue;
				if (this.remember(key, batch.uuid)) continue;
				room = false;
				if (keys.has(key)) missed.push(batch.uuid);
			}
		});
		this.complete = room;
		this.readAt = now;
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

function chunksOf({ credential: { baseUrl, appId } }: ServiceClient): Chunks {
	const account = `${baseUrl} ${appId}`;
	const known = chunks.get(account) ?? new Chunks(`chunks of ${account}`);
	chunks.set(account, known);
	return known;
}
