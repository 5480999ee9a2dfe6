import { attempt } from '../../../core/attempt';
import type { PaymentOutcome, PaymentResult } from './payment';

/** What has become of the payments of a list so far. */
export class Outcomes<P> {
	private readonly byPayment = new Map<P, PaymentOutcome>();
	private hasFailed = false;

	/**
	 * @param manner.goOn whether the others are paid when one fails
	 * @param manner.giveWay lets others of the process work when this list has kept it busy for long
	 */
	constructor(private readonly manner: { goOn: boolean; giveWay(): Promise<void> | undefined }) {}

	/** In the order in which they became known. */
	get all(): ReadonlyMap<P, PaymentOutcome> {
		return this.byPayment;
	}

	/** Whether nothing more may be sent. */
	get mustStop(): boolean {
		return this.hasFailed && !this.manner.goOn;
	}

	/** Those without an outcome. */
	open(payments: readonly P[]): P[] {
		return payments.filter((payment) => !this.byPayment.has(payment));
	}

	/** Takes a step of each payment without an outcome, and notes its outcome, if any. */
	async each(
		payments: readonly P[],
		step: (payment: P) => PaymentResult | null | Promise<PaymentResult | null>,
	): Promise<void> {
		for (const payment of payments) {
			const turn = this.manner.giveWay();
			if (turn) await turn;
			if (this.byPayment.has(payment)) continue;
			const done = await attempt(() => step(payment));
			if ('failure' in done) this.note(payment, done);
			else if (done.value) this.note(payment, { result: done.value });
		}
	}

	note(payment: P, outcome: PaymentOutcome): void {
		this.hasFailed ||= 'failure' in outcome;
		this.byPayment.set(payment, outcome);
	}
}
