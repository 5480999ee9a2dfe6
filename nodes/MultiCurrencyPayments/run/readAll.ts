import type { NodeOperationError } from 'n8n-workflow';
import { attempt, attemptNow } from '../../../core/attempt';
import type { ItemCall } from './itemCall';

/** The parts of an item's form: each reads its value and checks it. */
type Readers = Record<string, () => unknown>;

type Values<T extends Readers> = { [Part in keyof T]: Awaited<ReturnType<T[Part]>> };

/**
 * Reads several parts of an item's form, each even if another is refused, so that a user can correct everything at once. What is
 * wrong is told in the order of the parts, which is that of the form.
 * @throws NodeOperationError with all refusals; any other failure as it is, unless a value was refused
 */
export async function readAll<T extends Readers>(item: ItemCall, readers: T): Promise<Values<T>> {
	const values: Record<string, unknown> = {};
	const refusals: NodeOperationError[] = [];
	const failures: unknown[] = [];
	for (const [part, read] of Object.entries(readers)) {
		const begun = attemptNow(read);
		// Most parts are there at once; to wait for each would take a list of thousands of items longer.
		const isLate = 'value' in begun && begun.value instanceof Promise;
		const done = isLate ? await attempt(() => begun.value) : begun;
		if ('value' in done) values[part] = done.value;
		else if (item.isRefusal(done.failure)) refusals.push(done.failure);
		else failures.push(done.failure);
	}
	const [first] = refusals;
	if (first) {
		// Parts that need the same value refuse it in the same words, which are told once.
		const distinct = (texts: readonly (string | null | undefined)[]) => [...new Set(texts.filter(Boolean))];
		throw item.refusal(
			distinct(refusals.map(({ message }) => message)).join('; '),
			distinct(refusals.map(({ description }) => description)).join(' '),
			item.fieldOf(first),
		);
	}
	if (failures.length > 0) throw failures[0];
	return values as Values<T>;
}
