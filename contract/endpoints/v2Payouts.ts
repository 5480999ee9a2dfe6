import { qrContentBody, qrImageBody, resolvedBankAccount } from '../banks';
import { okAnswer, uuidBody } from '../common';
import { branchCodeList, branchCodesQuery, payoutMethodAnswer, payoutMethodList, payoutMethodQuery } from '../methods';
import {
	payoutBatchDetail,
	payoutCancelAnswer,
	payoutCreateBody,
	payoutCreated,
	payoutDetailQuery,
	payoutList,
	payoutListQuery,
	payoutSimulateBody,
} from '../payouts';
import { transferSimulateBody } from '../transfers';
import type { EndpointContract } from './endpoint';

export const v2PayoutEndpoints = {
	'v2.payouts.methods': {
		method: 'GET',
		path: '/v2/payouts/payout_methods',
		spec: 'v2: payout methods',
		response: payoutMethodList,
	},
	'v2.payouts.methodParams': {
		method: 'GET',
		path: '/v2/payouts/payout_method/params',
		spec: 'v2: payout methods',
		query: payoutMethodQuery.loose(),
		response: payoutMethodAnswer,
	},
	'v2.payouts.create': {
		method: 'POST',
		path: '/v2/payouts',
		spec: 'v2: create payout',
		body: payoutCreateBody.loose(),
		response: payoutCreated,
	},
	'v2.payouts.detail': {
		method: 'GET',
		path: '/v2/payouts/detail',
		spec: 'v2: payout queries and actions',
		query: payoutDetailQuery.loose(),
		response: payoutBatchDetail,
	},
	'v2.payouts.list': {
		method: 'GET',
		path: '/v2/payouts/all',
		spec: 'v2: payout queries and actions',
		query: payoutListQuery.loose(),
		response: payoutList,
	},
	'v2.payouts.cancelScheduled': {
		method: 'POST',
		path: '/v2/payouts/cancel_scheduled',
		spec: 'v2: payout queries and actions',
		body: uuidBody.loose(),
		response: payoutCancelAnswer,
	},
	'v2.payouts.simulate': {
		method: 'POST',
		path: '/v2/payouts/simulate',
		spec: 'v2: payout queries and actions',
		body: payoutSimulateBody.loose(),
		response: okAnswer,
		sandboxOnly: true,
	},
	'v2.payouts.branchCodes': {
		method: 'GET',
		path: '/v2/payouts/branch_codes',
		spec: 'v2: payout queries and actions',
		query: branchCodesQuery.loose(),
		response: branchCodeList,
	},
	'v2.banks.qrContent': {
		method: 'POST',
		path: '/v2/banks/lookup/qr_content',
		spec: 'v2: payout queries and actions',
		body: qrContentBody.loose(),
		response: resolvedBankAccount,
	},
	'v2.banks.qrImage': {
		method: 'POST',
		path: '/v2/banks/lookup/qr_image',
		spec: 'v2: payout queries and actions',
		body: qrImageBody.loose(),
		response: resolvedBankAccount,
	},
	'v2.transfers.simulate': {
		method: 'POST',
		path: '/v2/transfers/simulate',
		spec: 'v2: payout queries and actions',
		body: transferSimulateBody.loose(),
		response: okAnswer,
		sandboxOnly: true,
	},
} as const satisfies Record<string, EndpointContract>;
