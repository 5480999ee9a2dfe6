import type { Account } from '../account';
import { unauthorized } from '../engine/serviceError';
import type { World } from '../world';

/**
 * The account whose `app-id` and `secret-key` a request carries (section Authentication, 1).
 * @throws ServiceError 401 when either is missing or they do not belong together.
 */
export function authenticate(world: World, headers: Headers): Account {
	const account = world.accounts.get(headers.get('app-id') ?? '');
	if (account === undefined || account.secretKey !== headers.get('secret-key')) throw unauthorized();
	return account;
}
