import { audAccount } from '../../audPayouts/audAccount';
import { audBalance, audBalanceHistory } from '../../audPayouts/audBalances';
import { readAudPayoutFile } from '../../audPayouts/audPayoutFile';
import type { Handlers } from '../handlers';

/** v1: static and one-time PayIDs, the gateway link, AUD balances and payouts, simulated deposits. */
export const v1Handlers = {
	'v1.staticPayid.create': ({ account, body }) => audAccount(account).staticPayids.create(body),
	'v1.oneTimePayid.create': ({ account, body }) => audAccount(account).oneTimePayids.create(body),
	'v1.gateway.accessToken': ({ account }) => audAccount(account).gateway.accessToken(),
	'v1.gateway.create': ({ account, body, headers }) => {
		const { gateway } = audAccount(account);
		gateway.checkToken(headers.get('access-token'));
		return gateway.create(body);
	},
	'v1.balances.detail': ({ world, account }) => audBalance(world, audAccount(account)),
	'v1.balances.history': ({ account, query }) => audBalanceHistory(audAccount(account), query),
	'v1.deposits.simulate': ({ account, body }) => {
		account.deposits.simulate(body);
		return { status: 'ok' };
	},
	'v1.payouts.create': ({ account, body }) =>
		audAccount(account).audPayouts.create({
			details: body.payout_transaction_details,
			description: body.description,
			scheduledAt: body.scheduled_at,
			retry: body.is_retry,
			externalId: body.external_id,
			target: { endpoint_url: body.endpoint_url, authorization_header: body.authorization_header },
		}),
	'v1.payouts.createFromFile': async ({ account, body }) =>
		audAccount(account).audPayouts.create({
			details: await readAudPayoutFile(body),
			description: body.description,
			scheduledAt: body.scheduled_at,
			retry: body.is_retry === 'true',
			externalId: body.external_id,
			target: { endpoint_url: body.endpoint_url, authorization_header: body.authorization_header },
		}),
} satisfies Handlers;
