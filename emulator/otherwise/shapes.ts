import type { EndpointId } from '../../contract/endpoints';
import {
	answerShape,
	both,
	everywhere,
	isFields,
	renamed,
	requestField,
	without,
	type Difference,
	type Fields,
} from './difference';

const recordsOf = (answer: Fields): Fields[] => (Array.isArray(answer.records) ? (answer.records as Fields[]) : []);
const eachRecord =
	(change: (record: Fields) => Fields) =>
	(answer: Fields): Fields => ({ ...answer, records: recordsOf(answer).map(change) });

const onlyRecords = (endpoint: EndpointId): Difference => answerShape([endpoint], ({ records }) => ({ records }));

const ok: EndpointId[] = [
	'v2.payins.cancel',
	'v2.payins.simulate',
	'v2.payins.confirmOtp',
	'v2.payins.resendOtp',
	'v2.payouts.simulate',
	'v2.transfers.simulate',
	'v2.contacts.submitKyc',
	'v2.contacts.shareToken',
	'v2.contacts.resendVerification',
	'v1.deposits.simulate',
];

const actions: EndpointId[] = [
	'v2.payins.cancel',
	'v2.payins.refund',
	'v2.payins.simulate',
	'v2.payins.confirmOtp',
	'v2.payins.resendOtp',
	'v2.payouts.cancelScheduled',
	'v2.payouts.simulate',
	'v3.links.refund',
];

/** A distinct number for every report, as another service might use for an id. */
const numberOf = (id: unknown): number =>
	[...String(id)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000_007, 7);

const unmasked = (fields: Fields): Fields =>
	'authorization_header' in fields ? { ...fields, authorization_header: 'Bearer mcp2.of.a.payment' } : fields;

/** How a service differs in which one assumed shape is wrong, by the id of the assumption. */
export const shapeDifferences = {
	payinListRecord: answerShape(
		['v2.payins.list'],
		eachRecord(({ uuid, status, amount, currency }) => ({ uuid, status, amount, currency })),
	),
	payoutListRecord: answerShape(
		['v2.payouts.list'],
		eachRecord(({ uuid, status, total_amount, currency }) => ({ uuid, status, total_amount, currency })),
	),
	payinDetailStatuses: { settings: { recordStatuses: 'thirteen' } },
	payinExtraFields: answerShape(['v2.payins.create', 'v2.payins.detail'], (payin) =>
		without(payin, 'webhook_notification', 'status_text'),
	),
	maskedAuthorization: {
		answer: (_endpoint, answer) => everywhere(answer, unmasked),
		notification: (_source, body) => everywhere(body, unmasked),
	},
	latePayCode: answerShape(['v2.payins.create'], (payin) =>
		isFields(payin.pay_code) && Object.keys(payin.pay_code).length === 0 ? { ...payin, pay_code: null } : payin,
	),
	actionAnswers: answerShape(ok, () => ({ success: true })),
	refundAnswer: answerShape(['v2.payins.refund', 'v3.links.refund'], ({ refund_amount }) => ({
		refund: { id: 'R-1', state: 'accepted', amount: refund_amount },
	})),
	answerTimestamps: {
		answer: (_endpoint, answer) =>
			everywhere(answer, (fields) =>
				Object.fromEntries(
					Object.entries(fields).map(([key, value]) => [
						key,
						typeof value === 'string'
							? value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.000)?(\.\d{3})?\+0000$/, '$1$2Z')
							: value,
					]),
				),
			),
	},
	payoutListEnvelope: onlyRecords('v2.payouts.list'),
	recordEnvelope: answerShape(
		['v2.payins.detail', 'v2.payouts.detail', 'v3.links.detail', 'v1.staticPayid.create'],
		(record) => ({ record }),
	),
	failedPayoutBatch: {
		answer: (endpoint, answer) =>
			endpoint === 'v2.payouts.detail' && answer.status === 'failed' ? { ...answer, status: 'declined' } : answer,
		notification: (source, body) =>
			source === 'payout' && body.status === 'failed' ? { ...body, status: 'declined' } : body,
	},
	branchCodeAnswer: answerShape(['v2.payouts.branchCodes'], (answer) => ({
		branches: recordsOf(answer).map(({ code, name }) => ({ branch_code: code, branch_name: name })),
	})),
	contactShapes: both(
		answerShape(['v2.contacts.create', 'v2.contacts.detail'], (contact) => ({
			contact: renamed(contact, 'type', 'contact_type'),
		})),
		answerShape(
			['v2.contacts.list'],
			eachRecord((contact) => renamed(contact, 'email', 'email_address')),
		),
	),
	contactListEnvelope: onlyRecords('v2.contacts.list'),
	kycCallback: {
		notification: (source, body) => (source === 'identityCheck' ? renamed(body, 'status', 'kyc_status') : body),
	},
	settlementListEnvelope: onlyRecords('v2.settlements.list'),
	settlementListPeriod: { settings: { reportPeriods: 'required' } },
	settlementEntryFields: answerShape(
		['v2.settlements.list'],
		eachRecord(({ id, summary, file_url, report_frequency }) => ({
			...{ id: numberOf(id), summary, file_url, report_frequency },
		})),
	),
	linkShapes: answerShape(['v3.links.detail', 'v3.links.list'], (answer) =>
		everywhere(answer, (fields) =>
			isFields(fields.transaction_info) && fields.transaction_info.status === 'pending'
				? without(fields, 'transaction_info', 'created_at', 'sender_info')
				: without(fields, 'created_at'),
		),
	),
	linkListEnvelope: onlyRecords('v3.links.list'),
	linkListFilters: {
		request: (endpoint, request) =>
			endpoint === 'v3.links.list'
				? { ...request, query: { page: request.query.page ?? '1', per_page: request.query.per_page ?? '20' } }
				: request,
	},
	linkNotificationShape: {
		notification: (source, body) =>
			source === 'checkoutLink'
				? { ...without(body, 'expires_at', 'payin_method_code', 'payment_link_url'), amount: String(body.amount) }
				: body,
	},
	audPayoutShapes: answerShape(['v1.payouts.create', 'v1.payouts.createFromFile'], ({ id, status }) => ({
		payout: { payout_id: id, state: status },
	})),
	payidObjectFields: {
		notification: (source, body) =>
			source === 'payid'
				? without(body, 'status', 'expired_at', 'external_id', 'created_at', 'refund_information')
				: body,
	},
	oneTimePayidFields: requestField(['v1.oneTimePayid.create'], 'emails', 'email'),
	actionBodies: requestField(actions, 'uuid', 'id'),
	refundAmountField: requestField(['v2.payins.refund', 'v3.links.refund'], 'amount', 'refund_amount'),
	simulatedAmountField: requestField(['v2.payins.simulate'], 'amount', 'paid_amount'),
	bankLookupAnswer: answerShape(
		['v2.banks.qrContent', 'v2.banks.qrImage'],
		({ account_name, account_number, bank_name, swift_code }) => ({
			account: { name: account_name, number: account_number, bank: bank_name, bic: swift_code },
		}),
	),
	oneTimePayidAnswer: answerShape(['v1.oneTimePayid.create'], (payid) => ({ payment: payid })),
	gatewayShapes: answerShape(['v1.gateway.create'], ({ redirect_url, payment_id }) => ({
		payment: { payment_url: redirect_url, id: payment_id },
	})),
	gatewayCallback: {
		notification: (source, body) => (source === 'gatewayLink' ? renamed(body, 'payment_id', 'id') : body),
	},
	payoutCallback: {
		notification: (source, body) =>
			source === 'payout' ? { event: 'payout', payout: { id: body.uuid, state: body.status } } : body,
	},
	payinCredentialsCallback: {
		notification: (source, body) =>
			source === 'payinCredentials' ? { va: String(body.account_number ?? body.virtual_account_number) } : body,
	},
	errorBodies: { refusal: () => ({ message: 'No, for reasons of our own' }) },
	partialRefundWindow: { settings: { partialRefundsEnd: true } },
	futurePeriods: { settings: { futurePeriods: 'refused' } },
	listOrder: both(
		answerShape(
			['v2.payins.list', 'v2.payouts.list', 'v3.links.list', 'v2.settlements.list', 'v2.contacts.list'],
			(answer) => ({
				...answer,
				records: recordsOf(answer).toReversed(),
			}),
		),
	),
} satisfies Record<string, Difference>;
