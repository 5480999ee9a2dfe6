import { balance, balanceHistory, balanceHistoryQuery, balanceQuery } from '../balances';
import { okAnswer } from '../common';
import {
	contact,
	contactCreateBody,
	contactCreated,
	contactDetailQuery,
	contactList,
	contactListQuery,
	kycSubmitBody,
	resendVerificationBody,
	shareTokenBody,
} from '../contacts';
import { settlementList, settlementListQuery } from '../settlements';
import type { EndpointContract } from './endpoint';

export const v2AccountEndpoints = {
	'v2.balances.detail': {
		method: 'GET',
		path: '/v2/balances/detail',
		spec: 'v2: balances',
		query: balanceQuery.loose(),
		response: balance,
	},
	'v2.balances.history': {
		method: 'GET',
		path: '/v2/balances/history',
		spec: 'v2: balances',
		query: balanceHistoryQuery.loose(),
		response: balanceHistory,
	},
	'v2.contacts.create': {
		method: 'POST',
		path: '/v2/contacts',
		spec: 'v2: contacts and reporting',
		body: contactCreateBody.loose(),
		response: contactCreated,
	},
	'v2.contacts.detail': {
		method: 'GET',
		path: '/v2/contacts/detail',
		spec: 'v2: contacts and reporting',
		query: contactDetailQuery.loose(),
		response: contact,
	},
	'v2.contacts.list': {
		method: 'GET',
		path: '/v2/contacts',
		spec: 'v2: contacts and reporting',
		query: contactListQuery.loose(),
		response: contactList,
	},
	'v2.contacts.submitKyc': {
		method: 'POST',
		path: '/v2/contacts/submit_kyc',
		spec: 'v2: contacts and reporting',
		body: kycSubmitBody.loose(),
		response: okAnswer,
		multipart: true,
	},
	'v2.contacts.shareToken': {
		method: 'POST',
		path: '/v2/contacts/share_token',
		spec: 'v2: contacts and reporting',
		body: shareTokenBody.loose(),
		response: okAnswer,
	},
	'v2.contacts.resendVerification': {
		method: 'POST',
		path: '/v2/contacts/resend_verification',
		spec: 'v2: contacts and reporting',
		body: resendVerificationBody.loose(),
		response: okAnswer,
	},
	'v2.settlements.list': {
		method: 'GET',
		path: '/v2/reports/settlements',
		spec: 'v2: contacts and reporting',
		query: settlementListQuery.loose(),
		response: settlementList,
	},
} as const satisfies Record<string, EndpointContract>;
