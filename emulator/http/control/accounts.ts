import { z } from 'zod/v4';
import type { Account } from '../../account';
import { accountOf } from '../../world';
import type { CommandHandlers } from '../handlers';

const accountRequest = z.strictObject({
	currency: z.string(),
	approvals: z.boolean().optional(),
	australian: z.boolean().optional(),
	webhookSecretKey: z.string().min(1).nullable().optional(),
});

const credentialsOf = ({ currency, appId, secretKey, webhookSecretKey, approvals, australian }: Account) => ({
	currency,
	appId,
	secretKey,
	webhookSecretKey,
	approvals,
	australian,
});

/** Credentials and contract terms of each merchant. */
export const accountCommands: CommandHandlers = {
	'GET accounts': ({ world }) => ({
		apiUrl: `${world.baseUrl}/api`,
		accounts: [...world.accounts.values()].map(credentialsOf),
	}),
	'POST accounts': ({ world, body }) => {
		const { currency, ...changes } = accountRequest.parse(body);
		return credentialsOf(Object.assign(accountOf(world, currency), changes));
	},
};
