import {
	cardDetailParams,
	cardList,
	cardListQuery,
	cardPayment,
	cardPaymentCreateBody,
	cardRefundAnswer,
	cardRefundBody,
} from '../cards';
import {
	campaignList,
	campaignListQuery,
	cashbackActivateBody,
	cashbackDeliverBody,
	cashbackTransaction,
	cashbackUser,
} from '../cashbacks';
import { uuidBody } from '../common';
import type { EndpointContract } from './endpoint';

const spec = 'What the service does, 4: Card and Cashback (endpoints not shown)';

export const cardAndCashbackEndpoints = {
	'v2.cards.createPayment': {
		method: 'POST',
		path: '/v2/cards/create_payment',
		spec,
		body: cardPaymentCreateBody.loose(),
		response: cardPayment,
	},
	'v2.cards.capturePayment': {
		method: 'POST',
		path: '/v2/cards/capture_payment',
		spec,
		body: uuidBody.loose(),
		response: cardPayment,
	},
	'v2.cards.refundPayment': {
		method: 'POST',
		path: '/v2/cards/refund_payment',
		spec,
		body: cardRefundBody.loose(),
		response: cardRefundAnswer,
	},
	'v2.cards.list': {
		method: 'GET',
		path: '/v2/cards/payments',
		spec,
		query: cardListQuery.loose(),
		response: cardList,
	},
	'v2.cards.detail': {
		method: 'GET',
		path: '/v2/cards/payments/:uuid',
		spec,
		params: cardDetailParams,
		response: cardPayment,
	},
	'v2.cashbacks.activate': {
		method: 'POST',
		path: '/v2/cashbacks/activate',
		spec,
		body: cashbackActivateBody.loose(),
		response: cashbackUser,
	},
	'v2.cashbacks.deliver': {
		method: 'POST',
		path: '/v2/cashbacks/deliver',
		spec,
		body: cashbackDeliverBody.loose(),
		response: cashbackTransaction,
	},
	'v2.cashbacks.campaigns': {
		method: 'GET',
		path: '/v2/cashbacks/campaigns',
		spec,
		query: campaignListQuery.loose(),
		response: campaignList,
	},
} as const satisfies Record<string, EndpointContract>;
