import type { IDataObject } from 'n8n-workflow';
import type { Attempted } from '../../../core/attempt';
import { attempt } from '../../../core/attempt';
import { flagIn } from '../../../core/switches';
import { LANES } from '../../service/lists';
import { TimeSlice } from '../../service/timeSlice';
import type { ItemCall } from '../form/itemCall';
import type { Notify } from '../form/notification';
import { notificationTarget } from '../form/notification';
import { withIdempotency } from '../form/presentation';
import type { Reading } from '../form/readAll';
import type { ItemResult } from '../operation';
import type { BatchKind, PaymentRequest } from './batchKind';
import { movementOf } from './batchKind';
import { PaidTwice } from './failures';
import { payByAccount } from './payByAccount';
import type { Outcome } from './payee';
import { payTogether } from './payTogether';
import { lookAhead } from './sharedInRun';

/**
 * Pays one item in a batch of its own.
 * @returns its record, with how that came about
 * @throws {UnknownOutcome} {KeyTaken} {EndedWithoutMoney} {CannotTell} {PaidTwice} {ServiceFailure}
 */
export async function payAlone<R extends PaymentRequest>(
	kind: BatchKind<R>,
	item: ItemCall,
	notify: Notify,
): Promise<{ request: R; record: IDataObject }> {
	const detectDuplicates = item.parsedFlag(item.options.detectDuplicates, 'Detect Duplicates');
	const request = await allowed(item, kind.read(item));
	await item.run.order?.turn(item.index);
	const [outcome] = await payTogether(kind, item.run, [request], {
		goOn: false,
		notifyOf: () => notify,
		detectDuplicates,
	});
	if (!outcome) throw new Error('A payment that was asked for has no outcome');
	if ('failure' in outcome) throw outcome.failure;
	return { request, record: recordOf(outcome) };
}

/**
 * Pays all items in few requests for each account. All inputs are checked first. Payments that exist already count as found, and only
 * the rest is sent, chunk by chunk. Every payment is reported on the item that caused it.
 */
export async function payAll<R extends PaymentRequest>(
	kind: BatchKind<R>,
	items: readonly ItemCall[],
	goOn: boolean,
): Promise<ItemResult[]> {
	const [first] = items;
	if (first?.run.accounts.length === 1 && items.length > LANES) lookAhead(kind, first);
	const { requests, results } = await readAll(kind, items);
	if (results.length > 0 && !goOn) return results;
	// An expression may give the switch as text.
	const detectDuplicates = flagIn(first?.options.detectDuplicates ?? true) !== false;
	const outcomes = await payByAccount(kind, requests, {
		goOn,
		notifyOf: ({ item }) => notificationTarget(item),
		detectDuplicates,
	});
	const slice = new TimeSlice();
	for (const outcome of outcomes) {
		if (slice.isOver) await slice.giveWay();
		results.push(resultOf(kind, outcome));
	}
	return goOn ? results : results.map(tellingOfAll(results));
}

/** Only one failure of a run that does not go on is shown, so a duplicate tells how many other payments are there twice. */
function tellingOfAll(results: readonly ItemResult[]): (result: ItemResult) => ItemResult {
	const others = results.filter(isPaidTwice).length - 1;
	return (result) => (isPaidTwice(result) ? { ...result, failure: result.failure.andOthers(others) } : result);
}

function isPaidTwice(result: ItemResult): result is ItemResult & { failure: PaidTwice } {
	return 'failure' in result && result.failure instanceof PaidTwice;
}

/** How often n8n is let work before the items are read: it takes several turns to send a request. */
const TURNS_TO_SEND = 4;

/** For how long items are read at a time while the service is asked, in milliseconds. */
const UNTIL_ANSWERED = 2;

/** The requests of the items that can be sent, and the failures of the others. */
async function readAll<R extends PaymentRequest>(
	kind: BatchKind<R>,
	items: readonly ItemCall[],
): Promise<{ requests: R[]; results: ItemResult[] }> {
	const results: ItemResult[] = [];
	const requests: R[] = [];
	const begun: { item: ItemCall; read: () => Promise<Attempted<R>> }[] = [];
	const short = new TimeSlice(UNTIL_ANSWERED);
	for (const item of items) {
		if (short.isOver) await short.giveWay();
		const reading = await attempt(() => begin(kind, item));
		const read = async () => ('value' in reading ? await attempt(() => allowed(item, reading.value)) : reading);
		// The first one asks for the method, and the others are read meanwhile.
		const first = begun.length === 0 ? read() : undefined;
		begun.push({ item, read: first ? async () => await first : read });
		for (let turn = 0; first && items.length > LANES && turn < TURNS_TO_SEND; turn++) await short.giveWay();
	}
	const slice = new TimeSlice();
	for (const { item, read } of begun) {
		if (slice.isOver) await slice.giveWay();
		const done = await read();
		if ('value' in done) requests.push(done.value);
		else results.push({ item: item.index, failure: done.failure });
	}
	return { requests, results };
}

async function begin<R extends PaymentRequest>(kind: BatchKind<R>, item: ItemCall): Promise<Reading<R>> {
	await item.takeAccount();
	notificationTarget(item);
	return kind.read(item);
}

/** Reads a payment that the credential allows. @throws NodeOperationError or what the guard throws */
async function allowed<R extends PaymentRequest>(item: ItemCall, reading: Reading<R>): Promise<R> {
	const request = await reading();
	item.run.client.guard?.assertEach([movementOf({ request, key: request.externalId })]);
	return request;
}

function resultOf<R extends PaymentRequest>(kind: BatchKind<R>, outcome: Outcome<R>): ItemResult {
	const { request } = outcome;
	const { index } = request.item;
	if ('failure' in outcome) return { item: index, failure: outcome.failure };
	return { item: index, items: [{ json: kind.present(request, recordOf(outcome)) }] };
}

function recordOf<R>({ result }: Extract<Outcome<R>, { result: unknown }>): IDataObject {
	return withIdempotency(result, result.key, result.note);
}
