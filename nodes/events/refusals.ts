import type { IWebhookFunctions } from 'n8n-workflow';

/** How long the same message is not logged again, in milliseconds. */
const PAUSE = 3_600_000;

/** Most messages about accounts within that time, because anybody can make up a tag. */
const MOST_TAGS = 20;

type Teller = Pick<IWebhookFunctions, 'getNode' | 'getWorkflow' | 'logger'>;

/** What may be wrong, and what to do, by the reason why a notification is refused. */
const REASONS = {
	noValue:
		'it carries no Authorization header. If the payment service sent it, a proxy before n8n removes the header: let it pass as it is.',
	unknownValue:
		'its authorization value does not follow from the credential. If the secret key or the Notification Secret was changed, put the former one into Previous Notification Secret. If a proxy before n8n replaces the Authorization header, let it pass as it is.',
	signature:
		'its signature is missing or not valid. Compare Webhook Secret Key and the signature fields of the credential with the settings of the payment service. A proxy before n8n must leave the body as it is.',
	anotherPayment:
		'its authorization value is that of another payment. Somebody who knows the value of one payment may have tried to report another.',
} as const;

/** When each thing was told about accounts, and of the other reasons, in milliseconds since 1970. */
const [accounts, reasons] = [new Map<string, number>(), new Map<string, number>()];

/**
 * Says each thing at most once an hour.
 * @param toldAt at most `most` things are told meanwhile
 * @param about what is told, apart from the node that tells it
 */
function warn(n8n: Teller, toldAt: Map<string, number>, most: number, about: string, rest: string): void {
	const now = Date.now();
	for (const [told, at] of toldAt) if (Math.abs(now - at) >= PAUSE) toldAt.delete(told);
	const { id, name } = n8n.getNode();
	const key = JSON.stringify([n8n.getWorkflow().id, id, about]);
	if (toldAt.has(key) || toldAt.size >= most) return;
	toldAt.set(key, now);
	n8n.logger.warn(`The node “${name}” refused a notification${rest}`);
}

/**
 * Says in n8n's log that a notification names an account that the trigger's credential does not hold, and what to do. Without
 * it two credentials that share a path look like a service that sends nothing.
 * @param tag which account the notification's authorization value names; not secret
 */
export function tellOfOtherAccount(n8n: Teller, tag: string): void {
	const advice =
		'its credential does not hold that account. Add it to Accounts in the credential, or give each credential a trigger with a path of its own and name that path as Trigger Path where the payments are created.';
	warn(n8n, accounts, MOST_TAGS, tag, ` of another payments account (${tag}): ${advice}`);
}

/**
 * Says in n8n's log why a notification was refused, and what to do. Without it n8n looks healthy when a rotated key or a
 * proxy makes it refuse all that the service sends.
 */
export function tellOfRefusal(n8n: Teller, reason: keyof typeof REASONS): void {
	warn(n8n, reasons, Infinity, reason, `: ${REASONS[reason]} Further refusals are not logged for an hour.`);
}
