import { NodeOperationError, type IN8nHttpFullResponse } from 'n8n-workflow';
import { attempt } from '../../../core/attempt';
import { DECIDING_BYTES, insteadOfFile } from '../../../core/service/fileBody';
import { outcomeOfStatus } from '../../../core/service/retryPolicy';
import { isDeliverable, isPrivate } from '../../../core/service/serviceAddress';
import { textOrNull } from '../../../core/service/payload';
import { timerOf } from '../../service/time';
import type { ItemCall } from '../run/itemCall';
import type { Readable } from './outputFile';

/** How many addresses are tried. Each is valid for only three minutes (specification: "Limits"). */
const MOST_ADDRESSES = 3;

/** The only status that promises the whole file: others of 2xx stand for a part of it, or for nothing. */
const WHOLE = 200;

/** How many redirects are followed from each. */
const MOST_REDIRECTS = 3;

/**
 * Opens a file at a pre-signed address (specification: "Limits", settlement report file_url). The address alone opens the
 * file, so the request carries no credential.
 * @param type what the file was promised to be, as the ending of its name in small letters; empty where nothing tells
 * @param address where it was last told to be
 * @throws NodeOperationError when no address delivers the file within the time limit of the item
 */
export async function fetchPresigned<T>(
	item: ItemCall,
	type: string,
	address: string,
	freshAddress: () => Promise<string>,
	take: (file: AsyncGenerator<Buffer>) => Promise<T>,
): Promise<T> {
	const { timeLimit, cancelSignal } = item.client;
	const time = AbortSignal.timeout(timerOf(timeLimit));
	const stop = AbortSignal.any([time, ...(cancelSignal ? [cancelSignal] : [])]);
	let lastAnswer = '';
	for (let addresses = 1; addresses <= MOST_ADDRESSES && !stop.aborted; addresses++) {
		const answer = await follow(item, addresses === 1 ? address : await freshAddress(), stop);
		lastAnswer = answer ? `status ${answer.statusCode}` : 'no answer';
		if (answer?.statusCode !== WHOLE) continue;
		const taken = await attempt(() => take(fileIn(answer, type)));
		if ('value' in taken) return taken.value;
		if (taken.failure instanceof NodeOperationError) throw taken.failure;
		lastAnswer = reasonOf(taken.failure);
	}
	throw item.refusal(
		`The file could not be fetched (${time.aborted ? `not within ${timeLimit / 1000} seconds` : lastAnswer})`,
		time.aborted
			? 'Raise Time Limit (Seconds) under Options.'
			: 'Run the node again: every run asks for a fresh address. If it stays, ask the service’s support, and check what stands between n8n and the address.',
	);
}

/** The body of an answer, once its first bytes have shown that it may be the file. @throws {Error} where it is something else */
async function* fileIn({ body, headers }: IN8nHttpFullResponse, type: string): AsyncGenerator<Buffer> {
	let start = Buffer.alloc(0);
	let isJudged = false;
	const judge = () => {
		const instead = insteadOfFile(type, textOrNull(headers['content-type']) ?? '', start.toString('latin1'));
		if (instead !== null) throw new Error(`${instead} came in its place`);
		isJudged = true;
		return start;
	};
	for await (const piece of body as AsyncIterable<Uint8Array>) {
		if (isJudged) yield Buffer.from(piece);
		else start = Buffer.concat([start, piece]);
		if (!isJudged && start.length >= DECIDING_BYTES) yield judge();
	}
	if (!isJudged) yield judge();
}

/** Why a file could not be taken: the connection broke, or n8n could not store it. The address opens the file, so it stays secret. */
const reasonOf = (failure: unknown): string =>
	(failure instanceof Error ? failure.message : String(failure)).replace(/https?:\S+/gi, 'its address');

/** The answer at an address, or where it redirects to, each checked; null when there is none. @throws NodeOperationError */
async function follow(item: ItemCall, address: unknown, stop: AbortSignal): Promise<IN8nHttpFullResponse | null> {
	let url = checked(item, address);
	for (let redirects = 0; ; redirects++) {
		const connection = new AbortController();
		const request = item.n8n.helpers.httpRequest({
			url,
			method: 'GET',
			encoding: 'stream',
			// Of a compressed body n8n does not notice that its end is missing.
			headers: { 'accept-encoding': 'identity' },
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			abortSignal: AbortSignal.any([connection.signal, stop]),
		});
		const answer = await (request as Promise<IN8nHttpFullResponse>).catch(() => null);
		if (answer?.statusCode === WHOLE) return answer;
		// Otherwise the connection would stay open for as long as the other side likes.
		if (answer) (answer.body as Readable).on('error', () => undefined);
		connection.abort();
		const { location } = answer?.headers ?? {};
		const isRedirected = answer && outcomeOfStatus(answer.statusCode) === 'redirected';
		if (!isRedirected || redirects === MOST_REDIRECTS || typeof location !== 'string') return answer;
		if (!URL.canParse(location, url)) return answer;
		url = checked(item, new URL(location, url).href);
	}
}

/** @throws NodeOperationError when nothing may be fetched from the address */
function checked(item: ItemCall, address: unknown): string {
	const isHttps = typeof address === 'string' && isDeliverable(address);
	const { environment, baseUrl } = item.run.credential;
	// Only when a sandbox lies in a private network itself.
	const mayBePrivate = environment === 'sandbox' && isPrivate(new URL(baseUrl).hostname);
	if (isHttps && (mayBePrivate || !isPrivate(new URL(address).hostname))) return address;
	throw item.refusal(
		`The service gave an address for the file that is ${isHttps ? 'inside a private network' : 'not https'}`,
		'The file was not fetched. Tell the service’s support.',
	);
}
