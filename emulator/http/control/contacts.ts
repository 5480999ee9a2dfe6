import { z } from 'zod/v4';
import { accountOf } from '../../world';
import type { CommandHandlers } from '../handlers';

const identityRequest = z.strictObject({
	currency: z.string(),
	email: z.string(),
	status: z.enum(['approved', 'failed']),
	message: z.string().optional(),
});

/** What reviewers of identities do. */
export const contactCommands: CommandHandlers = {
	'POST contacts/identity': ({ world, body }) => {
		const { currency, email, status, message } = identityRequest.parse(body);
		return accountOf(world, currency).contacts.decideIdentity(email, status, message);
	},
	'GET contacts/verifications': ({ world }) =>
		Object.fromEntries(
			[...world.accounts.values()].map(({ currency, contacts }) => [currency, contacts.verificationsSent]),
		),
};
