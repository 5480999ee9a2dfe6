import { named } from './finding';

/** What a run is about to do, as the user is told before anything is sent. */
interface Planned {
	host: string;
	accounts: number;
	prefix: string;
	readOnly: boolean;
	minutes: number;
	notify: string | undefined;
}

/** The External IDs of what a run makes, without their prefix. */
const MADE = {
	payins: ['payin-cancelled', 'payin-gst', 'payin-failed', 'payin-paid', 'payin-late', 'payin-qr', 'payin-otp'],
	payouts: ['payout-scheduled', 'payout-failed', 'payout-completed'],
	others: ['refund', 'link', 'payid', 'gateway'],
};

/** The plan, in lines. */
export function planFor({ host, accounts, prefix, readOnly, minutes, notify }: Planned): string {
	const account = accounts === 1 ? '1 account' : `${accounts} accounts`;
	const reads = [
		`Reads     methods, balances, histories, lists of payins, payouts, links, contacts and reports`,
		`          of ${account} at ${host}`,
	];
	const makes = readOnly
		? ['Makes     nothing']
		: [
				`Makes     payins: ${named(MADE.payins)}`,
				`          payouts: ${named(MADE.payouts)}`,
				`          others: ${named(MADE.others)}, and a contact`,
				`          each once, for the least that its method takes, under External IDs that begin with ${prefix}-`,
				'          What is pending is ended; what cannot be ended is named.',
				'Needs     a payin method that refunds and cancels, and a payout method, both without contacts. What an account',
				'          lacks is not tried. Accounts of JPY, VND, THB, TZS and GHS show more than one of AUD alone.',
			];
	const told = notify === undefined ? 'none: what they would show stays untried (--notify)' : `to ${notify}`;
	return [...reads, ...makes, `Notified  ${told}`, `Takes     1 to 3 minutes, ${minutes} at most`].join('\n');
}
