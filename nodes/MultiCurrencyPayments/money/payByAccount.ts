import { attempt } from '../../../core/attempt';
import { grouped } from '../../../core/grouped';
import type { BatchKind, PaymentRequest } from './batchKind';
import type { Manner, Outcome } from './payTogether';
import { payTogether } from './payTogether';

/**
 * Pays a list in which each account of the credential has a part. No part begins to send before all have passed their checks,
 * and then one sends after the other. A failure of a whole part is that of its payments, so that it does not hide what the
 * others have paid.
 */
export async function payByAccount<R extends PaymentRequest>(
	kind: BatchKind<R>,
	requests: readonly R[],
	manner: Manner<R>,
): Promise<Outcome<R>[]> {
	const parts = grouped(requests, ({ item }) => item.run);
	const [only] = parts;
	if (!only) return [];
	if (parts.length === 1) return await payTogether(kind, only[0].item.run, requests, manner);
	const turns = new Turns(parts.length);
	const paid = parts.map(async (part, index) => {
		const mayFollow = async (hasFailed: boolean) => (await turns.turn(index, hasFailed)) || manner.goOn;
		const done = await attempt(async () => await payTogether(kind, part[0].item.run, part, { ...manner, mayFollow }));
		const outcomes =
			'value' in done ? done.value : part.map((request) => ({ request, failure: done.failure }) as Outcome<R>);
		turns.end(
			index,
			outcomes.some((outcome) => 'failure' in outcome),
		);
		return outcomes;
	});
	return (await Promise.all(paid)).flat();
}

/** The order in which the parts of a list send. */
class Turns {
	private readonly open: Set<number>;
	private readonly ended = new Set<number>();
	private hasFailed = false;
	private waiting: (() => void)[] = [];

	constructor(parts: number) {
		this.open = new Set(Array.from({ length: parts }, (_, part) => part));
	}

	/** To be awaited by a part that has passed its checks. @returns whether nothing has failed so far */
	async turn(part: number, hasFailed: boolean): Promise<boolean> {
		this.open.delete(part);
		this.note(hasFailed);
		const isNext = () => this.open.size === 0 && Array.from({ length: part }).every((_, each) => this.ended.has(each));
		while (!isNext()) await new Promise<void>((wake) => this.waiting.push(wake));
		return !this.hasFailed;
	}

	end(part: number, hasFailed: boolean): void {
		this.open.delete(part);
		this.ended.add(part);
		this.note(hasFailed);
	}

	private note(hasFailed: boolean): void {
		this.hasFailed ||= hasFailed;
		for (const wake of this.waiting.splice(0)) wake();
	}
}
