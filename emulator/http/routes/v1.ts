import type { Account } from '../../account';
import { audBalance, audBalanceHistory } from '../../audPayouts/audBalances';
import { notFound } from '../../engine/serviceError';
import { readAudPayoutFile } from '../audPayoutFile';
import type { Handlers } from '../handlers';

/** v1 covers AUD only (specification: Versioning, 2). @throws ServiceError 404 for an account of another currency. */
function audOnly(account: Account): Account {
	if (account.currency !== 'AUD') throw notFound(`v1 covers AUD only; this account holds ${account.currency}`);
	return account;
}

/** v1: static and one-time PayIDs, the gateway link, AUD balances and payouts, simulated deposits. */
export const v1Handlers = {
	'v1.staticPayid.create': ({ account, body }) => audOnly(account).staticPayids.create(body),
	'v1.oneTimePayid.create': ({ account, body }) => audOnly(account).oneTimePayids.create(body),
	'v1.gateway.accessToken': ({ account }) => audOnly(account).gateway.accessToken(),
	'v1.gateway.create': ({ account, body, headers }) => {
		const { gateway } = audOnly(account);
		gateway.checkToken(headers.get('access-token'));
		return gateway.create(body);
	},
	'v1.balances.detail': ({ world, account }) => audBalance(audOnly(account).ledger, world.clock.now()),
	'v1.balances.history': ({ account, query }) => audBalanceHistory(audOnly(account).ledger, query),
	// Unlike the rest of v1, deposits exist for every currency.
	'v1.deposits.simulate': ({ account, body }) => {
		account.deposits.simulate(body);
		return { status: 'ok' };
	},
	'v1.payouts.create': ({ account, body }) =>
		audOnly(account).audPayouts.create({
			details: body.payout_transaction_details,
			description: body.description,
			scheduledAt: body.scheduled_at,
			retry: body.is_retry,
			externalId: body.external_id,
			target: { endpoint_url: body.endpoint_url, authorization_header: body.authorization_header },
		}),
	'v1.payouts.createFromFile': async ({ account, body }) =>
		audOnly(account).audPayouts.create({
			details: await readAudPayoutFile(body),
			description: body.description,
			scheduledAt: body.scheduled_at,
			retry: body.is_retry === 'true',
			externalId: body.external_id,
			target: { endpoint_url: body.endpoint_url, authorization_header: body.authorization_header },
		}),
} satisfies Handlers;
