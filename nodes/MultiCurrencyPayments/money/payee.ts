import type { Attempt } from './attempt';
import type { Identified } from './identify';
import type { PaymentResult, Terms } from './intention';

/** One payment of a list, identified. */
export interface Named<R> {
	request: R;
	terms: Terms;
	id: Identified;
}

/** One payment of a list on its way. */
export interface Payee<R> extends Named<R> {
	payment: Attempt;
}

/** What became of one payment of a list. */
export type Outcome<R> = { request: R; result: PaymentResult } | { request: R; failure: unknown };
