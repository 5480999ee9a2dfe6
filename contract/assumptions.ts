import type { Assumption } from './assumption';
import { behaviourAssumptions } from './behaviourAssumptions';
import { shapeAssumptions } from './shapeAssumptions';
import { valueAssumptions } from './valueAssumptions';

export type { Assumption, AssumptionSource } from './assumption';

/**
 * Values the specification does not show but the code needs. Each key is the `id` of an entry of {@link assumptions}.
 * Whoever learns the true value from the live service corrects it here, and only here: the schemas are built from it.
 */
export const ASSUMED = {
	refundListField: 'refunds',
	refundStatuses: ['pending', 'received', 'rejected', 'expired'],
	refundReasonField: 'description',
	refundReferenceField: 'external_id',
	otpField: 'code',
	simulateOutcomeField: 'status',
	simulatedFailureStatus: 'failed',
	cancelledPayoutStatus: 'cancelled',
	payoutTransactionStatuses: ['created', 'processing', 'settled', 'failed'],
	payoutErrorCodes: ['<svc>_PAYOUT1', '<svc>_PAYOUT2'],
	branchCodeMethodQuery: 'payout_method_name',
	branchCodeSwiftQuery: 'swift_code',
	qrContentField: 'qr_content',
	qrImageField: 'qr_image',
	thBankSwiftField: 'swift_code',
	payIdTypes: ['EMAIL', 'PHONE', 'ABN', 'ORG_ID'],
	audPayidTypes: ['email', 'phone', 'abn', 'org_id'],
	audPayoutCallbackUrlField: 'endpoint_url',
	audPayoutCallbackAuthorizationField: 'authorization_header',
	gatewayNotificationField: 'payment_gateway_notification',
	oneTimePayidNotificationField: 'payment_request_notification',
	linkMetadataField: 'meta_data',
	cardBrandsField: 'supported_card_brands',
	checkoutLanguagesField: 'supported_languages',
	contactIdentifierField: 'email',
	shareTokenField: 'token',
	kycNotificationUrlField: 'webhook_notification[endpoint_url]',
	kycNotificationAuthorizationField: 'webhook_notification[authorization_header]',
	badRequestCode: 'BAD_REQUEST',
	notFoundCode: 'NOT_FOUND',
	tooManyRequestsCode: 'TOO_MANY_REQUESTS',
	signatureHeader: 'x-signature',
	signatureEncoding: 'hex',
	signatureAlgorithm: 'sha256',
} as const;

/** Everything this package takes for granted that the specification does not show. */
export const assumptions: readonly Assumption[] = [
	...Object.entries(valueAssumptions).map(([id, entry]) => ({ id, ...entry })),
	...shapeAssumptions,
	...behaviourAssumptions,
];
