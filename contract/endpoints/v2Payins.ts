import { okAnswer, uuidBody } from '../common';
import { payinMethodAnswer, payinMethodList, payinMethodQuery } from '../methods';
import {
	payin,
	payinAuthorizeStkBody,
	payinConfirmOtpBody,
	payinCreateBody,
	payinCreated,
	payinDetailQuery,
	payinList,
	payinListQuery,
	payinRefundAnswer,
	payinRefundBody,
	payinSimulateBody,
} from '../payins';
import type { EndpointContract } from './endpoint';

export const v2PayinEndpoints = {
	'v2.payins.methods': {
		method: 'GET',
		path: '/v2/payins/payin_methods',
		spec: 'v2: payin methods',
		response: payinMethodList,
	},
	'v2.payins.methodParams': {
		method: 'GET',
		path: '/v2/payins/payin_method/params',
		spec: 'v2: payin methods',
		query: payinMethodQuery.loose(),
		response: payinMethodAnswer,
	},
	'v2.payins.create': {
		method: 'POST',
		path: '/v2/payins',
		spec: 'v2: create payin',
		body: payinCreateBody.loose(),
		response: payinCreated,
	},
	'v2.payins.detail': {
		method: 'GET',
		path: '/v2/payins/detail',
		spec: 'v2: payin queries and actions',
		query: payinDetailQuery.loose(),
		response: payin,
	},
	'v2.payins.list': {
		method: 'GET',
		path: '/v2/payins/all',
		spec: 'v2: payin queries and actions',
		query: payinListQuery.loose(),
		response: payinList,
	},
	'v2.payins.cancel': {
		method: 'POST',
		path: '/v2/payins/cancel',
		spec: 'v2: payin queries and actions',
		body: uuidBody.loose(),
		response: okAnswer,
	},
	'v2.payins.refund': {
		method: 'POST',
		path: '/v2/payins/refund',
		spec: 'v2: payin queries and actions',
		body: payinRefundBody.loose(),
		response: payinRefundAnswer,
	},
	'v2.payins.simulate': {
		method: 'POST',
		path: '/v2/payins/simulate',
		spec: 'v2: payin queries and actions',
		body: payinSimulateBody.loose(),
		response: okAnswer,
		sandboxOnly: true,
	},
	'v2.payins.confirmOtp': {
		method: 'POST',
		path: '/v2/payins/confirm_otp',
		spec: 'v2: payin queries and actions',
		body: payinConfirmOtpBody.loose(),
		response: okAnswer,
	},
	'v2.payins.resendOtp': {
		method: 'POST',
		path: '/v2/payins/resend_otp',
		spec: 'v2: payin queries and actions',
		body: uuidBody.loose(),
		response: okAnswer,
	},
	'v2.payins.authorizeStk': {
		method: 'POST',
		path: '/v2/payins/authorize_stk',
		spec: 'v2: payin queries and actions',
		body: payinAuthorizeStkBody.loose(),
		response: okAnswer,
		sandboxOnly: true,
	},
} as const satisfies Record<string, EndpointContract>;
