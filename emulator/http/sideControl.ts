import { z } from 'zod/v4';
import { reportFrequencies } from '../../contract/settlements';
import type { Account } from '../account';
import type { CheckoutSession } from '../checkout/checkoutSessions';
import { notFound } from './errors';
import type { ControlHandlers, Mount } from './handlers';
import { mountCheckout } from '../pages/checkout';
import { mountCardChallenge } from '../pages/checkoutChallenge';
import { mountSettlementFiles } from '../settlements/settlementFiles';
import { accountOf, type World } from '../world';

const amount = z.union([z.number(), z.string()]);
const linkRequest = z.strictObject({
	uuid: z.string(),
	payin_method_code: z.string().optional(),
	reason: z.string().optional(),
});
const staticPayidRequest = z.strictObject({ payid: z.string() });
const staticPayidPayment = staticPayidRequest.extend({ amount });
const oneTimePayidRequest = z.strictObject({ id: z.union([z.number(), z.string()]), amount: amount.optional() });
const gatewayRequest = z.strictObject({ payment_id: z.number().int(), reason: z.string().optional() });
const closeRequest = z.strictObject({
	currency: z.string(),
	report_frequency: z.enum(reportFrequencies).default('daily'),
});
const transferRequest = z.strictObject({ currency: z.string().default('USD'), amount });
const identityRequest = z.strictObject({
	currency: z.string(),
	email: z.string(),
	status: z.enum(['approved', 'failed']),
	message: z.string().optional(),
});

const DECLINED = 'The payment was declined';
const aud = (world: World): Account => accountOf(world, 'AUD');

/** The hosted page's session behind a link, whichever account made it. */
function linkSession(world: World, uuid: string): { account: Account; session: CheckoutSession } {
	for (const account of world.accounts.values()) {
		const session = account.checkoutSessions.find(uuid);
		if (session) return { account, session };
	}
	throw notFound(`There is no payment link ${uuid}`);
}

const stateOf = ({ uuid, status, transactionUuid, method }: CheckoutSession) => ({
	uuid,
	status,
	transaction_uuid: transactionUuid,
	payin_method_code: method?.code ?? null,
});

/** What customers, reviewers and the portal do in the live service, as commands of `/_control`. */
export const sideControlHandlers: ControlHandlers = {
	'POST links/pay': ({ world, body }) => {
		const { uuid, payin_method_code } = linkRequest.parse(body);
		const { account, session } = linkSession(world, uuid);
		if (payin_method_code !== undefined) account.checkoutSessions.choose(session, payin_method_code);
		account.checkoutSessions.pay(session);
		return stateOf(session);
	},
	'POST links/fail': ({ world, body }) => {
		const { uuid, reason } = linkRequest.parse(body);
		const { account, session } = linkSession(world, uuid);
		account.checkoutSessions.fail(session, reason ?? DECLINED);
		return stateOf(session);
	},
	'POST links/expire': ({ world, body }) => {
		const { account, session } = linkSession(world, linkRequest.parse(body).uuid);
		account.checkoutSessions.expire(session);
		return stateOf(session);
	},
	'GET payids': ({ world }) => ({ static: aud(world).staticPayids.list(), one_time: aud(world).oneTimePayids.list() }),
	'POST payids/static/pay': ({ world, body }) => {
		const { payid, amount: paid } = staticPayidPayment.parse(body);
		return aud(world).staticPayids.pay(payid, paid);
	},
	'POST payids/static/expire': ({ world, body }) =>
		aud(world).staticPayids.expire(staticPayidRequest.parse(body).payid),
	'POST payids/one-time/pay': ({ world, body }) => {
		const { id, amount: paid } = oneTimePayidRequest.parse(body);
		return aud(world).oneTimePayids.pay(id, paid);
	},
	'POST payids/one-time/expire': ({ world, body }) =>
		aud(world).oneTimePayids.expire(oneTimePayidRequest.parse(body).id),
	'POST gateway/pay': ({ world, body }) => {
		const { checkoutSessions, gateway } = aud(world);
		const session = gateway.session(gatewayRequest.parse(body).payment_id);
		checkoutSessions.pay(session);
		return stateOf(session);
	},
	'POST gateway/fail': ({ world, body }) => {
		const { checkoutSessions, gateway } = aud(world);
		const { payment_id, reason } = gatewayRequest.parse(body);
		const session = gateway.session(payment_id);
		checkoutSessions.fail(session, reason ?? DECLINED);
		return stateOf(session);
	},
	'POST gateway/expire': ({ world, body }) => {
		const { checkoutSessions, gateway } = aud(world);
		const session = gateway.session(gatewayRequest.parse(body).payment_id);
		checkoutSessions.expire(session);
		return stateOf(session);
	},
	'POST gateway/revoke-tokens': ({ world }) => aud(world).gateway.revokeTokens(),
	'POST settlements/close': ({ world, body }) => {
		const { currency, report_frequency } = closeRequest.parse(body);
		return accountOf(world, currency).settlements.closeCurrent(report_frequency);
	},
	'GET settlements/files': ({ world }) =>
		Object.fromEntries(
			[...world.accounts.values()].map(({ currency, settlements }) => [currency, settlements.fileRequests]),
		),
	'POST transfers': ({ world, body }) => {
		const { currency, amount: sent } = transferRequest.parse(body);
		return accountOf(world, currency).transfers.create(sent);
	},
	'POST contacts/identity': ({ world, body }) => {
		const { currency, email, status, message } = identityRequest.parse(body);
		return accountOf(world, currency).contacts.decideIdentity(email, status, message);
	},
	'GET contacts/verifications': ({ world }) =>
		Object.fromEntries(
			[...world.accounts.values()].map(({ currency, contacts }) => [currency, contacts.verificationsSent]),
		),
};

/** Pages and files outside /api: the hosted checkout, the 3DS challenge of cards and the report files. */
export const sideMounts: readonly Mount[] = [mountCheckout, mountCardChallenge, mountSettlementFiles];
