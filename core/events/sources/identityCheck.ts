import type { JsonObject } from '../../payload';
import { asObject, asText, payloadDigest } from '../../payload';
import { byStatus } from '../identity';
import { carriesCredentials, hasPaymentKeys } from '../payments';
import type { Source } from '../source';
import { isOneOf, lowerCase, usualFields } from '../source';

const STATUSES = ['pending', 'approved', 'failed'];

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
	identity: byStatus((body) => [payloadDigest(body)]),
};

function isIdentityCheck(body: JsonObject): boolean {
	if (asObject(body.identity) !== null || Array.isArray(body.kyc_statuses)) return true;
	if (asText(body.kyc_status) !== null) return !carriesCredentials(body);
	const status = lowerCase(body.status);
	if (asText(body.email) === null || hasPaymentKeys(body) || !isOneOf(STATUSES, status)) return false;
	return asText(body.uuid) === null || status === 'approved';
}

function statusOf(body: JsonObject): string | null {
	const checks = asObject(body.identity)?.kyc_statuses ?? body.kyc_statuses;
	const latest: unknown = Array.isArray(checks) ? asObject(checks.at(-1))?.status : undefined;
	return lowerCase(asText(body.status) ?? asText(body.kyc_status) ?? latest);
}
