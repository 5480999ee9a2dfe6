import { attempt } from '../../../core/attempt';
import { grouped } from '../../../core/grouped';
import type { BatchKind, PaymentRequest } from './batchKind';
import { accountOf } from './memory';
import type { Outcome } from './payee';
import type { Manner } from './paymentList';
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
	const turns = new Turns(parts.map(([{ item }]) => accountOf(item.run)));
	const paid = parts.map(async (part, index) => {
		const mayFollow = async (hasFailed: boolean) => (await turns.toSend(index, hasFailed)) || manner.goOn;
		await turns.toCheck(index);
		const done = await attempt(() => payTogether(kind, part[0].item.run, part, { ...manner, mayFollow }));
		const outcomes: Outcome<R>[] =
			'value' in done ? done.value : part.map((request) => ({ request, failure: done.failure }));
		turns.end(
			index,
			outcomes.some((outcome) => 'failure' in outcome),
		);
		return outcomes;
	});
	return (await Promise.all(paid)).flat();
}

/** When the parts of a list check and send. They stand in the order of their first items. */
class Turns {
	private readonly checked = new Set<number>();
	private readonly ended = new Set<number>();
	private hasFailed = false;
	private waiting: (() => void)[] = [];

	constructor(private readonly accounts: readonly string[]) {}

	/**
	 * The parts check one after the other, in the same order in every execution: a part that has checked keeps others from
	 * its payments until it has sent, so two executions could wait for each other.
	 */
	async toCheck(part: number): Promise<void> {
		const own = this.accounts[part] ?? '';
		await this.until(() => this.accounts.every((account, other) => account >= own || this.checked.has(other)));
	}

	/** To be awaited by a part that has passed its checks. @returns whether nothing has failed so far */
	async toSend(part: number, hasFailed: boolean): Promise<boolean> {
		this.note(part, hasFailed);
		await this.until(() =>
			this.accounts.every((_, other) => this.checked.has(other) && (other >= part || this.ended.has(other))),
		);
		return !this.hasFailed;
	}

	end(part: number, hasFailed: boolean): void {
		this.ended.add(part);
		this.note(part, hasFailed);
	}

	private note(part: number, hasFailed: boolean): void {
		this.checked.add(part);
		this.hasFailed ||= hasFailed;
		for (const wake of this.waiting.splice(0)) wake();
	}

	private async until(holds: () => boolean): Promise<void> {
		while (!holds()) await new Promise<void>((wake) => this.waiting.push(wake));
	}
}
