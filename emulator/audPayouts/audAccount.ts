import type { Account } from '../account';
import { notFound } from '../http/errors';

/** v1 covers AUD only (specification: Versioning, 2). @throws ServiceError 404 for an account of another currency. */
export function audAccount(account: Account): Account {
	if (account.currency !== 'AUD') throw notFound(`v1 covers AUD only; this account holds ${account.currency}`);
	return account;
}
