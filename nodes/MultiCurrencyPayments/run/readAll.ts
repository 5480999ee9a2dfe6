import type { NodeOperationError } from 'n8n-workflow';
import { attempt, attemptNow } from '../../../core/attempt';
import type { ItemCall } from './itemCall';

/** The parts of an item's form: each reads its value and checks it. */
type Readers = Record<string, () => unknown>;

type Values<T extends Readers> = { [Part in keyof T]: Awaited<ReturnType<T[Part]>> };

/** A form of which is read what the item itself tells. Called once, it asks the service for what is missing. */
export type Reading<T> = () => Promise<T>;

/**
 * Reads several parts of an item's form, each even if another is refused, so that a user can correct everything at once. What is
 * wrong is told in the order of the parts, which is that of the form.
 * @throws NodeOperationError with all refusals; any other failure as it is, unless a value was refused
 */
export async function readAll<T extends Readers>(item: ItemCall, readers: T): Promise<Values<T>> {
	return await beginReading(item, {}, () => readers)();
}

/**
 * {@link readAll} in two steps, so that many items are read while the service is asked for their method.
 * @param own parts that the item itself tells, which are read at once
 * @param others parts that are read when the reading is called, with the values of the first ones as far as they were not refused
 * @param order of the form, by part, where it is not the one in which they are read
 */
export function beginReading<T extends Readers, U extends Readers>(
	item: ItemCall,
	own: T,
	others: (known: Partial<Values<T>>) => U,
	order: readonly (keyof T | keyof U)[] = [],
): Reading<Values<T> & Values<U>> {
	const values: Record<string, unknown> = {};
	const refusals: { place: number; refusal: NodeOperationError }[] = [];
	const failures: unknown[] = [];
	const take = (part: string, done: ReturnType<typeof attemptNow>) => {
		if ('value' in done) values[part] = done.value;
		else if (item.isRefusal(done.failure)) refusals.push({ place: order.indexOf(part), refusal: done.failure });
		else failures.push(done.failure);
	};
	for (const [part, read] of Object.entries(own)) take(part, attemptNow(read));
	return async () => {
		for (const [part, read] of Object.entries(others(values as Partial<Values<T>>))) {
			const begun = attemptNow(read);
			// Most parts are there at once; to wait for each would take a list of thousands of items longer.
			const isLate = 'value' in begun && begun.value instanceof Promise;
			take(part, isLate ? await attempt(() => begun.value) : begun);
		}
		const [refused, ...more] = refusals.sort((one, other) => one.place - other.place).map(({ refusal }) => refusal);
		if (refused) throw together(item, [refused, ...more]);
		if (failures.length > 0) throw failures[0];
		return values as Values<T> & Values<U>;
	};
}

/** Parts that need the same value refuse it in the same words, which are told once. */
function together(
	item: ItemCall,
	refusals: readonly [NodeOperationError, ...NodeOperationError[]],
): NodeOperationError {
	const distinct = (texts: readonly (string | null | undefined)[]) => [...new Set(texts.filter(Boolean))];
	return item.refusal(
		distinct(refusals.map(({ message }) => message)).join('; '),
		distinct(refusals.map(({ description }) => description)).join(' '),
		item.fieldOf(refusals[0]),
	);
}
