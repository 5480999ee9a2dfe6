import type { IWebhookFunctions } from 'n8n-workflow';

/** How long the same message is not logged again, in milliseconds. */
const PAUSE = 3_600_000;

/** Most messages about accounts within that time, because anybody can make up a tag. */
const MOST_TAGS = 20;

/** What is wrong, or may be, and what to do, by the reason why a notification is refused. */
const REASONS = {
	noValue:
		'it carries no Authorization header. If the payment service sent it, a proxy before n8n removes the header: let it pass as it is.',
	unknownValue:
		'its authorization value does not follow from the credential. If the secret key or the Notification Secret was changed, put the former one into Previous Notification Secret. If a proxy before n8n replaces the Authorization header, let it pass as it is.',
	signature:
		'its signature is missing or not valid. Compare Webhook Secret Key and the signature fields of the credential with the settings of the payment service. A proxy before n8n must leave the body as it is.',
	anotherPayment:
		'its authorization value is that of another payment. Somebody who knows the value of one payment may have tried to report another.',
	otherAccount:
		'its credential does not hold that account. Add it to Accounts in the credential, or give each credential a trigger with a path of its own and name that path as Trigger Path where the payments are created.',
} as const;

/** When each thing was told about accounts, and of the other reasons, in milliseconds since 1970. */
const [accounts, reasons] = [new Map<string, number>(), new Map<string, number>()];

/**
 * Says in n8n's log why a notification was refused, and what to do: each thing at most once an hour. Without it n8n looks
 * healthy when a rotated key or a proxy makes it refuse all that the service sends, and two credentials that share a path
 * look like a service that sends nothing.
 * @param tag for another account: which one the notification's authorization value names; not secret
 */
export function tellOfRefusal(n8n: IWebhookFunctions, reason: keyof typeof REASONS, tag?: string): void {
	const isAboutAccount = tag !== undefined;
	const toldAt = isAboutAccount ? accounts : reasons;
	const now = Date.now();
	for (const [told, at] of toldAt) if (Math.abs(now - at) >= PAUSE) toldAt.delete(told);
	const { id, name } = n8n.getNode();
	const key = JSON.stringify([n8n.getWorkflow().id, id, tag ?? reason]);
	if (toldAt.has(key) || (isAboutAccount && toldAt.size >= MOST_TAGS)) return;
	toldAt.set(key, now);
	const account = isAboutAccount ? ` of another payments account (${tag})` : '';
	const others = isAboutAccount ? '' : ' Further refusals are not logged for an hour.';
	n8n.logger.warn(`The node “${name}” refused a notification${account}: ${REASONS[reason]}${others}`);
}
