import { z } from 'zod/v4';
import { declined, type CheckoutSession } from '../../checkout/checkoutSession';
import type { CheckoutSessions } from '../../checkout/checkoutSessions';
import { notFound } from '../../engine/serviceError';
import { accountOf, type World } from '../../world';
import type { CommandHandlers } from '../handlers';

const linkRequest = z.strictObject({
	uuid: z.string(),
	payin_method_code: z.string().optional(),
	reason: z.string().optional(),
});
const gatewayRequest = z.strictObject({ payment_id: z.number().int(), reason: z.string().optional() });

/** One payment on the hosted page, and the sessions of its account. */
interface Found {
	session: CheckoutSession;
	checkoutSessions: CheckoutSessions;
}

/** By the link's uuid, in whichever account it is. */
function linkSession(world: World, uuid: string): Found {
	for (const { checkoutSessions } of world.accounts.values()) {
		const session = checkoutSessions.find(uuid);
		if (session) return { session, checkoutSessions };
	}
	throw notFound(`There is no payment link ${uuid}`);
}

/** By its payment_id; v1 covers AUD only. */
function gatewaySession(world: World, paymentId: number): Found {
	const { gateway, checkoutSessions } = accountOf(world, 'AUD');
	return { session: gateway.session(paymentId), checkoutSessions };
}

const stateOf = ({ uuid, status, transactionUuid, method }: CheckoutSession) => ({
	uuid,
	status,
	transaction_uuid: transactionUuid,
	payin_method_code: method?.code ?? null,
});

function pay({ session, checkoutSessions }: Found) {
	checkoutSessions.pay(session);
	return stateOf(session);
}

function fail({ session, checkoutSessions }: Found, reason = declined) {
	checkoutSessions.fail(session, reason);
	return stateOf(session);
}

function expire({ session, checkoutSessions }: Found) {
	checkoutSessions.expire(session);
	return stateOf(session);
}

/** What customers do on the hosted page, by link or by gateway payment. */
export const checkoutCommands: CommandHandlers = {
	'POST links/pay': ({ world, body }) => {
		const { uuid, payin_method_code } = linkRequest.parse(body);
		const found = linkSession(world, uuid);
		if (payin_method_code !== undefined) found.checkoutSessions.choose(found.session, payin_method_code);
		return pay(found);
	},
	'POST links/fail': ({ world, body }) => {
		const { uuid, reason } = linkRequest.parse(body);
		return fail(linkSession(world, uuid), reason);
	},
	'POST links/expire': ({ world, body }) => expire(linkSession(world, linkRequest.parse(body).uuid)),
	'POST gateway/pay': ({ world, body }) => pay(gatewaySession(world, gatewayRequest.parse(body).payment_id)),
	'POST gateway/fail': ({ world, body }) => {
		const { payment_id, reason } = gatewayRequest.parse(body);
		return fail(gatewaySession(world, payment_id), reason);
	},
	'POST gateway/expire': ({ world, body }) => expire(gatewaySession(world, gatewayRequest.parse(body).payment_id)),
	'POST gateway/revoke-tokens': ({ world }) => accountOf(world, 'AUD').gateway.revokeTokens(),
};
