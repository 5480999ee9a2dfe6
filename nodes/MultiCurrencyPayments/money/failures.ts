import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ExplainedError, type Explanation } from '../../../core/text/explained';
import { inPlainSight } from '../../../core/payments/identifiers';
import { describeFacts, differingFacts, type PaymentFacts } from '../../../core/payments/facts';
import { tellsTaken } from '../../service/answers';
import { ServiceFailure } from '../../service/failure';
import { LeftOut } from '../run/lanes';

/** What is made, in the words of messages to the user. */
export interface Subject {
	/** Worded for the middle of a sentence: "payment". */
	name: string;
	made: 'made' | 'created';
	/** The name of the field that names it: "External ID". */
	idName: string;
	/** What sending it once more without looking may do. */
	risk: string;
}

export const PAYMENT: Subject = { name: 'payment', made: 'made', idName: 'External ID', risk: 'pay twice' };

export const REFUND: Subject = { name: 'refund', made: 'made', idName: 'External ID', risk: 'refund twice' };

/** A request for money: nothing moves when it is made, but a second one might be paid as well. */
export const requestFor = (name: string, idName = 'External ID'): Subject => ({
	name,
	made: 'created',
	idName,
	risk: `make a second ${name}`,
});

/** Why a payment was not made, or why it does not count as made. */
export class PaymentFailure extends ExplainedError {
	/** @param name what stopped it, for whoever tells failures apart */
	constructor(
		override readonly name: string,
		readonly explanation: Explanation,
		override readonly cause?: unknown,
	) {
		super(explanation.message);
	}
}

/** A payment with the words for it. */
interface Named {
	externalId: string;
	subject: Subject;
}

/** A payment with the number of its item, from 0. */
interface Row {
	externalId: string;
	row: number;
}

/** Its outcome is unknown, and a later try looks for it first. */
export class UnknownYet extends PaymentFailure {}

/** It is unknown whether it was made. @param canBeAsked whether the service can be asked for it */
export function unknownOutcome({ externalId, subject }: Named, canBeAsked: boolean, cause?: unknown): PaymentFailure {
	const { name, made, idName, risk } = subject;
	const why = cause instanceof ExplainedError ? ` ${cause.explanation.message}.` : '';
	const next = canBeAsked
		? `Run this again with the same ${idName}: it is looked for first`
		: `The service cannot be asked for it. Look for ${externalId} in the merchant dashboard, and use another ${idName} if it was not ${made}`;
	const explanation: Explanation = {
		message: `It is unknown whether the ${name} ${externalId} was ${made}`,
		description: `A request was begun, but no usable answer came.${why} ${next}. Another ${idName} without looking may ${risk}.`,
		effect: 'told',
		details: { outcome: 'unknown', external_id: externalId },
	};
	return new (canBeAsked ? UnknownYet : PaymentFailure)('UnknownOutcome', explanation, cause);
}

/** The External ID belongs to another payment. @param wasSent whether this item was sent under it, with an unclear outcome */
export function externalIdTaken(
	{ externalId, subject, facts }: Named & { facts: PaymentFacts },
	there: PaymentFacts,
	wasSent: boolean,
): PaymentFailure {
	const { name, idName, risk } = subject;
	const differing = differingFacts(facts, there);
	const both =
		differing.length > 0
			? `Asked for: ${describeFacts(facts, differing)}. There: ${describeFacts(there, differing)}.`
			: `Asked for: ${describeFacts(facts)}. There: other values.`;
	const explanation: Explanation = wasSent
		? {
				message: `The ${name} ${externalId} is not as it was asked for`,
				description: `${both} This item was sent, and it is unknown whether this is what came of it. Look for it in the merchant dashboard: another ${idName} without looking may ${risk}.`,
				effect: 'told',
				details: { outcome: 'unknown', external_id: externalId },
			}
		: {
				message: `The ${idName} ${externalId} belongs to another ${name}`,
				description: `${both} Give a new ${name} an ${idName} of its own; if it is the same ${name}, correct the values of this item.`,
				details: { external_id: externalId },
			};
	return new PaymentFailure('ExternalIdTaken', explanation);
}

/**
 * The payment under this External ID has ended without money.
 * @param status in which it ended, as the service writes it; empty where it is not known any more
 * @param wasSent whether this try has made it
 */
export function hasEnded({ externalId, subject }: Named, status: string, wasSent: boolean): PaymentFailure {
	const { name, made, idName } = subject;
	return new PaymentFailure('EndedWithoutMoney', {
		message: `The ${name} ${externalId} was ${made}${wasSent ? '' : ' before'} and has ended without money${status && `: ${status}`}`,
		description: `An ${idName} is one ${name}, for ever. To try again, use another ${idName}.`,
		...(wasSent && { effect: 'told' }),
		details: { external_id: externalId },
	});
}

/** The service has a payment whose External ID differs in its spelling only. @param shown that External ID */
export function lookAlike({ externalId, subject }: Named, shown: string, wasSent: boolean): PaymentFailure {
	const { name, idName } = subject;
	return new PaymentFailure('LookAlike', {
		message: `The service has a ${name} under the ${idName} ${inPlainSight(shown)}, which differs from ${externalId} in its spelling only`,
		description: `If it is the same ${name}, write the ${idName} as the service does. If it is another one, use an ${idName} that differs in more.`,
		...(wasSent && { effect: 'told' }),
		details: { external_id: shown },
	});
}

/**
 * The service has several payments under one External ID: other software, or two processes at once, have made them.
 * @param uuids the service's identifiers of the payments
 */
export function paidTwice({ externalId, subject }: Named, uuids: readonly string[]): PaymentFailure {
	return new PaymentFailure('PaidTwice', {
		message: `The ${subject.name} ${externalId} exists ${uuids.length} times`,
		description: `The service has ${uuids.join(' and ')} under this ${subject.idName}. Cancel or recover all but one of them; the node does not make it again.`,
		effect: 'told',
		details: { outcome: 'paid_twice', external_id: externalId, duplicates: uuids.join(', ') },
	});
}

/**
 * A payment with the same facts under another External ID is unclear: it may be this one.
 * @param other that payment; without a list where it was sent by itself
 */
export function unclearTwin({ subject }: Named, other: { externalId: string; list: string }): PaymentFailure {
	const { name, made, idName } = subject;
	const { externalId, list } = other;
	return new PaymentFailure('UnclearTwin', {
		message: `The same ${name} may have been ${made} under the ${idName} ${externalId}${list && ` of the list ${list}`}`,
		description: `Its outcome is unknown. Run that one again, or look for it in the merchant dashboard: ten minutes after the unclear answer, this one is sent.`,
		details: { external_id: externalId },
	});
}

const REFUSED_TOGETHER = 'RefusedTogether';

/** The service has refused the request because of other payments in it. @param others those that the service names */
export function refusedTogether(payment: { externalId: string }, others: readonly Row[]): PaymentFailure {
	const [{ row, externalId } = { row: 0, externalId: '' }, ...more] = others;
	const and = more.length > 0 ? ` and ${more.length} more` : '';
	return new PaymentFailure(REFUSED_TOGETHER, {
		message: `Not sent: the request was refused because of row ${row + 1} (${externalId})${and}`,
		description: 'Correct or remove what is refused, and run this again.',
		effect: 'notDone',
		details: { external_id: payment.externalId },
	});
}

/** Whether a payment was not made because of another one only. */
export const isRefusedTogether = (failure: unknown): boolean =>
	failure instanceof PaymentFailure && failure.name === REFUSED_TOGETHER;

/** The execution was stopped before the payment was sent. */
export function stoppedBefore({ externalId, subject }: Named): PaymentFailure {
	return new PaymentFailure('StoppedBefore', {
		message: `The execution was stopped before the ${subject.name} ${externalId} was sent`,
		description: 'Run it again to have it sent.',
		details: { external_id: externalId },
	});
}

/**
 * Another item of the list has the same External ID, or one that looks the same.
 * @param other the payment of the earlier row
 */
export function twiceInList({ externalId, row, subject }: Named & Row, other: Row): PaymentFailure {
	const { name, idName } = subject;
	const rows = `Rows ${other.row + 1} and ${row + 1}`;
	return new PaymentFailure('TwiceInList', {
		message:
			other.externalId === externalId
				? `${rows} have the same ${idName} ${externalId}`
				: `${rows} have ${idName}s that differ in their spelling only: ${other.externalId} and ${externalId}`,
		description: `Give every ${name} of a list an ${idName} of its own.`,
		details: { external_id: externalId },
	});
}

/**
 * Whether the failure of a request proves that nothing was carried out. Anything but a refusal of the service, of n8n or of
 * the node may have come up after the request had left.
 */
export function isWithoutEffect(failure: unknown): boolean {
	if (failure instanceof ServiceFailure) return !failure.unclear;
	return [ExplainedError, NodeOperationError, NodeApiError, LeftOut].some((kind) => failure instanceof kind);
}

/** Whether the service has answered that it took a request, but without the record that was asked for. */
export const saysTaken = (failure: unknown): boolean =>
	failure instanceof ServiceFailure && failure.outcome === 'unreadableAnswer' && tellsTaken(failure.details.answer);
