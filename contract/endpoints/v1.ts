import { audPayout, audPayoutCreateBody, audPayoutFileBody } from '../audPayouts';
import { audBalance, audBalanceHistory, audBalanceHistoryQuery } from '../balances';
import { okAnswer } from '../common';
import { accessToken, gatewayLink, gatewayLinkCreateBody } from '../gateway';
import { oneTimePayidCreateBody, payidObject, staticPayid, staticPayidCreateBody } from '../payids';
import { depositSimulateBody } from '../transfers';
import type { EndpointContract } from './endpoint';

export const v1Endpoints = {
	'v1.staticPayid.create': {
		method: 'POST',
		path: '/v1/customers/create_static_open_payid',
		spec: 'v1: static PayID',
		body: staticPayidCreateBody.loose(),
		response: staticPayid,
	},
	'v1.gateway.accessToken': {
		method: 'GET',
		path: '/v1/payment_gateways/access_token',
		spec: 'v1: payment gateway link',
		response: accessToken,
	},
	'v1.gateway.create': {
		method: 'POST',
		path: '/v1/payment_gateways/create_payment',
		spec: 'v1: payment gateway link',
		body: gatewayLinkCreateBody.loose(),
		response: gatewayLink,
		accessToken: true,
	},
	'v1.oneTimePayid.create': {
		method: 'POST',
		path: '/v1/merchants/create_payment',
		spec: 'v1: one-time PayID',
		body: oneTimePayidCreateBody.loose(),
		response: payidObject,
	},
	'v1.balances.detail': {
		method: 'GET',
		path: '/v1/balances/detail',
		spec: 'v1: balances',
		response: audBalance,
	},
	'v1.balances.history': {
		method: 'GET',
		path: '/v1/balances/history',
		spec: 'v1: balances',
		query: audBalanceHistoryQuery.loose(),
		response: audBalanceHistory,
	},
	'v1.deposits.simulate': {
		method: 'POST',
		path: '/v1/simulate_deposit',
		spec: 'v1: sandbox deposit simulation (sandbox only)',
		body: depositSimulateBody.loose(),
		response: okAnswer,
		sandboxOnly: true,
	},
	'v1.payouts.create': {
		method: 'POST',
		path: '/v1/payouts',
		spec: 'v1: AUD payouts',
		body: audPayoutCreateBody.loose(),
		response: audPayout,
	},
	'v1.payouts.createFromFile': {
		method: 'POST',
		path: '/v1/payouts',
		spec: 'v1: AUD payouts',
		body: audPayoutFileBody.loose(),
		response: audPayout,
		multipart: true,
	},
} as const satisfies Record<string, EndpointContract>;
