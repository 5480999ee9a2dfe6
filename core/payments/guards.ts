/**
 * Limits that the credential sets and no workflow can lift: what may leave the account, where to, and how much of it.
 */

import { attemptNow } from '../attempt';
import type { MethodParameter } from './methodParameters';
import { AmountError, compareAmounts, moneyInWords, parseAmount, sumAmounts } from '../money';
import { asWritten, decides, type Parameters } from './match';

/** By what a payment is counted. */
export interface Counted {
	/** Its `external_id`. */
	key: string;
	/** That of its batch, where the service lists it in one. */
	reference?: string;
	/** What tells it from other payments. */
	identity: string;
}

/** What a list shows of one payment alone: under the reference of another batch, its External ID is that of another payment. */
export const nameInList = ({ key, reference = '' }: Pick<Counted, 'key' | 'reference'>): string =>
	JSON.stringify([reference, key]);

/** Money that a request moves out of the account. */
export interface Movement extends Counted {
	/** Canonical decimal text; undefined where it is left to the service. */
	amount: string | undefined;
	/** In capital letters. */
	currency: string;
	/** Where it goes, in words of {@link wordsOf}; undefined where it goes back to the payer. */
	destination: string | undefined;
	/** Whether it stands for several payments. */
	isSum?: boolean;
}

/** The most that may be moved, as canonical decimal text, by currency. */
export type Limits = ReadonlyMap<string, string>;

/** The guards of a credential. null where one is not set. */
export interface Guards {
	/** Whether only what changes nothing may be sent. */
	readOnly: boolean;
	maxPerPayment: Limits | null;
	maxPerRun: Limits | null;
	maxPerDay: Limits | null;
	/** See {@link wordsOf}. */
	allowedDestinations: ReadonlySet<string> | null;
}

/** Why a guard of the credential cannot be read. The message can be shown to the user. */
export class GuardError extends Error {}

/** The fields of the credential that hold guards, by their labels. */
export const GUARD_FIELDS = {
	readOnly: 'Read Only',
	maxPerPayment: 'Max per Payment',
	maxPerRun: 'Max per Run',
	maxPerDay: 'Max per Day',
	allowedDestinations: 'Allowed Destinations',
} as const;

const LIMITS = ['maxPerPayment', 'maxPerRun', 'maxPerDay'] as const;

type Values = Readonly<Record<string, unknown>>;

const isSet = (value: unknown): boolean => (typeof value === 'string' ? value.trim() !== '' : (value ?? '') !== '');

/** Anything but "off" counts as on: an expression may give the switch as text. */
const isReadOnly = ({ readOnly }: Values): boolean => !['', 'false'].includes(String(readOnly ?? '').toLowerCase());

/** Whether a credential has any guard, even one that cannot be read. */
export const hasGuards = (values: Values): boolean =>
	isReadOnly(values) || [...LIMITS, 'allowedDestinations'].some((name) => isSet(values[name]));

/**
 * The guards of a credential: limits have a line `CURRENCY amount` for each currency, destinations one line each.
 * @throws {GuardError} naming the line that cannot be read: a guard that is misread would protect nobody
 */
export function guardsOf(values: Values): Guards {
	const limits = (name: (typeof LIMITS)[number]) => limitsIn(GUARD_FIELDS[name], linesOf(name, values[name]));
	const destinations = linesOf('allowedDestinations', values.allowedDestinations);
	return {
		readOnly: isReadOnly(values),
		maxPerPayment: limits('maxPerPayment'),
		maxPerRun: limits('maxPerRun'),
		maxPerDay: limits('maxPerDay'),
		allowedDestinations:
			destinations.length > 0 ? new Set(destinations.map((line) => inOrder(line.split(/\s/)))) : null,
	};
}

/** @throws {GuardError} where an expression gives anything but text: taken for empty, it would lift the guard */
function linesOf(name: keyof typeof GUARD_FIELDS, value: unknown): string[] {
	if (isSet(value) && typeof value !== 'string')
		throw new GuardError(`${GUARD_FIELDS[name]}: the value cannot be read: it is no text`);
	return String(value ?? '')
		.split(/[\r\n]/)
		.map((line) => line.trim())
		.filter((line) => line !== '');
}

function limitsIn(label: string, lines: readonly string[]): Limits | null {
	const limits = new Map<string, string>();
	for (const line of lines) {
		const [currency = '', amount, ...more] = line.split(/\s+/);
		const unreadable = (why: string) =>
			new GuardError(`${label}: the line “${line}” cannot be read: ${why}. Write it like USD 1250.50`);
		if (!/^[a-z]{3,5}$/i.test(currency) || amount === undefined || more.length > 0)
			throw unreadable('it is not a currency and an amount');
		if (limits.has(currency.toUpperCase())) throw unreadable('there are two lines for this currency');
		const most = attemptNow(() => parseAmount(amount));
		if ('failure' in most) throw most.failure instanceof AmountError ? unreadable(most.failure.message) : most.failure;
		limits.set(currency.toUpperCase(), most.value);
	}
	return limits.size > 0 ? limits : null;
}

/** A value without case; spaces and hyphens count only in what is no number: two addresses may differ by a hyphen. */
function wordOf(value: unknown): string {
	const text = asWritten(value).toLowerCase();
	return text.replace(/^[+\d\s-]+$/.test(text) ? /[\s-]/g : /\s/g, '');
}

/** Words as one text, whatever their order. */
const inOrder = (words: readonly unknown[]): string =>
	words
		.map(wordOf)
		.filter((word) => word !== '')
		.sort()
		.join(' ');

/** What kind of account it is does not say whose it is. */
const KIND = /type/i;

/** Parameters that name an account by themselves. A phone number may be there to tell the payee only. */
const ACCOUNT =
	/^((bank_|wallet_)?account(_number|_no|_id)?|iban|pay_?id|msisdn|wallet(_address|_number|_id)?|clabe|cbu|cvu|pix_key|upi_id|vpa)$/i;

/** Without an account, a user name or a reference may be one. */
const MAY_BE_ACCOUNT = /name|reference/i;

/**
 * Where money goes, as the words of all values that decide it, such as a BSB and an account number. A line that names
 * only some of them does not count: whoever may write any parameter could hide an allowed account number in another.
 * @param email decides as well, unless the payment cannot be made without an account
 * @param asked what the method asks for: the service ignores anything else
 */
export function wordsOf(parameters: Parameters, email = '', asked: readonly MethodParameter[] = []): string {
	const isAccount = ({ key, required }: MethodParameter) =>
		required && ACCOUNT.test(key) && wordOf(parameters[key]) !== '';
	const address = asked.some(isAccount) ? '' : email;
	const counts = (name: string) => decides(name) || (address !== '' && MAY_BE_ACCOUNT.test(name));
	const names = Object.keys(parameters).filter((name) => counts(name) && !KIND.test(name));
	return inOrder([...names.map((name) => parameters[name]), address]);
}

/** What was refused, in the form in which it can be filed. */
export type Refusal = Record<'guard' | 'limit' | 'asked', string>;

/**
 * @param guard the field of the credential, or that the execution cannot wait
 * @param limit what it allows; empty where that is no amount
 */
export const refusedBy = (guard: keyof typeof GUARD_FIELDS | 'waiting', limit = '', asked = ''): Refusal => ({
	guard,
	limit,
	asked,
});

/** What a guard forbids, in words for the user. */
export interface Breach {
	message: string;
	description: string;
	details: Refusal;
}

const ONLY_THERE = 'No workflow can lift it: only the credential can be changed.';

/** Why one movement may not be sent whatever else is; null when it may. */
export function breachBy(guards: Guards, movement: Movement): Breach | null {
	const { allowedDestinations, maxPerPayment } = guards;
	const { destination } = movement;
	if (allowedDestinations && destination !== undefined && !allowedDestinations.has(destination)) {
		return {
			message: 'The credential does not allow payments to this destination',
			description: `Allowed Destinations in the credential has no line “${destination}”. ${ONLY_THERE}`,
			details: refusedBy('allowedDestinations', '', destination),
		};
	}
	return breachOf('maxPerPayment', maxPerPayment, movement, '0');
}

/**
 * Why a movement may not be sent after others of the same run or day; null when it may.
 * @param before what these moved, as decimal text
 */
export function breachOf(
	guard: (typeof LIMITS)[number],
	limits: Limits | null,
	{ amount, currency, isSum = false }: Pick<Movement, 'amount' | 'currency' | 'isSum'>,
	before: string,
): Breach | null {
	if (!limits) return null;
	const label = GUARD_FIELDS[guard];
	const most = limits.get(currency);
	const details = refusedBy(
		guard,
		most && moneyInWords(most, currency),
		amount === undefined ? currency : moneyInWords(amount, currency),
	);
	if (most === undefined) {
		return {
			message: `The credential sets no limit for ${currency}`,
			description: `${label} in the credential limits ${[...limits.keys()].join(', ')} only, so nothing in ${currency} leaves. ${ONLY_THERE}`,
			details,
		};
	}
	if (amount === undefined) {
		return {
			message: 'The credential limits amounts, and this payment has none',
			description: `Give it an amount: ${label} in the credential is ${moneyInWords(most, currency)}. ${ONLY_THERE}`,
			details,
		};
	}
	if (compareAmounts(sumAmounts([before, amount]), most) <= 0) return null;
	const span = guard === 'maxPerRun' ? 'in this run' : 'today (UTC)';
	const sent = compareAmounts(before, '0') > 0 ? `, and ${moneyInWords(before, currency)} was sent ${span} before` : '';
	return {
		message: `${moneyInWords(amount, currency)}${isSum ? ' together' : ''} is more than the credential allows`,
		description: `${label} in the credential is ${moneyInWords(most, currency)}${sent}. ${ONLY_THERE}`,
		details,
	};
}
