import type { PaymentFacts } from '../../../core/idempotency';
import { describeFacts, differingFacts } from '../../../core/idempotency';
import type { Explanation } from '../../../core/explained';
import { ExplainedError } from '../../../core/explained';

/** What is made, as messages to the user name it. */
export interface Subject {
	/** In the middle of a sentence: "payment". */
	name: string;
	made: 'made' | 'created';
	/** By what it is recognised: "external ID". */
	keyName: string;
	/** What to do when it is unknown whether it was made. */
	whenUnknown: (key: string) => string;
}

export const PAYMENT: Subject = {
	name: 'payment',
	made: 'made',
	keyName: 'external ID',
	whenUnknown: (key) =>
		`Look for the external ID ${key} in the merchant dashboard before anything else: sending it again without looking may pay twice.`,
};

/** No answer tells whether it was made. */
export class UnknownOutcome extends ExplainedError {
	constructor(
		private readonly subject: Subject,
		readonly key: string,
		/** Whether the service was asked for the key and knew nothing of it so far. */
		private readonly lookedUp: boolean,
		override readonly cause?: unknown,
	) {
		super(`The outcome of ${key} is unknown`);
		this.name = 'UnknownOutcome';
	}

	get explanation(): Explanation {
		const { subject, key, lookedUp, cause } = this;
		const why = cause instanceof ExplainedError ? ` ${cause.explanation.message}.` : '';
		const asked = lookedUp
			? 'The service was asked for it and does not know it so far.'
			: 'The service could not be asked for it.';
		return {
			message: `It is unknown whether the ${subject.name} ${key} was ${subject.made}`,
			description: `The request was sent, but no usable answer came.${why} ${asked} ${subject.whenUnknown(key)}`,
			details: { outcome: 'unknown', external_id: key },
		};
	}
}

/** What exists under this key is about something else. */
export class KeyTaken extends ExplainedError {
	constructor(
		private readonly subject: Subject,
		private readonly key: string,
		private readonly intended: PaymentFacts,
		private readonly found: PaymentFacts,
	) {
		super(`${key} is taken`);
		this.name = 'KeyTaken';
	}

	get explanation(): Explanation {
		const { subject, key, intended, found } = this;
		const differing = differingFacts(intended, found);
		return {
			message: `The ${subject.keyName} ${key} belongs to another ${subject.name}; nothing was sent`,
			description: `Asked for: ${describeFacts(intended, differing)}. Found at the service: ${describeFacts(found, differing)}. If this is a new ${subject.name}, give it an ${subject.keyName} of its own; if it is the same, correct the values of this item.`,
		};
	}
}
