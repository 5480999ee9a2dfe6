import type { Handlers } from '../handlers';
import type { NotificationTarget } from '../../../contract/notificationTarget';
import { pageOf } from '../numberedPages';
import { utcPeriod } from '../../engine/timestamps';

/** A multipart request carries the notification target as flat fields instead of an object. */
const targetOf = (
	endpointUrl: string | undefined,
	authorization: string | undefined,
): NotificationTarget | undefined =>
	endpointUrl === undefined ? undefined : { endpoint_url: endpointUrl, authorization_header: authorization ?? '' };

/** v2: contacts and their identity checks. */
export const v2ContactsHandlers = {
	'v2.contacts.create': ({ account, body }) => ({ email: account.contacts.create(body).email }),
	'v2.contacts.detail': ({ account, query }) => account.contacts.get(query.email),
	'v2.contacts.list': ({ account, query }) => {
		const { total_page, records } = pageOf(account.contacts.list(utcPeriod(query.from_date, query.to_date)), query);
		return { per_page: query.per_page, page: query.page, total_page, records };
	},
	'v2.contacts.submitKyc': ({ account, body }) => {
		const { issue_country, document_type, document_number, issue_date, expiry_date } = body;
		account.contacts.submitIdentity(
			body.email,
			{ issue_country, id_doc_type: document_type, document_number, issue_date: issue_date ?? null, expiry_date },
			targetOf(body['webhook_notification[endpoint_url]'], body['webhook_notification[authorization_header]']),
		);
		return { status: 'Ok' };
	},
	'v2.contacts.shareToken': ({ account, body }) => {
		account.contacts.shareToken(body.email, body.token, body.webhook_notification);
		return { status: 'Ok' };
	},
	'v2.contacts.resendVerification': ({ account, body }) => {
		account.contacts.resendVerification(body.email, body.resend_to);
		return { status: 'Ok' };
	},
} satisfies Handlers;
