import { z } from 'zod/v4';
import { booksOf } from '../../ledger/books';
import { acceptAmount, formatMoney } from '../../ledger/money';
import { seedHistory } from '../../seeding';
import { accountOf } from '../../world';
import type { CommandHandlers } from '../handlers';
import { moment } from './values';

const amountRequest = z.object({ currency: z.string(), amount: z.number().min(0) });
const movementRequest = amountRequest.extend({ direction: z.enum(['money_in', 'money_out']) });

const seedRequest = z.strictObject({
	currency: z.string(),
	count: z.number().int().min(1),
	from: moment,
	to: moment,
	seed: z.number().int().default(1),
});

/** The books of every account, and money that moves outside the API. */
export const ledgerCommands: CommandHandlers = {
	'GET books': ({ world }) =>
		Object.fromEntries([...world.accounts.values()].map((account) => [account.currency, booksOf(account)])),
	'POST seed/history': ({ world, body }) => {
		const { currency, count, from, to, seed } = seedRequest.parse(body);
		const totals = seedHistory(accountOf(world, currency), { count, from: from.getTime(), to: to.getTime(), seed });
		const { moneyIn, moneyOut, fees, ...counts } = totals;
		return {
			currency,
			...counts,
			moneyIn: formatMoney(moneyIn, 0),
			moneyOut: formatMoney(moneyOut, 0),
			fees: formatMoney(fees, 0),
		};
	},
	'POST balances/reserve': ({ world, body }) => {
		const { currency, amount } = amountRequest.parse(body);
		accountOf(world, currency).ledger.setRollingReserve(acceptAmount(amount, currency));
	},
	// Booked at once and not checked against the balance, so that a test can run funds short.
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
			({ currency }) => query['currency'] === undefined || currency === query['currency'],
		);
		return Object.fromEntries(
			accounts.map(({ currency, payins, payouts }) => [currency, { ...payins.payments(), ...payouts.payments() }]),
		);
	},
};
