import { z } from 'zod/v4';

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Public HTTPS address, or plain HTTP for a loopback host, which cannot get a certificate. Spec: Events, delivery rule 6. */
export const endpointUrl = z.string().superRefine((text, context) => {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && loopbackHosts.has(url.hostname))) {
		context.addIssue({ code: 'custom', message: 'must be an https address' });
	}
});

/** Where notifications go and the Authorization value they carry. Spec: v2: create payin, webhook_notification. */
export const notificationTarget = z.object({
	endpoint_url: endpointUrl,
	authorization_header: z.string().min(1),
});

/** The target as answers and notifications echo it, with the authorization value masked. Spec: Resources, Webhook object. */
export const maskedNotificationTarget = z.object({
	endpoint_url: z.string(),
	authorization_header: z.string().regex(/^\**$/, 'must be masked'),
});

export type NotificationTarget = z.infer<typeof notificationTarget>;
