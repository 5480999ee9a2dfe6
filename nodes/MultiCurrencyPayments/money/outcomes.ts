import { attemptNow } from '../../../core/attempt';
import { TimeSlice } from '../../service/timeSlice';
import { PaidTwice } from './failures';
import type { PaymentResult } from './intention';
import type { Outcome } from './payee';

/** What has become of the payments of a list so far. */
export class Outcomes<R> {
	private readonly byRequest = new Map<R, Outcome<R>>();
	private readonly slice = new TimeSlice();
	/** Whether one of them has failed. */
	hasFailed = false;

	/** @param goOn whether the others are paid when one fails */
	constructor(private readonly goOn: boolean) {}

	/** In the order in which they became known. */
	get all(): Outcome<R>[] {
		return [...this.byRequest.values()];
	}

	/** Whether nothing more may be sent. */
	get mustStop(): boolean {
		return this.hasFailed && !this.goOn;
	}

	get(request: R): Outcome<R> | undefined {
		return this.byRequest.get(request);
	}

	/** Those without an outcome. */
	open<P extends { request: R }>(payees: readonly P[]): P[] {
		return payees.filter(({ request }) => !this.byRequest.has(request));
	}

	/** Lets others of the process work when this list has kept it busy for long. */
	async giveWay(): Promise<void> {
		if (this.slice.isOver) await this.slice.giveWay();
	}

	/** Takes a step of each payment and notes its outcome, if any. @returns those without one */
	async each<P extends { request: R }>(payees: readonly P[], step: (payee: P) => PaymentResult | null): Promise<P[]> {
		const left: P[] = [];
		for (const payee of payees) {
			if (this.slice.isOver) await this.slice.giveWay();
			if (!this.note(payee.request, () => step(payee))) left.push(payee);
		}
		return left;
	}

	/** The same for one, at once: nothing may come between. @returns whether it has an outcome now */
	note(request: R, step: () => PaymentResult | null): boolean {
		const done = attemptNow(step);
		const outcome = 'failure' in done ? { request, ...done } : done.value && outcomeOf(request, done.value);
		if (!outcome) return false;
		this.hasFailed ||= 'failure' in outcome;
		this.byRequest.set(request, outcome);
		return true;
	}

	/** Adds to a result what the user has to know about it. */
	addNote(request: R, note: string): void {
		const outcome = this.byRequest.get(request);
		if (outcome && 'result' in outcome) outcome.result = { ...outcome.result, note };
	}
}

function outcomeOf<R>(request: R, result: PaymentResult): Outcome<R> {
	const { duplicates } = result.record;
	return Array.isArray(duplicates)
		? { request, failure: new PaidTwice(result.key, duplicates.map(String)) }
		: { request, result };
}
