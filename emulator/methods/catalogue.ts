import type { PayinMethod, PayoutMethod } from './method';
import { payinMethods } from './payinMethods';
import { payoutMethods } from './payoutMethods';

type MethodOf = { payin: PayinMethod; payout: PayoutMethod };

const lists: { [D in keyof MethodOf]: readonly MethodOf[D][] } = { payin: payinMethods, payout: payoutMethods };

/** The methods of an account: those of its one currency (section "Supported v2 currencies"). */
export const methodsOf = <D extends keyof MethodOf>(currency: string, direction: D): MethodOf[D][] =>
	lists[direction].filter((method) => method.currency === currency);

/** Finds, by name, a method that the account may use. */
export const findMethod = <D extends keyof MethodOf>(
	currency: string,
	direction: D,
	name: string,
): MethodOf[D] | undefined => lists[direction].find((method) => method.currency === currency && method.name === name);
