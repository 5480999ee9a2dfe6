import type { IWebhookFunctions } from 'n8n-workflow';

/** How long the same message is not logged again, in milliseconds. */
const PAUSE = 3_600_000;

/** Most messages within that time, because anybody can make up a tag. */
const MOST_TAGS = 20;

/** When each message was logged, by workflow, node and tag. */
const toldAt = new Map<string, number>();

/**
 * Says in n8n's log that a notification names an account that the trigger's credential does not hold, and what to do. Without
 * it two credentials that share a path look like a service that sends nothing.
 * @param tag which account the notification's authorization value names; not secret
 */
export function tellOfOtherAccount(
	n8n: Pick<IWebhookFunctions, 'getNode' | 'getWorkflow' | 'logger'>,
	tag: string,
): void {
	const now = Date.now();
	for (const [told, at] of toldAt) if (Math.abs(now - at) >= PAUSE) toldAt.delete(told);
	const { id, name } = n8n.getNode();
	const key = JSON.stringify([n8n.getWorkflow().id, id, tag]);
	if (toldAt.has(key) || toldAt.size >= MOST_TAGS) return;
	toldAt.set(key, now);
	n8n.logger.warn(
		`The node “${name}” refused a notification of another payments account (${tag}): its credential does not hold that account. Give each credential a trigger with a path of its own, and name that path as Trigger Path where the payments are created.`,
	);
}
