import { z } from 'zod/v4';
import { ASSUMED } from './assumed';

/** Error codes, in the table's spelling. Spec: Errors; the last three are assumed. */
export const errorCodes = {
	requireLogin: 'REQUIRE_LOGIN',
	unauthorized: 'Unauthorized',
	unprocessableEntity: 'UnprocessableEntity',
	badRequest: ASSUMED.badRequestCode,
	notFound: ASSUMED.notFoundCode,
	tooManyRequests: ASSUMED.tooManyRequestsCode,
} as const;

/** Error code in the pay_code of a declined card payment. Spec: Errors, last row. */
export const cardDeclinedCode = 'issuer_declined';

/** Error codes of a payout batch: not enough funds; not enough funds, so the standing mandate was debited. */
export const payoutErrorCodes = ASSUMED.payoutErrorCodes;

/** v1: `{error, message}`. Spec: Errors, v1 balance endpoints. */
export const v1Error = z.object({ error: z.string().min(1), message: z.string() });

/** Spec: Errors, "v1 balance endpoints: bad credentials". */
export const v1UnauthorizedError = v1Error.extend({ error: z.literal(errorCodes.unauthorized) });

/** Spec: Errors, "v1 balance history: from_date or to_date missing". */
const v1UnprocessableError = v1Error.extend({ error: z.literal(errorCodes.unprocessableEntity) });

/** v2, v3: one code and one sentence. Spec: Errors, Authorise-STK. */
export const codedError = z.object({ errors: z.object({ code: z.string().min(1), message: z.string() }) });

/** Spec: Errors, "Authorise-STK (sandbox): not authorised". */
export const requireLoginError = z.object({
	errors: z.object({ code: z.literal(errorCodes.requireLogin), message: z.string() }),
});

/** v2 validation: field to message, plus an optional `message`. Spec: Errors, "error bodies of most endpoints: not shown". */
export const fieldErrors = z.object({ errors: z.record(z.string(), z.string()) });

/** One row of the Errors table; `status` and `body` are set where the row is an HTTP answer of known form. */
interface ErrorCase {
	case: string;
	status?: number;
	body?: z.ZodType;
}

/** Spec: Errors, row by row. Where the table shows no body, this is the usual one of that API version. */
export const errorCases = {
	staticPayidMalformed: { case: 'Static PayID create: malformed request', status: 400, body: v1Error },
	staticPayidCredentials: { case: 'Static PayID create: bad credentials', status: 401, body: v1Error },
	staticPayidSemantic: { case: 'Static PayID create: semantic validation failure', status: 422, body: v1Error },
	staticPayidReceiver: { case: 'Static PayID callback receiver: 200 accepted, 400, 401' },
	audBalanceCredentials: { case: 'v1 balance endpoints: bad credentials', status: 401, body: v1UnauthorizedError },
	audBalanceHistoryDates: {
		case: 'v1 balance history: from_date or to_date missing',
		status: 422,
		body: v1UnprocessableError,
	},
	authorizeStkUnauthorised: { case: 'Authorise-STK (sandbox): not authorised', status: 401, body: requireLoginError },
	transliterateName: {
		case: 'v2 payin with transliterate and non-romaji name (jp_bank_jpy)',
		status: 422,
		body: fieldErrors,
	},
	audPayoutMixedAddressing: {
		case: 'v1 AUD payout batch mixing payid and bsb/account_number: rejected',
		status: 422,
		body: v1Error,
	},
	mobileMoneyIgnored: { case: 'Mobile money prompt ignored or dismissed: payment becomes failed (not pending)' },
	payoutRejected: { case: 'Payout held by approvals then rejected: status Rejected, not a request error' },
	cardDeclined: { case: 'Webhook pay_code on failed card payment: error_code and error_message' },
} as const satisfies Record<string, ErrorCase>;

/** What a receiver of static PayID callbacks may answer. Spec: Errors, "Static PayID callback receiver". */
export const staticPayidReceiverStatuses = [200, 400, 401] as const;
