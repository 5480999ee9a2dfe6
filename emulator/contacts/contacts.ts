import type { ContactIdentity } from '../../contract/contacts';
import type { BodyOf, ResponseOf } from '../../contract/endpoints';
import type { KycStatus } from '../../contract/statuses';
import type { Account } from '../account';
import { bookLine } from '../ledger/bookLine';
import { notFound, unprocessable } from '../http/errors';
import type { NotificationTarget } from '../engine/notifications';
import { serviceTimestamp } from '../engine/timestamps';
import type { World } from '../world';

/** Fields of `POST /v2/contacts`. A contact is known by its email (service-facts 6). */
export type ContactRequest = BodyOf<'v2.contacts.create'>;

/** A contact as the detail and the list show it. */
export type Contact = ResponseOf<'v2.contacts.detail'> & { created_at: string };

/** The documents of one identity submission. */
export type IdentityDocuments = Omit<ContactIdentity, 'kyc_statuses'>;

export type Contacts = ReturnType<typeof createContacts>;

const keyOf = (email: string) => email.trim().toLowerCase();

/** The contacts of one account: unique by email, with an identity check whose every change is notified. */
export function createContacts(world: World, account: Account) {
	const byEmail = new Map<string, Contact>();
	const identityTargets = new Map<string, NotificationTarget>();
	const verificationsSent: { email: string; resend_to: 'email' | 'phone' }[] = [];

	const find = (email: string) => byEmail.get(keyOf(email));

	function get(email: string): Contact {
		const contact = find(email);
		if (!contact) throw notFound(`No contact has the email ${email}`);
		return contact;
	}

	function latestIdentity(contact: Contact): ContactIdentity {
		if (!contact.identity) throw unprocessable({}, `${contact.email} has not submitted any identity documents`);
		return contact.identity;
	}

	function record(contact: Contact, status: KycStatus, message: string) {
		latestIdentity(contact).kyc_statuses.push({ status, message, created_at: serviceTimestamp(world.clock.now()) });
		const target = identityTargets.get(keyOf(contact.email));
		// The service shows no payload of its own: the contact's detail with the status on top (assumed).
		if (target) {
			world.notifications.send({
				account,
				source: 'identityCheck',
				about: contact.email,
				target,
				body: { ...contact, status },
			});
		}
	}

	function submit(email: string, documentsOf: (contact: Contact) => IdentityDocuments, target?: NotificationTarget) {
		const contact = find(email);
		if (!contact) throw unprocessable({}, 'Email does not belong to a contact');
		contact.identity = { ...documentsOf(contact), kyc_statuses: [] };
		if (target) identityTargets.set(keyOf(email), target);
		record(contact, 'pending', 'Submitted for review');
	}

	return {
		/** The contact with this email, if there is one: what payins and payouts with `require_contact` ask. */
		find,
		/** @throws ServiceError 404 when there is none. */
		get,
		/** Whether the identity of this contact has been confirmed, for methods with `require_kyc`. */
		isVerified: (email: string) => find(email)?.identity?.kyc_statuses.at(-1)?.status === 'approved',
		/** @throws ServiceError 422 when the email is taken. */
		create(request: ContactRequest): Contact {
			if (find(request.email)) throw unprocessable({ email: 'has already been taken' });
			const contact: Contact = { ...request, created_at: serviceTimestamp(world.clock.now()) };
			byEmail.set(keyOf(request.email), contact);
			return contact;
		},
		/** Contacts created within the period (milliseconds, both ends included), newest first. */
		list: (period: { from: number; to: number }): Contact[] =>
			[...byEmail.values()]
				.filter(({ created_at }) => Date.parse(created_at) >= period.from && Date.parse(created_at) <= period.to)
				.reverse(),
		submitIdentity: (email: string, documents: IdentityDocuments, target?: NotificationTarget) =>
			submit(email, () => documents, target),
		/** A token shared by an identity vendor stands in for the documents; one that says expired or invalid is refused. */
		shareToken(email: string, token: string, target?: NotificationTarget) {
			if (/expired|invalid/i.test(token)) throw unprocessable({}, 'Token is invalid or has expired');
			submit(
				email,
				({ country }) => ({
					issue_country: country,
					id_doc_type: 'passport',
					document_number: world.random.hex(9).toUpperCase(),
				}),
				target,
			);
		},
		/** The reviewer's decision, which comes from outside: here a control action. */
		decideIdentity(email: string, status: 'approved' | 'failed', message?: string): Contact {
			const contact = get(email);
			record(contact, status, message ?? (status === 'approved' ? 'Identity confirmed' : 'Document not readable'));
			return contact;
		},
		/** @throws ServiceError 404 when there is no such contact. */
		resendVerification(email: string, resendTo: 'email' | 'phone') {
			get(email);
			verificationsSent.push({ email, resend_to: resendTo });
		},
		/** Verification links sent again, in order. */
		verificationsSent: verificationsSent as readonly { email: string; resend_to: 'email' | 'phone' }[],
		summary: () => ({
			contacts: bookLine(
				[...byEmail.values()].map(({ identity }) => ({
					status: identity?.kyc_statuses.at(-1)?.status ?? 'not submitted',
				})),
			),
		}),
	};
}
