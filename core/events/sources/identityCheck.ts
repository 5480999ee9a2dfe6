import { asObject, textOrNull, notificationDigest, type JsonObject } from '../../service/payload';
import { byStatus } from '../identity';
import { carriesCredentials, hasPaymentKeys } from '../payments';
import { isOneOf, lowerCase, usualFields, type Source } from '../source';

const STATUSES = ['pending', 'approved', 'failed'];

/** What a contact shows, and the payer of a payment does not (specification: Resources, "Webhook object"). */
const CONTACT_KEYS = ['first_name', 'last_name', 'dob'];

/**
 * The identity check of a contact, from the service's public reference. It does not show the payload, so the whole
 * content identifies the event. No order is known, because a check can be repeated.
 */
export const identityCheck: Source = {
	...usualFields,
	name: 'identityCheck',
	title: 'Identity Check',
	action: 'On identity check status',
	description: 'The identity check of a contact changes its status',
	statuses: STATUSES,
	finalStatuses: [],
	recognises: isIdentityCheck,
	status: statusOf,
	identity: byStatus((body) => [notificationDigest(body)]),
};

function isIdentityCheck(body: JsonObject): boolean {
	if (hasPaymentKeys(body) || carriesCredentials(body)) return false;
	if (asObject(body.identity) !== null || Array.isArray(body.kyc_statuses) || textOrNull(body.kyc_status) !== null)
		return true;
	const status = lowerCase(body.status);
	if (textOrNull(body.email) === null || !isOneOf(STATUSES, status)) return false;
	return (
		textOrNull(body.uuid) === null ||
		status === 'approved' ||
		CONTACT_KEYS.some((key) => textOrNull(body[key]) !== null)
	);
}

function statusOf(body: JsonObject): string | null {
	const checks = asObject(body.identity)?.kyc_statuses ?? body.kyc_statuses;
	const latest: unknown = Array.isArray(checks) ? asObject(checks.at(-1))?.status : undefined;
	return lowerCase(textOrNull(body.status) ?? textOrNull(body.kyc_status) ?? latest);
}
