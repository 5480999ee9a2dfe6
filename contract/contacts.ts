import { z } from 'zod/v4';
import { ASSUMED } from './assumed';
import { email, page, perPage } from './common';
import { endpointUrl, notificationTarget } from './notificationTarget';
import { kycStatus } from './statuses';
import { filterDate, isoDate, timestamp } from './timestamps';

/** Enumerations of contacts, from the public reference. */
export const contactTypes = ['individual', 'organization'] as const;
export const genders = ['male', 'female'] as const;
export const documentTypes = ['passport', 'id_card', 'driving_license'] as const;

/** `phone` means an SMS to the registered number. Spec: v2: contacts and reporting, resend_verification. */
export const resendChannels = ['email', 'phone'] as const;

const countryCode = z.string().regex(/^[A-Z]{2}$/, 'must be a two-letter upper-case country code');
const text = z.string().min(1).optional();

/** No line states which fields are required or what they may hold. Spec: v2: contacts and reporting (not shown; names from the public reference). */
export const contactCreateBody = z.object({
	email,
	first_name: text,
	last_name: text,
	type: z.enum(contactTypes),
	dob: text,
	reg_no: text,
	phone: text,
	gender: z.enum(genders).optional(),
	street: text,
	city: text,
	postal_code: text,
	state: text,
	country: text,
});

export const contactCreated = z.object({ email: z.string() });

/** The latest submission of documents. */
export const contactIdentity = z.object({
	issue_country: z.string(),
	id_doc_type: z.enum(documentTypes),
	document_number: z.string(),
	issue_date: isoDate.nullish(),
	expiry_date: isoDate.nullish(),
	kyc_statuses: z.array(
		z.object({ status: kycStatus, message: z.string().nullish(), created_at: timestamp.optional() }),
	),
});

/** A contact, known by its email. Spec: Resources, Customers and contacts (fields not shown). */
export const contact = contactCreateBody.extend({
	reg_no: z.string().nullish(),
	identity: contactIdentity.nullish(),
	created_at: timestamp.optional(),
});

/** A customer. Spec: Resources, Customers and contacts (fields not shown, no endpoint shown). */
export const customer = z.object({
	id: z.string(),
	email: z.string(),
	name: z.string(),
	phone: z.string().nullish(),
	external_id: z.string().nullish(),
	created_at: timestamp,
});

export const contactDetailQuery = z.object({ [ASSUMED.contactIdentifierField]: email });

export const contactListQuery = z.object({
	from_date: filterDate.optional(),
	to_date: filterDate.optional(),
	page,
	per_page: perPage,
});

export const contactList = z.object({
	per_page: z.number().int(),
	page: z.number().int(),
	total_page: z.number().int(),
	records: z.array(contact),
});

/** Multipart form; all three images are mandatory. Spec: v2: contacts and reporting, "submit identity documents" (not shown). */
export const kycSubmitBody = z.object({
	email,
	document_type: z.enum(documentTypes),
	document_number: z.string().min(1),
	document_username: z.string().min(1),
	issue_date: isoDate.optional(),
	expiry_date: isoDate,
	issue_country: countryCode,
	nationality: countryCode,
	selfie: z.file().mime('image/jpeg'),
	id_doc_front_side: z.file().mime(['image/jpeg', 'image/png']),
	id_doc_back_side: z.file().mime(['image/jpeg', 'image/png']),
	[ASSUMED.kycNotificationUrlField]: endpointUrl.optional(),
	[ASSUMED.kycNotificationAuthorizationField]: z.string().min(1).optional(),
});

export const shareTokenBody = z.object({
	email,
	[ASSUMED.shareTokenField]: z.string().min(1),
	webhook_notification: notificationTarget.optional(),
});

/** Spec: v2: contacts and reporting, resend_verification (identifier assumed). */
export const resendVerificationBody = z.object({
	[ASSUMED.contactIdentifierField]: email,
	resend_to: z.enum(resendChannels),
});

export type ContactCreateBody = z.input<typeof contactCreateBody>;
export type ContactCreated = z.infer<typeof contactCreated>;
export type ContactIdentity = z.infer<typeof contactIdentity>;
export type Contact = z.infer<typeof contact>;
export type ContactList = z.infer<typeof contactList>;
export type ResendVerificationBody = z.input<typeof resendVerificationBody>;
