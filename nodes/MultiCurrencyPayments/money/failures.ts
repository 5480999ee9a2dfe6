import { ExplainedError, type Explanation } from '../../../core/text/explained';
import { inPlainSight } from '../../../core/payments/identifiers';
import { describeFacts, differingFacts, type PaymentFacts } from '../../../core/payments/facts';
import type { Payment } from './payment';
import type { Subject } from './subject';

/** A payment with the words for it. */
type Named = Pick<Payment, 'externalId'> & { subject: Subject };

/** It is unknown whether it was made. */
export class UnknownOutcome extends ExplainedError {
	/** @param canBeAsked whether the service can be asked for it */
	constructor(
		private readonly payment: Named,
		private readonly canBeAsked: boolean,
		override readonly cause?: unknown,
	) {
		super(`The outcome of ${payment.externalId} is unknown`);
		this.name = 'UnknownOutcome';
	}

	get explanation(): Explanation {
		const { payment, canBeAsked, cause } = this;
		const { externalId, subject } = payment;
		const { name, made, idName, risk } = subject;
		const why = cause instanceof ExplainedError ? ` ${cause.explanation.message}.` : '';
		const next = canBeAsked
			? `Run this again with the same ${idName}: it is looked for first`
			: `The service cannot be asked for it. Look for ${externalId} in the merchant dashboard, and use another ${idName} if it was not ${made}`;
		return {
			message: `It is unknown whether the ${name} ${externalId} was ${made}`,
			description: `The request was sent, but no usable answer came.${why} ${next}. Another ${idName} without looking may ${risk}.`,
			effect: 'told',
			details: { outcome: 'unknown', external_id: externalId },
		};
	}
}

/** The External ID belongs to another payment. */
export class ExternalIdTaken extends ExplainedError {
	/** @param wasSent whether this item was sent under it, with an unclear outcome */
	constructor(
		private readonly payment: Named & Pick<Payment, 'facts'>,
		private readonly there: PaymentFacts,
		private readonly wasSent: boolean,
	) {
		super(`${payment.externalId} is taken`);
		this.name = 'ExternalIdTaken';
	}

	get explanation(): Explanation {
		const { payment, there, wasSent } = this;
		const { externalId, subject, facts } = payment;
		const { name, idName, risk } = subject;
		const differing = differingFacts(facts, there);
		const both =
			differing.length > 0
				? `Asked for: ${describeFacts(facts, differing)}. There: ${describeFacts(there, differing)}.`
				: `Asked for: ${describeFacts(facts)}. There: other values.`;
		if (wasSent)
			return {
				message: `The ${name} ${externalId} is not as it was asked for`,
				description: `${both} This item was sent, and it is unknown whether this is what came of it. Look for it in the merchant dashboard: another ${idName} without looking may ${risk}.`,
				effect: 'told',
				details: { outcome: 'unknown', external_id: externalId },
			};
		return {
			message: `The ${idName} ${externalId} belongs to another ${name}`,
			description: `${both} Give a new ${name} an ${idName} of its own; if it is the same ${name}, correct the values of this item.`,
			details: { external_id: externalId },
		};
	}
}

/** The payment under this External ID has ended without money. */
export class EndedWithoutMoney extends ExplainedError {
	/**
	 * @param status in which it ended, as the service writes it
	 * @param wasSent whether this try has made it
	 */
	constructor(
		private readonly payment: Named,
		private readonly status: string,
		private readonly wasSent: boolean,
	) {
		super(`${payment.externalId} ended as ${status}`);
		this.name = 'EndedWithoutMoney';
	}

	get explanation(): Explanation {
		const { payment, status, wasSent } = this;
		const { externalId, subject } = payment;
		const { name, made, idName } = subject;
		return {
			message: `The ${name} ${externalId} was ${made}${wasSent ? '' : ' before'} and has ended without money: ${status}`,
			description: `An ${idName} is one ${name}, for ever. To try again, use another ${idName}.`,
			...(wasSent && { effect: 'told' }),
			details: { external_id: externalId },
		};
	}
}

/** The service has a payment whose External ID differs in its spelling only. */
export class LookAlike extends ExplainedError {
	/** @param shown the External ID as the service has it */
	constructor(
		private readonly payment: Named,
		private readonly shown: string,
		private readonly wasSent: boolean,
	) {
		super(`${payment.externalId} looks like ${shown}`);
		this.name = 'LookAlike';
	}

	get explanation(): Explanation {
		const { payment, shown, wasSent } = this;
		const { name, idName } = payment.subject;
		return {
			message: `The service has a ${name} under the ${idName} ${inPlainSight(shown)}, which differs from ${payment.externalId} in its spelling only`,
			description: `If it is the same ${name}, write the ${idName} as the service does. If it is another one, use an ${idName} that differs in more.`,
			...(wasSent && { effect: 'told' }),
			details: { external_id: shown },
		};
	}
}

/** The service has several payments under one External ID: other software, or two processes at once, have made them. */
export class PaidTwice extends ExplainedError {
	/** @param uuids the service's identifiers of the payments */
	constructor(
		private readonly payment: Named,
		private readonly uuids: readonly string[],
	) {
		super(`${payment.externalId} exists ${uuids.length} times`);
		this.name = 'PaidTwice';
	}

	get explanation(): Explanation {
		const { payment, uuids } = this;
		const { externalId, subject } = payment;
		return {
			message: `The ${subject.name} ${externalId} exists ${uuids.length} times`,
			description: `The service has ${uuids.join(' and ')} under this ${subject.idName}. Cancel or recover all but one of them; the node does not make it again.`,
			effect: 'told',
			details: { outcome: 'paid_twice', external_id: externalId, duplicates: uuids.join(', ') },
		};
	}
}

/** A payment with the same facts under another External ID is unclear: it may be this one. */
export class UnclearTwin extends ExplainedError {
	/** @param other that payment; without a list where it was sent by itself */
	constructor(
		private readonly payment: Named,
		private readonly other: Pick<Payment, 'externalId' | 'list'>,
	) {
		super(`${payment.externalId} may be ${other.externalId}`);
		this.name = 'UnclearTwin';
	}

	get explanation(): Explanation {
		const { payment, other } = this;
		const { name, made, idName } = payment.subject;
		const { externalId, list } = other;
		return {
			message: `The same ${name} may have been ${made} under the ${idName} ${externalId}${list && ` of the list ${list}`}`,
			description: `Its outcome is unknown. Run that one again, or look for it in the merchant dashboard: ten minutes after the unclear answer, this one is sent.`,
			details: { external_id: externalId },
		};
	}
}

/** The service has refused the request because of another payment in it. */
export class RefusedTogether extends ExplainedError {
	/** @param others the payments that the service names */
	constructor(
		private readonly payment: Named,
		private readonly others: readonly Pick<Payment, 'externalId' | 'row'>[],
	) {
		super(`${payment.externalId} was refused with others`);
		this.name = 'RefusedTogether';
	}

	get explanation(): Explanation {
		const { payment, others } = this;
		const [{ row, externalId } = { row: 0, externalId: '' }, ...more] = others;
		const and = more.length > 0 ? ` and ${more.length} more` : '';
		return {
			message: `Not sent: the request was refused because of row ${row + 1} (${externalId})${and}`,
			description: 'Correct or remove what is refused, and run this again.',
			effect: 'notDone',
			details: { external_id: payment.externalId },
		};
	}
}

/** The execution was stopped before the payment was sent. */
export class StoppedBefore extends ExplainedError {
	constructor(private readonly payment: Named) {
		super(`${payment.externalId} was not sent`);
		this.name = 'StoppedBefore';
	}

	get explanation(): Explanation {
		const { externalId, subject } = this.payment;
		return {
			message: `The execution was stopped before the ${subject.name} ${externalId} was sent`,
			description: 'Run it again to have it sent.',
			details: { external_id: externalId },
		};
	}
}

/** Another item of the list has the same External ID, or one that looks the same. */
export class TwiceInList extends ExplainedError {
	/** @param other the payment of the earlier row */
	constructor(
		private readonly payment: Named & Pick<Payment, 'row'>,
		private readonly other: Pick<Payment, 'externalId' | 'row'>,
	) {
		super(`${payment.externalId} is there twice`);
		this.name = 'TwiceInList';
	}

	get explanation(): Explanation {
		const { payment, other } = this;
		const { externalId, subject } = payment;
		const [one, another] = [other.row + 1, payment.row + 1];
		return {
			message:
				other.externalId === externalId
					? `Rows ${one} and ${another} have the same ${subject.idName} ${externalId}`
					: `Rows ${one} and ${another} have ${subject.idName}s that differ in their spelling only: ${other.externalId} and ${externalId}`,
			description: `Give every ${subject.name} of a list an ${subject.idName} of its own.`,
			details: { external_id: externalId },
		};
	}
}
