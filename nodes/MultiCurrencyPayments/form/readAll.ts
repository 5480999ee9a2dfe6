import { NodeOperationError } from 'n8n-workflow';
import { attempt, attemptNow } from '../../../core/attempt';
import type { ItemCall } from './itemCall';

/** A part of an item's form: reads its value and checks it. */
type Reader = () => unknown;

/**
 * Reads several parts of an item's form, each even if another is refused, so that a user can correct everything at once.
 * @throws NodeOperationError with all refusals; any other failure as it is, unless a value was refused
 */
export async function readAll<T extends Record<string, Reader>>(
	item: ItemCall,
	readers: T,
): Promise<{ [Part in keyof T]: Awaited<ReturnType<T[Part]>> }> {
	const values: Record<string, unknown> = {};
	const refusals: NodeOperationError[] = [];
	const failures: unknown[] = [];
	for (const [part, read] of Object.entries(readers)) {
		const begun = attemptNow(read);
		// Most parts are there at once; to wait for each would take a list of thousands of items longer.
		const done =
			'value' in begun && begun.value instanceof Promise ? await attempt(async () => await begun.value) : begun;
		if ('value' in done) values[part] = done.value;
		else if (done.failure instanceof NodeOperationError && item.isRefusal(done.failure)) refusals.push(done.failure);
		else failures.push(done.failure);
	}
	if (refusals.length > 0) throw together(item, refusals);
	if (failures.length > 0) throw failures[0];
	return values as { [Part in keyof T]: Awaited<ReturnType<T[Part]>> };
}

/** Parts that need the same value refuse it in the same words, which are told once. */
function together(item: ItemCall, refusals: readonly NodeOperationError[]): NodeOperationError {
	const distinct = (texts: readonly (string | null | undefined)[]) => [...new Set(texts.filter(Boolean))];
	return item.refusal(
		distinct(refusals.map(({ message }) => message)).join('; '),
		distinct(refusals.map(({ description }) => description)).join(' '),
	);
}
