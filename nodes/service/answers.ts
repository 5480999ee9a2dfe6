import type { IDataObject } from 'n8n-workflow';
import { isShown, isCutOf } from '../../core/service/payload';
import { isObject } from '../../core/objects';
import { TOO_LARGE } from '../../core/service/retryPolicy';

/**
 * What an answer must contain. A 200 alone proves little. A body that lacks it counts as unreadable, so that a read is
 * repeated and a write is looked up.
 */
export type Check = (answer: unknown) => boolean;

/** What the client returns for an empty body. */
export const EMPTY_BODY = '';

/** An object or a list that is not an error body (specification: "Errors"). */
export const isAnswer: Check = (answer) =>
	Array.isArray(answer) ||
	(isObject(answer) && tellsNothing(answer.errors) && tellsNothing(answer.error) && answer.success !== false);

/** Whether a field of an answer is missing or empty. */
const tellsNothing = (value: unknown): boolean =>
	!value || (typeof value === 'object' && Object.keys(value).length === 0);

const isRecord = (answer: unknown): answer is Record<string, unknown> => isObject(answer) && isAnswer(answer);

/**
 * For actions whose answer is not needed: the specification shows none, and 200 means success (specification:
 * "Endpoints"). Only an error body, `false` and what is no JSON say otherwise.
 */
export const acknowledges: Check = (answer) =>
	isObject(answer) ? isAnswer(answer) : answer !== undefined && answer !== false;

/** A yes in a word, as the service answers other actions (specification: "v2: payin queries and actions", authorize_stk). */
const saysYes: Check = (answer) =>
	(isObject(answer) ? [answer.status, answer.success] : [answer]).some((word) =>
		/^(ok|success|true)$/i.test(String(word)),
	);

/** Whether an answer tells that the request was carried out, with or without the record that was asked for. */
export const tellsTaken: Check = (answer) =>
	identifies(answer) || saysYes(answer) || perhapsWrapped(has('refund_amount'))(answer);

/** The fields that an answer shows; none where it is no record. */
export const fieldsOf = (answer: unknown): IDataObject => (isObject(answer) ? (answer as IDataObject) : {});

/** A record in which these fields are numbers or texts that are not empty. */
export function has(...fields: string[]): Check {
	return (answer) =>
		isRecord(answer) &&
		fields.every((field) => {
			const value = answer[field];
			return typeof value === 'number' || (typeof value === 'string' && value !== '');
		});
}

/** A record by itself, or inside an object around it. */
export function perhapsWrapped(check: Check): Check {
	return (answer) => check(answer) || (isRecord(answer) && Object.values(answer).some(check));
}

/** What {@link perhapsWrapped} has found. */
export const unwrapped = <T extends object>(answer: T, check: Check): T =>
	check(answer) ? answer : ((Object.values(answer).find(check) as T | undefined) ?? answer);

/**
 * The record with one of these uuids: the answer itself, or an object in it, because the specification does not show
 * whether some answers have one around their record.
 */
export function recordIn<T extends object>(answer: T, ...uuids: unknown[]): T {
	if ('uuid' in answer || 'id' in answer) return answer;
	return (Object.values(answer).find((value) => isObject(value) && uuids.includes(value.uuid)) ?? answer) as T;
}

/** An answer in which {@link recordIn} finds a record that passes. */
export const holdsRecord =
	(uuids: readonly unknown[], check: Check = has('uuid')): Check =>
	(answer) =>
		isRecord(answer) && check(recordIn(answer, ...uuids));

/** An identifier of a record. That of a request says nothing about what came of it. */
const IDENTIFIER = /^(?!request_|trace_|correlation_|external_)([a-z]+_)*(id|uuid)$/;

/** A record with an identifier under any name. */
export const isIdentified: Check = (answer) =>
	isRecord(answer) && Object.keys(answer).some((name) => IDENTIFIER.test(name) && has(name)(answer));

/**
 * Such a record by itself, or inside an object around it: enough where the specification does not show the answer, because
 * 200 means success (specification: "Endpoints").
 */
export const identifies: Check = perhapsWrapped(isIdentified);

/** A record that holds an address, under any name. */
export const holdsAddress: Check = (answer) =>
	isRecord(answer) && Object.values(answer).some((value) => typeof value === 'string' && /^https?:\/\//i.test(value));

/** A list of records, each an object. The fields of the records are not checked. */
export const hasRecords: Check = (answer) =>
	isObject(answer) && Array.isArray(answer.records) && answer.records.every(isObject);

/** A field that is shown has this value, as text or as number. */
export const echoes = (value: unknown, sent: string): boolean =>
	!isShown(value) || value === sent || (typeof value === 'number' && value === Number(sent)) || isCutOf(sent, value);

/** Most bytes of one answer that are held in memory: twice a page of 20 batches with 1,000 transactions each. */
export const LARGEST_ANSWER = 64 * 2 ** 20;

/** Why a body was not read to its end, as a code from which the outcome of the request follows. */
const unread = (code: string): Error => Object.assign(new Error(code), { code });

const UTF8 = new TextDecoder();

/** The pieces of a body that were read so far. */
class Pieces {
	private readonly pieces: Uint8Array[] = [];
	private size = 0;

	/** @returns false when the body is larger than {@link LARGEST_ANSWER} */
	add(piece: Uint8Array): boolean {
		this.size += piece.length;
		if (this.size <= LARGEST_ANSWER) this.pieces.push(piece);
		return this.size <= LARGEST_ANSWER;
	}

	/** All of them, as UTF-8. A byte order mark is left out. */
	get text(): string {
		return UTF8.decode(Buffer.concat(this.pieces));
	}
}

/** The text of a file, or of an answer that `fetch` gave. @throws what its stream throws; what is told when it is too large */
export async function textOfFetched(
	body: AsyncIterable<Uint8Array>,
	tooLarge = () => unread(TOO_LARGE),
): Promise<string> {
	const pieces = new Pieces();
	for await (const piece of body) if (!pieces.add(piece)) throw tooLarge();
	return pieces.text;
}

/** Node's stream, whose module community nodes may not import. */
interface ByteStream {
	on(event: 'data', listener: (piece: Uint8Array) => void): void;
	on(event: 'error', listener: (reason: Error) => void): void;
	on(event: 'end' | 'close', listener: () => void): void;
}

/**
 * The body of an answer that n8n handed over as a stream. The caller ends the connection of a body that was not read to
 * its end: newer versions of n8n wrap the stream, so that destroying it does not reach a connection that stalls.
 * @param ended ends the reading
 * @throws what the stream throws; an error with the code {@link TOO_LARGE}
 */
export async function textOfStreamed(body: unknown, ended: AbortSignal): Promise<string> {
	const stream = body as ByteStream;
	const pieces = new Pieces();
	// Events, because iterating over the stream takes a tenth longer for each request.
	await new Promise<void>((resolve, reject) => {
		let isOver = false;
		// A stream is closed after its end as well, and to make an error costs more than to read a short body.
		const fail = (code: string) => () => isOver || reject(unread(code));
		stream.on('data', (piece) => {
			if (!pieces.add(piece)) reject(unread(TOO_LARGE));
		});
		stream.on('end', () => {
			isOver = true;
			resolve();
		});
		stream.on('error', reject);
		stream.on('close', fail('ECONNRESET'));
		if (ended.aborted) reject(unread('ERR_CANCELED'));
		else ended.addEventListener('abort', fail('ERR_CANCELED'));
	});
	return pieces.text;
}
