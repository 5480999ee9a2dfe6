import type { Contact, ContactIdentity } from '../../contract/contacts';
import type { NotificationTarget } from '../../contract/notificationTarget';
import type { KycStatus } from '../../contract/statuses';
import type { Clock } from '../engine/clock';
import type { Notify } from '../engine/notifications';
import { unprocessable } from '../engine/serviceError';
import { serviceTimestamp } from '../engine/timestamps';

/** The documents of one identity submission. */
export type IdentityDocuments = Omit<ContactIdentity, 'kyc_statuses'>;

const reasons = { approved: 'Identity confirmed', failed: 'Document not readable' } as const;

/** Identity checks of contacts. Every status change is notified. */
export function createIdentityChecks({ clock, notify }: { clock: Pick<Clock, 'now'>; notify: Notify }) {
	const targets = new WeakMap<Contact, NotificationTarget>();

	function record(contact: Contact, status: KycStatus, message: string): void {
		if (!contact.identity) throw unprocessable({}, `${contact.email} has not submitted any identity documents`);
		contact.identity.kyc_statuses.push({ status, message, created_at: serviceTimestamp(clock.now()) });
		const target = targets.get(contact);
		// The specification shows no payload. Assumed: the contact's detail with a top-level status.
		if (target) notify({ source: 'identityCheck', about: contact.email, target, body: { ...contact, status } });
	}

	return {
		submit(contact: Contact, documents: IdentityDocuments, target?: NotificationTarget): void {
			contact.identity = { ...documents, kyc_statuses: [] };
			if (target) targets.set(contact, target);
			record(contact, 'pending', 'Submitted for review');
		},
		/** The reviewer's decision. @throws ServiceError 422 when the contact has submitted no documents. */
		decide: (contact: Contact, status: 'approved' | 'failed', message: string = reasons[status]): void =>
			record(contact, status, message),
	};
}
