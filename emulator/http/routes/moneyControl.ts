import { z } from 'zod/v4';
import type { Account } from '../../account';
import type { ControlHandlers } from '../handlers';
import { acceptAmount } from '../../ledger/money';
import { payinDetail } from '../../payins/payinRecords';
import { accountOf, type World } from '../../world';

const payinRequest = z.object({ uuid: z.string() });
const disputeRequest = payinRequest.extend({ outcome: z.enum(['won', 'lost']) });
const refundRequest = payinRequest.extend({ refund_uuid: z.string().optional() });
const amountRequest = z.object({ currency: z.string(), amount: z.number().min(0) });
const movementRequest = amountRequest.extend({ direction: z.enum(['money_in', 'money_out']) });

/** The account whose payin it is. */
function ownerOf(world: World, uuid: string): Account {
	for (const account of world.accounts.values()) if (account.payins.has(uuid)) return account;
	throw new RangeError(`There is no payin ${uuid}`);
}

/**
 * What happens to payments outside the API. A top-up is money in and a withdrawal money out, done at once and not held
 * against the balance, so that a lack of funds can be had at will.
 */
export const moneyControlHandlers: ControlHandlers = {
	'POST payins/dispute': ({ world, body }) => {
		const { uuid } = payinRequest.parse(body);
		return payinDetail(ownerOf(world, uuid).payins.openDispute(uuid));
	},
	'POST payins/dispute/close': ({ world, body }) => {
		const { uuid, outcome } = disputeRequest.parse(body);
		return payinDetail(ownerOf(world, uuid).payins.closeDispute(uuid, outcome));
	},
	'POST payins/refund/reject': ({ world, body }) => {
		const { uuid, refund_uuid } = refundRequest.parse(body);
		const { payins } = ownerOf(world, uuid);
		payins.refunds.reject(payins.get(uuid), refund_uuid);
		return payinDetail(payins.get(uuid));
	},
	'POST balances/reserve': ({ world, body }) => {
		const { currency, amount } = amountRequest.parse(body);
		accountOf(world, currency).ledger.setRollingReserve(acceptAmount(amount, currency));
	},
	'POST balances/move': ({ world, body }) => {
		const { currency, amount, direction } = movementRequest.parse(body);
		const { id } = accountOf(world, currency).ledger.post({
			type: direction === 'money_in' ? 'topup' : 'withdrawal',
			direction,
			amount: acceptAmount(amount, currency),
			fees: 0n,
			status: 'done',
			referenceId: world.random.shortId(),
			paymentMethod: 'bank_transfer',
		});
		return { balance_id: id };
	},
	'GET payments': ({ world, query }) => {
		const accounts = [...world.accounts.values()].filter(
			({ currency }) => query.currency === undefined || currency === query.currency,
		);
		return Object.fromEntries(
			accounts.map((account) => [account.currency, { ...account.payins.payments(), ...account.payouts.payments() }]),
		);
	},
};
