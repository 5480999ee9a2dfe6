import type { Emulator, EmulatorOptions } from '../../emulator/server';
import { PATIENT_SERVICE, startEmulatorInPast } from '../../runtime/emulator';
import { EmulatorControl } from '../../runtime/emulatorControl';
import { accountsField, savePaymentCredential, type NamedCredential } from '../../runtime/paymentCredential';
import type { N8nClient } from '../../runtime/n8nClient';
import { CURRENCIES } from './sheet';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OPENS_AT_MS = 9 * HOUR_MS;

/** What every account gets on the day of the payments. */
export const TOP_UP = 250_000.5;

/** The largest payment that leaves each account, in its own currency. */
const MAX_PER_PAYMENT = ['AUD 20000', 'INR 200000', 'PHP 60000', 'MYR 30000', 'ZAR 90000'].join('\n');

/** The day of the payments: yesterday in UTC, so that its settlement reports exist today. */
export interface PaymentDay {
	start: Date;
	/** Start of the next day. */
	end: Date;
}

export function paymentDay(now = Date.now()): PaymentDay {
	const today = now - (now % DAY_MS);
	return { start: new Date(today - DAY_MS), end: new Date(today) };
}

/** When people start to work on the day of the payments. */
export const morningOf = ({ start }: PaymentDay): Date => new Date(start.getTime() + OPENS_AT_MS);

/** Starts the service on the morning before the day of the payments. */
export async function startServiceBefore(day: PaymentDay, options: EmulatorOptions = {}): Promise<Emulator> {
	const ago = Date.now() - morningOf(day).getTime() + DAY_MS;
	return await startEmulatorInPast(ago, { ...PATIENT_SERVICE, ...options });
}

/** Saves one credential that holds the accounts of all currencies and limits each payment. */
export async function saveCredentialOfAll(
	client: N8nClient,
	{ apiUrl, controlUrl }: Pick<Emulator, 'apiUrl' | 'controlUrl'>,
): Promise<NamedCredential> {
	const control = new EmulatorControl(controlUrl);
	const accounts = await Promise.all(CURRENCIES.map(async (currency) => await control.account(currency)));
	const [first, ...further] = accounts;
	return await savePaymentCredential(client, 'Five accounts', apiUrl, first, {
		accounts: accountsField(further),
		maxPerPayment: MAX_PER_PAYMENT,
	});
}
