import type { Mutation } from './mutation';

/** Other words in the text of a source file, which say the opposite of the row. */
const text = (file: string, from: string, to: string): Mutation => ({ kind: 'text', file, from, to });

const field = (at: string): Mutation => ({ kind: 'field', at });

const anybody = text(
	'emulator/http/auth.ts',
	"account === undefined || account.secretKey !== headers.get('secret-key')",
	'account === undefined',
);
const mixed = text('contract/audPayouts.ts', 'expected !== undefined && addressing !== expected', 'false');
const noPrompt = text(
	'emulator/checkout/handsetPrompt.ts',
	"session.status === 'pending' && session.prompt === prompt",
	'false',
);
const withUrl = text(
	'emulator/payins/payCodes.ts',
	"case 'qr':\n\t\t\treturn { qr_string",
	"case 'qr':\n\t\t\treturn { payment_url",
);
const heldForNobody = text('emulator/payouts/payouts.ts', 'if (!batch.held) progress.release', 'progress.release');
const uncancellable = text(
	'nodes/MultiCurrencyPayments/resources/payin/index.ts',
	'read.value.is_cancellable !== false',
	'true',
);
const unrefundable = text(
	'nodes/MultiCurrencyPayments/money/refunds.ts',
	'payment.record.is_refundable !== false',
	'true',
);
const anyScript = text(
	'core/payments/methodParameters.ts',
	"method === 'jp_bank_jpy' && transliterate === true",
	'false',
);
const anyBranch = text(
	'nodes/MultiCurrencyPayments/resources/payout/payoutBatch.ts',
	"method.payout_method_name === 'vn_bank_vnd' &&",
	'false &&',
);
const amountDemanded = text(
	'emulator/methods/checks.ts',
	'if (!method.amountOptional) problems[field] = "can\'t be blank";',
	'problems[field] = "can\'t be blank";',
);
const plainHttp = text('core/service/serviceAddress.ts', "url.protocol !== 'https:' && ", 'false && ');
const ofV3 = text(
	'contract/payins.ts',
	'.object({\n\t\tpayin_method_name',
	'.object({ redirect_url: z.string().optional(),\n\t\tpayin_method_name',
);
const believed = text('nodes/events/incoming.ts', "authorization.outcome === 'refused'", 'false');
const anyTarget = text('contract/notificationTarget.ts', "url?.protocol !== 'https:' && ", 'false && ');

/**
 * Faults for rows that state behaviour, of which nothing exported says the same, by the name of the row. They lie in the
 * emulator or the contract; where the row binds the merchant's side, in core/ or nodes/.
 */
export const faults: Readonly<Record<string, Mutation>> = {
	'Conventions › Requests and responses are JSON unless stated': text(
		'emulator/http/app.ts',
		'contract.body !== undefined && takesForm(endpoint) !== isForm(headers)',
		'false',
	),
	'Conventions › Each base address ends with an /api path segment': text(
		'core/service/serviceAddress.ts',
		"const API_SEGMENT = '/api'",
		"const API_SEGMENT = '/'",
	),
	'Conventions › Operations marked sandbox only do not exist in production': text(
		'emulator/http/app.ts',
		"contract.sandboxOnly === true && world.settings.environment === 'production'",
		'false',
	),
	'What the service does › 1. /v1, /v2 and /v3 share one credential scheme and are told apart by path prefix': anybody,
	'What the service does › 3. Status changes are pushed by HTTP POST to a merchant-supplied URL': text(
		'emulator/engine/courier.ts',
		'\t\t\t\tauthorization,\n',
		'',
	),
	'What the service does › 2. Payment methods are discovered at run time, each with its own parameters and limits': {
		kind: 'endpoint',
		endpoint: 'v2.payins.methodParams',
	},
	'What the service does › 4. A Card API and a Cashback API use the same credentials; their endpoints are not shown': {
		kind: 'endpoint',
		endpoint: 'v2.cards.createPayment',
	},
	'What the service does › 5. A read-only Reporting API returns settlement report files': {
		kind: 'endpoint',
		endpoint: 'v2.settlements.list',
	},
	'Supported v2 currencies (ISO 4217) › The methods actually enabled depend on the merchant account': text(
		'emulator/methods/catalogue.ts',
		'method.currency === currency && method.name === name',
		'method.name === name',
	),
	'Supported v2 currencies (ISO 4217) › Each app-id maps to exactly one currency': text(
		'emulator/http/routes/v2Balances.ts',
		'query.currency !== account.currency',
		'false',
	),
	'Supported v2 currencies (ISO 4217) › The amount in the response and in webhook payloads is the authoritative one':
		text('core/money.ts', 'if (scale <= decimals) return', 'if (scale >= 0) return'),
	'Supported v2 currencies (ISO 4217) › gst is true only for AUD transactions by Australian merchants': text(
		'emulator/payins/payinChecks.ts',
		"body.gst && !(currency === 'AUD' && australian)",
		'false',
	),
	'Method identifiers › v2 identifies methods by payin_method_name / payout_method_name, v3 by payin_method_code':
		field('v2.payins.create body payin_method_name'),
	'Payin method record (v2, from the method-parameters endpoint) › The list endpoint returns records of only currency and payin_method_name':
		field('v2.payins.methods response records.payin_method_name'),
	'Payout method record (v2) › The list endpoint returns only currency and payout_method_name': field(
		'v2.payouts.methods response records.payout_method_name',
	),
	'Payin (v2) › For th_qrpay_thb pay_code carries qr_string or bank details and no payment_url': withUrl,
	'Payin (v2) › metadata is returned unchanged, also in webhooks': text(
		'emulator/payins/payinRecords.ts',
		'...common(payin),\n\t// The total',
		'...common(payin),\n\tmetadata: null,\n\t// The total',
	),
	'Payin (v2) › A list of refund records replaces the older refund_information object in the detail': field(
		'v2.payins.detail response refunds',
	),
	'Balance history entry › A refund is a negative amount in v1 but a positive amount with money_out in v2; v2 has no running total':
		text('emulator/audPayouts/audBalances.ts', '? net : -net', '? net : net'),
	'Webhook object (payment notifications) › notification card pay_code.3ds_url': field(
		'v2.cards.createPayment response pay_code.3ds_url',
	),
	'Webhook object (payment notifications) › notification card sender_details.card': text(
		'core/events/sources/card.ts',
		'isFilledIn(asObject(body.sender_details)?.card) || ',
		'',
	),
	'Webhook object (payment notifications) › v3 sends a payment link object whose status is at transaction_info.status, not at top level':
		field('notification checkoutLink transaction_info.status'),
	'Customers and contacts (v2) › A customer and a contact record exist': {
		kind: 'endpoint',
		endpoint: 'v2.contacts.list',
	},
	'Customers and contacts (v2) › A contact has an identity verification link, deliverable by email or SMS': {
		kind: 'endpoint',
		endpoint: 'v2.contacts.resendVerification',
	},
	'Payin status (v2 create/detail and webhooks) › pending → cancel payin, where is_cancellable → expired': text(
		'emulator/payins/payins.ts',
		"progress.become(payin, 'expired')",
		"progress.become(payin, 'failed')",
	),
	'Payin status (v2 create/detail and webhooks) › pending → payin simulate, completed → received, webhook sent': text(
		'emulator/payins/payinProgress.ts',
		"become(payin, 'received')",
		"become(payin, 'waiting')",
	),
	'Payin status (v2 create/detail and webhooks) › pending → payin simulate, failed → failed or equivalent': text(
		'emulator/payins/payinProgress.ts',
		"become(payin, 'failed')",
		"become(payin, 'waiting')",
	),
	'Payin status (v2 create/detail and webhooks) › pending → confirm or authorise step in mobile money flow → stays in the flow':
		text('emulator/payins/mobileMoney.ts', 'progress.prompt(payin)', 'progress.receive(payin, payin.total)'),
	'Payin status (v2 create/detail and webhooks) › received → refund payin, where is_refundable; full right after success, partial only 30 to 60 minutes later':
		text('emulator/payins/refunds.ts', 'amount < payin.paid && problem', 'false'),
	'Payin status (v2 create/detail and webhooks) › received, return_received → webhook POST to the payin’s endpoint':
		text(
			'emulator/payins/payinProgress.ts',
			"notify({ source: 'payin', about",
			"if (status === 'pending') notify({ source: 'payin', about",
		),
	'Payin status (v2 create/detail and webhooks) › pending to authorised, authorised to waiting → card flow, webhook POST':
		text('emulator/cards/cards.ts', "become(payment, 'waiting')", "become(payment, 'received')"),
	'Payout batch status (v2) › Each transaction in a batch is processed independently; one failure does not stop others':
		text(
			'emulator/payouts/payoutProgress.ts',
			'if (failure === null) end(transaction, null);',
			"if (failure === null) end(transaction, failed.length > 0 ? 'Stopped' : null);",
		),
	'Payout batch status (v2) › scheduled → cancel scheduled payout → cancelled': text(
		'emulator/payouts/payouts.ts',
		'progress.abandon(batch, ASSUMED.cancelledPayoutStatus',
		"progress.abandon(batch, 'expired'",
	),
	'Payout batch status (v2) › pending payout → payout simulate → completed or failed': text(
		'emulator/payouts/payouts.ts',
		"progress.abandon(batch, 'failed'",
		"progress.abandon(batch, 'expired'",
	),
	'Payout batch status (v2) › created → approved by an Admin or Finance user in the portal → processing begins':
		heldForNobody,
	'Payout batch status (v2) › A 2xx create response does not mean funds moved; drive state from the payout webhook':
		heldForNobody,
	'Payout batch status (v2) › created → rejected → Rejected (terminal; never processed)': text(
		'emulator/payouts/payouts.ts',
		"progress.abandon(batch, 'Rejected'",
		"progress.abandon(batch, 'expired'",
	),
	'Payout batch status (v2) › The first decision wins and a concurrent second decision is refused': text(
		'emulator/payouts/payouts.ts',
		"if (!batch.held)\n\t\t\tthrow new ServiceError(409, 'CONFLICT'",
		"if (false)\n\t\t\tthrow new ServiceError(409, 'CONFLICT'",
	),
	'Transfer (sandbox) › A transfer out of a USD treasury account is created in Processing and returns a Balance ID; simulate ends it':
		text('emulator/treasury/transfers.ts', "outcome === 'completed' ? 'done' : 'failed'", "'failed'"),
	'Endpoints › Every endpoint requires the app-id and secret-key headers unless stated': anybody,
	'Endpoints › Response code 200 means success': text('core/service/retryPolicy.ts', 'status >= 200', 'status > 200'),
	'v1: static PayID › v1.staticPayid.create body customer_notification.endpoint_url': anyTarget,
	'v1: static PayID › Callback: POST to customer_notification.endpoint_url when the status changes': text(
		'emulator/payids/staticPayids.ts',
		"notify({ source: 'payid'",
		"if (false) notify({ source: 'payid'",
	),
	'v1: payment gateway link › create_payment requires an extra header access-token': text(
		'emulator/http/routes/v1.ts',
		"gateway.checkToken(headers.get('access-token'));",
		'',
	),
	'v1: sandbox deposit simulation (sandbox only) › The deposit appears in the history, and the Incoming and Available balances update':
		text('emulator/treasury/deposits.ts', "void ledger.settle(entry.id, 'done')", 'undefined'),
	'v1: AUD payouts › Every transaction of one request must use the same addressing method': mixed,
	'v1: AUD payouts › A file that mixes the two is rejected': mixed,
	'v1: AUD payouts › One transaction cannot carry both': text(
		'contract/audPayouts.ts',
		'another !== undefined',
		'false',
	),
	'v2: create payin › email must equal the contact’s email when require_contact is true; a contact must be created first':
		text('emulator/methods/checks.ts', 'if (!contacts.find(email))', 'if (false)'),
	'v2: create payin › endpoint_url: an https address': anyTarget,
	'v2: create payin › authorization_header: unique per payment recommended': text(
		'core/service/authorization.ts',
		'nonce = randomBytes(NONCE_BYTES)',
		'nonce = Buffer.alloc(NONCE_BYTES)',
	),
	'v2: create payin › expired_at applies only to vn_<qr_scheme>_vnd, other methods use a fixed default': text(
		'emulator/payins/payinChecks.ts',
		'!method.heedsExpiry || submitted === undefined',
		'submitted === undefined',
	),
	'v2: create payin › v2 has no sender_info, expire_in or redirect_url': ofV3,
	'v2: create payin › th_qrpay_thb: render the QR from pay_code.qr_string': withUrl,
	'v2: create payin › schema jpBankPayinParams transliterate': anyScript,
	'v2: create payin › transliterate: input must be Latin-letter romaji else a validation error; ignored by other methods':
		anyScript,
	'v2: payin queries and actions › Check is_cancellable first': uncancellable,
	'v2: payin queries and actions › Check is_refundable first': unrefundable,
	'v2: create payout › schema vnBankPayoutParams branch_code': anyBranch,
	'v2: create payout › scheduled_at is interpreted as UTC': text(
		'emulator/engine/timestamps.ts',
		'`${text}Z`',
		'`${text}+02:00`',
	),
	'v2: create payout › amount is optional for usdc_bank': amountDemanded,
	'Not shown by the specification › Assumed (payinAmountless): a payin by usdc_bank may go without an amount, as a payout may':
		amountDemanded,
	'v2: balances › While has_more is true pass the previous next_cursor with the same from_date, to_date and size': text(
		'nodes/service/balances.ts',
		'query: { ...periodQuery(asked), size, cursor }',
		'query: cursor ? { cursor } : { ...periodQuery(asked), size }',
	),
	'v2: balances › Treat the cursor as opaque': text(
		'core/service/paging.ts',
		'next: hasMore ? nextCursor : null',
		'next: nextCursor',
	),
	'v2: contacts and reporting › Returns reports for the currency tied to the app-id': text(
		'emulator/settlements/settlements.ts',
		'currency: merchant.currency,\n\t\t\treport_frequency',
		"currency: 'ZZZ',\n\t\t\treport_frequency",
	),
	'v3: hosted checkout › Without redirect_url.failure the customer stays on the hosted page': text(
		'emulator/pages/checkoutPage.ts',
		': session.redirect.failure;',
		': (session.redirect.failure ?? session.redirect.success);',
	),
	'v3: hosted checkout › Mobile money is confirmed on the handset and then by the customer selecting I have paid': text(
		'emulator/checkout/handsetPrompt.ts',
		'session.prompt = prompt;',
		'',
	),
	'v3: hosted checkout › Mobile money is not refundable through the API': unrefundable,
	'v3: hosted checkout › Mobile money is not cancellable through the API': uncancellable,
	'v3: hosted checkout › Prompts expire, which surfaces as a failed payment': noPrompt,
	'v3: hosted checkout › For MWK only numbers of two specific networks work': text(
		'emulator/checkout/handsetPrompt.ts',
		"session.currency === 'MWK' && ",
		'false && ',
	),
	'Authentication › 1. Every request carries app-id and secret-key; sandbox credentials go with the sandbox address':
		anybody,
	'Authentication › 2. The secret-key stays on the server; use HTTPS': plainHttp,
	'Authentication › 3. create_payment also requires access-token; after expiry request a new one and retry': text(
		'emulator/http/routes/v1.ts',
		"gateway.checkToken(headers.get('access-token'));",
		'',
	),
	'Authentication › 4. A merchant-level Webhook Secret Key signs webhook payloads': text(
		'emulator/engine/courier.ts',
		'.update(text)',
		'.update(`${text} `)',
	),
	'Authentication › 5. Each webhook request carries the merchant-chosen authorization_header value': text(
		'emulator/engine/courier.ts',
		'\t\t\t\tauthorization,\n',
		'',
	),
	'Events › Delivery 1. Best effort; the receiver must answer HTTP 200': text(
		'emulator/engine/courier.ts',
		'outcome.status === 200',
		'(outcome.status ?? 500) < 400',
	),
	'Events › Delivery 2. When the response is not 200 the service retries 3 times, 15 minutes apart': text(
		'emulator/engine/courier.ts',
		'tries > settings.notificationRetries',
		'tries > settings.notificationRetries + 1',
	),
	'Events › Delivery 3. Deliveries can repeat, so handlers must be idempotent and de-duplicate by uuid': text(
		'emulator/engine/notifications.ts',
		'copy <= duplicate',
		'copy < 1',
	),
	'Events › Delivery 6. HTTPS': anyTarget,
	'Events › Popup messages (v3): svc_payment_event; onChange or onDone, success or failed': text(
		'emulator/pages/checkoutScript.ts',
		'const message = { svc_payment_event',
		'const message = { payment_event',
	),
	'v3: hosted checkout › Refund a completed payin': text(
		'emulator/checkout/checkoutRefunds.ts',
		"['received', 'return_pending'",
		"['pending', 'return_pending'",
	),
	'v3: hosted checkout › Values given in sender_info are prefilled but still validated': text(
		'emulator/pages/checkoutPage.ts',
		"session.sender[field.name] ?? ''",
		"''",
	),
	'Events › Delivery 4. Webhooks are the source of truth for status': text(
		'core/events/confirming.ts',
		'if (notified === null) return false;',
		'if (notified !== undefined) return false;',
	),
	'Errors › Static PayID callback receiver → 200 accepted, 400, 401': believed,
	'Errors › staticPayidReceiverStatuses 200': text(
		'nodes/MultiCurrencyPaymentsTrigger/receive.ts',
		'return { workflowData: [items] };',
		'n8n.getResponseObject().status(200).json({});\n\treturn { noWebhookResponse: true };',
	),
	'Errors › staticPayidReceiverStatuses 400': text(
		'nodes/events/incoming.ts',
		"event === null) return { outcome: 'rejected', status: 400 }",
		"event === null) return { outcome: 'rejected', status: 401 }",
	),
	'Errors › staticPayidReceiverStatuses 401': believed,
	'Errors › v1 AUD payout batch mixing payid and bsb/account_number → rejected': mixed,
	'Errors › Mobile money prompt ignored or dismissed → payment becomes failed': noPrompt,
	'Errors › v2 payin with transliterate and non-romaji name → validation error': anyScript,
	'Errors › Payout held by approvals then rejected → status Rejected': text(
		'core/events/sources/payout.ts',
		"'cancelled', 'rejected'];",
		"'cancelled'];",
	),
	'Errors › Webhook pay_code on failed card payment → error_code (issuer_declined) and error_message': field(
		'notification card pay_code.error_code',
	),
	'Errors › Example code of a declined card: issuer_declined': text(
		'contract/errors.ts',
		"cardDeclinedCode = 'issuer_declined'",
		"cardDeclinedCode = 'declined'",
	),
	'Limits › Branch code: required above 300,000,000 VND or if bank requires': anyBranch,
	'Limits › file_url: fetch with plain GET without auth headers': text(
		'emulator/http/settlementFiles.ts',
		'account.settlements.fileRequests.withCredentials += 1',
		'account.settlements.fileRequests.withCredentials += 0',
	),
	'Limits › Per-method min_amount, max_amount: returned by the methods endpoints': text(
		'emulator/methods/checks.ts',
		'amount < parseMoney(method.min) || amount > parseMoney(method.max)',
		'false',
	),
	'Versioning › 1. Version is carried in the path prefix': { kind: 'endpoint', endpoint: 'v3.links.create' },
	'Versioning › 2. v1 covers AUD only; v2 all configured currencies; v3 is the hosted checkout': text(
		'emulator/http/routes/v1.ts',
		"account.currency !== 'AUD'",
		'false',
	),
	'Versioning › 3. v1 to v2 balance history: cursor and size, timestamps, records, unsigned amount, fee breakdown':
		field('v2.balances.history response next_cursor'),
	'Versioning › 4. v2 to v3: name, email, expired_at, payin_method_name become sender_info, expires_in, redirect_url, payin_method_code':
		ofV3,
	'Versioning › 5. th_qrpay_thb: payment_url removed, qr_string used': withUrl,
	'Versioning › 5. v1 AUD batch payouts must use one addressing method per request': mixed,
	'Versioning › 6. TZS in v3': text(
		'emulator/checkout/checkoutMethods.ts',
		"...methodsOf('TZS',",
		"...methodsOf('ZZZ',",
	),
};
