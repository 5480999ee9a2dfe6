import { z } from 'zod/v4';
import { accountOf, type World } from '../../world';
import type { CommandHandlers } from '../handlers';
import { amount } from './values';

const staticRequest = z.strictObject({ payid: z.string() });
const staticPayment = staticRequest.extend({ amount });
const oneTimeRequest = z.strictObject({ id: z.union([z.number(), z.string()]), amount: amount.optional() });

/** PayIDs belong to v1, which covers AUD only. */
const aud = (world: World) => accountOf(world, 'AUD');

/** What customers do with PayIDs. */
export const payidCommands: CommandHandlers = {
	'GET payids': ({ world }) => ({ static: aud(world).staticPayids.list(), one_time: aud(world).oneTimePayids.list() }),
	'POST payids/static/pay': ({ world, body }) => {
		const payment = staticPayment.parse(body);
		return aud(world).staticPayids.pay(payment.payid, payment.amount);
	},
	'POST payids/static/expire': ({ world, body }) => aud(world).staticPayids.expire(staticRequest.parse(body).payid),
	'POST payids/one-time/pay': ({ world, body }) => {
		const payment = oneTimeRequest.parse(body);
		return aud(world).oneTimePayids.pay(payment.id, payment.amount);
	},
	'POST payids/one-time/expire': ({ world, body }) => aud(world).oneTimePayids.expire(oneTimeRequest.parse(body).id),
};
