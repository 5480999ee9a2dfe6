import type { Contact } from '../../contract/contacts';
import type { BodyOf } from '../../contract/endpoints';
import type { NotificationTarget } from '../../contract/notificationTarget';
import type { Clock } from '../engine/clock';
import type { Notify } from '../engine/notifications';
import type { Random } from '../engine/random';
import { notFound, unprocessable } from '../engine/serviceError';
import { serviceTimestamp } from '../engine/timestamps';
import { bookLine } from '../ledger/books';
import type { Period } from '../ledger/history';
import { createIdentityChecks, type IdentityDocuments } from './identityChecks';

interface Needs {
	clock: Pick<Clock, 'now'>;
	random: Pick<Random, 'hex'>;
	notify: Notify;
}

/** A contact with the time it was created. */
type Registered = Contact & { created_at: string };

const keyOf = (email: string) => email.trim().toLowerCase();

const latestStatus = ({ identity }: Contact) => identity?.kyc_statuses.at(-1)?.status;

export type Contacts = ReturnType<typeof createContacts>;

/** The contacts of one account, identified by email, and their identity checks. */
export function createContacts({ clock, random, notify }: Needs) {
	const byEmail = new Map<string, Registered>();
	const verificationsSent: { email: string; resend_to: 'email' | 'phone' }[] = [];
	const identityChecks = createIdentityChecks({ clock, notify });

	const find = (email: string) => byEmail.get(keyOf(email));

	/** @throws ServiceError 404 */
	function get(email: string): Registered {
		const contact = find(email);
		if (!contact) throw notFound(`No contact has the email ${email}`);
		return contact;
	}

	function submitter(email: string): Registered {
		const contact = find(email);
		if (!contact) throw unprocessable({}, 'Email does not belong to a contact');
		return contact;
	}

	return {
		find,
		get,
		/** Whether the contact's identity is confirmed, as methods with `require_kyc` demand. */
		isVerified(email: string): boolean {
			const contact = find(email);
			return contact !== undefined && latestStatus(contact) === 'approved';
		},
		/** @throws ServiceError 422 when the email is taken. */
		create(request: BodyOf<'v2.contacts.create'>): Registered {
			if (find(request.email)) throw unprocessable({ email: 'has already been taken' });
			const contact = { ...request, created_at: serviceTimestamp(clock.now()) };
			byEmail.set(keyOf(request.email), contact);
			return contact;
		},
		/** Contacts created within the period, newest first. */
		list: ({ from, to }: Period): Registered[] =>
			[...byEmail.values()]
				.filter(({ created_at }) => Date.parse(created_at) >= from && Date.parse(created_at) <= to)
				.reverse(),
		/** @throws ServiceError 422 when no contact has this email. */
		submitIdentity: (email: string, documents: IdentityDocuments, target?: NotificationTarget): void =>
			identityChecks.submit(submitter(email), documents, target),
		/** A token from an identity vendor replaces the documents. A token that contains "expired" or "invalid" is refused. */
		shareToken(email: string, token: string, target?: NotificationTarget): void {
			if (/expired|invalid/i.test(token)) throw unprocessable({}, 'Token is invalid or has expired');
			const contact = submitter(email);
			const document_number = random.hex(9).toUpperCase();
			identityChecks.submit(
				contact,
				{ issue_country: contact.country ?? 'AU', id_doc_type: 'passport', document_number },
				target,
			);
		},
		/** The reviewer's decision, given here through `/_control`. */
		decideIdentity(email: string, status: 'approved' | 'failed', message?: string): Registered {
			const contact = get(email);
			identityChecks.decide(contact, status, message);
			return contact;
		},
		/** @throws ServiceError 404 */
		resendVerification(email: string, resendTo: 'email' | 'phone'): void {
			get(email);
			verificationsSent.push({ email, resend_to: resendTo });
		},
		/** Verification links that were resent, in order. */
		verificationsSent: verificationsSent as readonly { email: string; resend_to: 'email' | 'phone' }[],
		summary: () => ({
			contacts: bookLine(
				[...byEmail.values()].map((contact) => ({ status: latestStatus(contact) ?? 'not submitted' })),
			),
		}),
	};
}
