import {
	linkCreateBody,
	linkCreated,
	linkDetailParams,
	linkList,
	linkListQuery,
	linkRefundAnswer,
	linkRefundBody,
	paymentLink,
	v3PayinMethodList,
} from '../links';
import type { EndpointContract } from './endpoint';

export const v3Endpoints = {
	'v3.methods': {
		method: 'GET',
		path: '/v3/payin_methods',
		spec: 'v3: hosted checkout',
		response: v3PayinMethodList,
	},
	'v3.links.create': {
		method: 'POST',
		path: '/v3/payin_links',
		spec: 'v3: hosted checkout',
		body: linkCreateBody.loose(),
		response: linkCreated,
	},
	'v3.links.list': {
		method: 'GET',
		path: '/v3/payin_links',
		spec: 'v3: hosted checkout',
		query: linkListQuery.loose(),
		response: linkList,
	},
	'v3.links.detail': {
		method: 'GET',
		path: '/v3/payin_links/:uuid',
		spec: 'v3: hosted checkout',
		params: linkDetailParams,
		response: paymentLink,
	},
	'v3.links.refund': {
		method: 'POST',
		path: '/v3/payin_links/refund',
		spec: 'v3: hosted checkout',
		body: linkRefundBody.loose(),
		response: linkRefundAnswer,
	},
} as const satisfies Record<string, EndpointContract>;
