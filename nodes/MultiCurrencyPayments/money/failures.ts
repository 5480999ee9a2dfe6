import type { PaymentFacts } from '../../../core/idempotency';
import { describeFacts, differingFacts } from '../../../core/idempotency';
import type { Explanation } from '../../../core/explained';
import { ExplainedError } from '../../../core/explained';

/** What is made, in the words of messages to the user. */
export interface Subject {
	/** Worded for the middle of a sentence: "payment". */
	name: string;
	made: 'made' | 'created';
	/** The name of its key: "external ID". */
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

/** A request for money: nothing moves when it is made, but a second one might be paid as well. */
export const madeOnce = (name: string, keyName = 'external ID'): Subject => ({
	name,
	made: 'created',
	keyName,
	whenUnknown: (key) =>
		`Look for the ${keyName} ${key} in the merchant dashboard before anything else: creating it again without looking may make a second ${name}.`,
});

/** It is unknown whether it was made. */
export class UnknownOutcome extends ExplainedError {
	constructor(
		private readonly subject: Subject,
		readonly key: string,
		/** Whether the service was asked for the key and does not know it so far. */
		private readonly lookedUp: boolean,
		override readonly cause?: unknown,
	) {
		super(`The outcome of ${key} is unknown`);
		this.name = 'UnknownOutcome';
	}

	get explanation(): Explanation {
		const { subject, key, lookedUp, cause } = this;
		const why = cause instanceof ExplainedError ? ` ${cause.explanation.message}.` : '';
		const asked = lookedUp ? 'The service was asked for it and does not know it so far.' : 'The service cannot tell.';
		return {
			message: `It is unknown whether the ${subject.name} ${key} was ${subject.made}`,
			description: `The request was sent, but no usable answer came.${why} ${asked} ${subject.whenUnknown(key)}`,
			effect: 'told',
			details: { outcome: 'unknown', external_id: key },
		};
	}
}

/** The key belongs to another payment. */
export class KeyTaken extends ExplainedError {
	constructor(
		private readonly subject: Subject,
		private readonly key: string,
		private readonly intended: PaymentFacts,
		private readonly found: PaymentFacts,
		/** Whether this item was sent under the key, with an unclear outcome. */
		private readonly wasSent = false,
	) {
		super(`${key} is taken`);
		this.name = 'KeyTaken';
	}

	get explanation(): Explanation {
		const { subject, key, intended, found } = this;
		const [asked, there] = differing(intended, found);
		if (this.wasSent) {
			return {
				message: `The ${subject.name} ${key} is not as it was asked for`,
				description: `Asked for: ${asked}. The service has: ${there}. This item was sent, and it is unknown whether this is what came of it. ${subject.whenUnknown(key)}`,
				effect: 'told',
				details: { outcome: 'unknown', external_id: key },
			};
		}
		return {
			message: `The ${subject.keyName} ${key} belongs to another ${subject.name}`,
			description: `Asked for: ${asked}. Made before: ${there}. If it is a new ${subject.name}, give it an ${subject.keyName} of its own; if it is the same, correct the values of this item.`,
			details: { external_id: key },
		};
	}
}

/** How two payments differ, in words: by what both tell, or else by what only one does. */
function differing(...both: [PaymentFacts, PaymentFacts]): string[] {
	const names = differingFacts(...both);
	return both.map((facts, at) => {
		const alone = Object.keys(facts).filter((name) => both[1 - at]?.[name] === undefined);
		return describeFacts(facts, names.length > 0 ? names : alone) || 'nothing like it';
	});
}

/** The payment with this key has ended without money. */
export class EndedWithoutMoney extends ExplainedError {
	constructor(
		private readonly subject: Subject,
		private readonly key: string,
		/** The status in which it ended, as the service writes it. */
		private readonly status: string,
		/** Whether this item was sent under the key, with an unclear outcome. */
		private readonly wasSent = false,
	) {
		super(`${key} ended as ${status}`);
		this.name = 'EndedWithoutMoney';
	}

	get explanation(): Explanation {
		const { subject, key, status, wasSent } = this;
		return {
			message: `The ${subject.name} ${key} was ${subject.made}${wasSent ? '' : ' before'} and has ended without money: ${status}`,
			...(wasSent && { effect: 'told' }),
			description: `To try again, start a new execution with a new ${subject.keyName}: a retry keeps this one. To get the record instead, switch on Return Ended under Options.`,
			details: { external_id: key },
		};
	}
}

/** Why a repeat cannot be told from a new intention. */
export type Doubt =
	| 'tool'
	| 'calledFromUnknown'
	| 'afterCrash'
	| 'retriedUnseen'
	| 'retriedLate'
	| 'retriedList'
	| 'calledLate'
	| 'refundHidden'
	| 'begunAlike'
	| 'otherSpelling'
	| 'usedBefore'
	| 'sameFactsBefore'
	| 'sameFactsTwice'
	| 'sameKeyTwice'
	| 'itself'
	| 'callerRepeated'
	| 'unclearTwin';

/** Sending might pay twice, and not sending might leave a payment out: the user has to decide. */
export class CannotTell extends ExplainedError {
	constructor(
		private readonly subject: Subject,
		private readonly doubt: Doubt,
		/** The key of the other payment, where it is known. */
		private readonly key = '',
	) {
		super(`Cannot tell a repeat from a new ${subject.name}: ${doubt}`);
		this.name = 'CannotTell';
	}

	get explanation(): Explanation {
		const { doubt, subject, key } = this;
		const { message, description } = doubtTexts(subject, key)[doubt];
		return {
			message,
			description,
			...((doubt === 'retriedUnseen' || doubt === 'otherSpelling') && { effect: 'told' }),
			...(key !== '' && { details: { external_id: key } }),
		};
	}
}

function doubtTexts({ name, made, keyName }: Subject, key: string): Record<Doubt, Explanation> {
	const giveOne = `Give each ${name} an External ID of its own, such as the number of an invoice: a repeat is recognised by it.`;
	const leaveOut = `Leave out what was ${made} before, as the merchant dashboard shows it: an External ID given now does not find it. ${giveOne}`;
	const lookFor = `Look for the ${keyName} ${key} in the merchant dashboard. If it is not there, start a new execution for`;
	const forgotten = (began: string, lost: string) =>
		`Since the ${began} began, n8n was restarted, a day has passed, or 50,000 others were sent. What ${lost} is not known any more, and the service cannot be asked. ${lookFor} this ${name} alone.`;
	const repeatOrSecond = `Whether this is a repeat or a second ${name} cannot be told`;
	return {
		tool: {
			message: `A tool of an AI agent needs an External ID for each ${name}`,
			description: `Agents repeat calls, and nothing else tells a repeat from a second ${name}. ${giveOne} Let the model take it from the conversation.`,
		},
		calledFromUnknown: {
			message: `${repeatOrSecond}: External ID is empty, and n8n does not tell which execution called this workflow first`,
			description: `A repeat of the calling workflow runs this one anew. ${giveOne}`,
		},
		afterCrash: {
			message: `${repeatOrSecond}: External ID is empty, and the execution that is retried left no record of what it sent`,
			description: `It may have been ${made} before n8n stopped. ${leaveOut}`,
		},
		retriedUnseen: {
			message: `It is unknown whether the ${name} ${key} was ${made} before the retry`,
			description: `The execution that is retried left no record of what it sent, and the service cannot be asked for it. ${lookFor} it.`,
		},
		retriedLate: {
			message: `It is unknown whether the ${name} ${key} was ${made} before this retry`,
			description: forgotten('execution that is retried', 'it sent at last, and what other retries of it sent,'),
		},
		retriedList: {
			message: `${repeatOrSecond}: External ID is empty, and another retry of this execution had one with the same values ${made} for an item that stood at another place of the list`,
			description: `The list has changed since, or the item came to this node again. ${leaveOut}`,
		},
		calledLate: {
			message: `It is unknown whether the ${name} ${key} was ${made} by an earlier call`,
			description: forgotten('calling execution', 'its earlier calls sent'),
		},
		refundHidden: {
			message: `${repeatOrSecond}: a refund of the payment is under way, and the service does not show which`,
			description: `Run this again later. If it is another one, switch Prevent Duplicates off.`,
		},
		begunAlike: {
			message: `${repeatOrSecond}: External ID is empty, and another execution began at the same moment with the same items`,
			description: `One of the two is a retry, and it may be of either. ${leaveOut}`,
		},
		otherSpelling: {
			message: `The service has a ${name} under the ${keyName} ${key}, which differs from the one of this item in its spelling only`,
			description: `It may be the same ${name}, so no more is sent. If it is, write the ${keyName} as the service does; if it is another one, give this item an ${keyName} that differs in more.`,
		},
		usedBefore: {
			message: `${repeatOrSecond}: the service has one under the ${keyName} ${key}, and what was sent before in this execution is not known`,
			description: `Prevent Duplicates is off. Look in the merchant dashboard whether that ${name} is the one of this execution. If it is not, start a new execution for it.`,
		},
		sameFactsBefore: {
			message: `${repeatOrSecond}: the calling execution has had a ${name} with the same values ${made} already`,
			description: `External ID is empty, so that only the values tell it from others. ${leaveOut}`,
		},
		callerRepeated: {
			message: `${repeatOrSecond}: External ID is empty, and the calling execution may have had it ${made} before it was repeated`,
			description: `Only the values tell it from others, and they may have been edited since. ${leaveOut}`,
		},
		sameFactsTwice: {
			message: `${repeatOrSecond}: another item of this call has the same values`,
			description: `External ID is empty, so that only the values tell it from others. ${leaveOut}`,
		},
		sameKeyTwice: {
			message: `${repeatOrSecond}: this execution has ${made} one under the ${keyName} ${key} already`,
			description: `Prevent Duplicates is off, but within an execution the ${keyName} alone tells a ${name} from its repeat. ${giveOne}`,
		},
		itself: {
			message: `${repeatOrSecond}: this item is the ${name} ${key} itself, which has not come to its end`,
			description: `To wait on for it, use Wait for Final Status. To have another one ${made}, leave its uuid out of the item.`,
		},
		unclearTwin: {
			message: `${repeatOrSecond}: the ${name} ${key}, which has the same values, may have been ${made}`,
			description: `Find out about the ${keyName} ${key} first: call again with it, or look in the merchant dashboard.`,
		},
	};
}

/** Two processes made the same payment at once: they could not see each other beforehand. */
export class PaidTwice extends ExplainedError {
	constructor(
		private readonly key: string,
		/** The service's identifiers of the payments. */
		private readonly uuids: readonly string[],
		private readonly what = 'payment',
		/** How many other payments of the run exist more than once, where this is told for them too. */
		private readonly others = 0,
	) {
		super(`${key} exists ${uuids.length} times`);
		this.name = 'PaidTwice';
	}

	/** The same, told for other payments of the run too. */
	andOthers(others: number): PaidTwice {
		return new PaidTwice(this.key, this.uuids, this.what, others);
	}

	get explanation(): Explanation {
		const { key, uuids, others, what } = this;
		return {
			message: `The ${what} ${key} exists ${uuids.length} times${others > 0 ? `, and so do others of this run: ${others}` : ''}`,
			description: `The service has ${uuids.join(' and ')} under this External ID. Cancel or recover all but one of them; the node does not make it again.`,
			effect: 'told',
			details: { outcome: 'paid_twice', external_id: key, duplicates: uuids.join(', ') },
		};
	}
}
