import { putUnder } from '../../../../core/grouped';
import { readDecimal } from '../../../../core/money';
import { isObject } from '../../../../core/objects';
import { nameKey } from '../../../../core/payments/payeeName';
import { payeeFact } from '../../../../core/payments/facts';
import { asText } from '../../../../core/text/values';
import type { PaymentRequest } from '../../money/batchKind';
import type { Fields } from './audPayoutAnswer';

/** A payment as it was sent. */
type Sent = Pick<PaymentRequest, 'payee' | 'email'> & { amount: string; detail: object };

/** Where the money goes. */
const ADDRESS = ['payid', 'bsb', 'account_number', 'email'] as const;

/** What a payment is compared by, each in one spelling. */
type Spelled = Record<'amount' | 'payee' | 'payee email' | (typeof ADDRESS)[number], string>;

/** Something that a transaction shows of its payment. */
interface Shown {
	name: keyof Spelled;
	text: string;
	/** How much of its end is compared, in characters. */
	end?: number;
}

/** Transactions that show the same, and how many payments agree with them. */
interface Alike {
	told: Fields[];
	payments: number;
}

/**
 * The transaction of each payment, in their order, by what the transactions show: the service may put them in another order,
 * and show no key of theirs. undefined where payments are alike in all that is shown, and for all of them where one has no
 * transaction: then the others may be mistaken as well. The work grows with their number, not with its square.
 */
export function tellApart(payments: readonly Sent[], told: readonly unknown[]): (Fields | undefined)[] {
	const sent = payments.map(spelledOf);
	const shown = told.filter(isObject);
	const byPerson = fitting(sent, shown, personIn);
	if (byPerson.size < sent.length) return sent.map(() => undefined);
	const found = paired(byPerson);
	const byAddress = paired(fitting(sent, shown, (each) => [...personIn(each), ...addressIn(each)]));
	return sent.map((payment) => found.get(payment) ?? byAddress.get(payment));
}

function spelledOf({ amount, payee, email, detail }: Sent): Spelled {
	const { payid, bsb, account_number }: Fields = { ...detail };
	return {
		...{ amount, payee: nameKey(payee), 'payee email': payeeFact(email), email: plain(email) },
		...{ payid: plain(payid), bsb: plain(bsb), account_number: plain(account_number) },
	};
}

/** How much goes to whom. An amount that cannot be read fits none. */
function personIn({ amount, payee, email }: Fields): Shown[] {
	const person: Shown[] = amount === undefined ? [] : [{ name: 'amount', text: readDecimal(amount) ?? 'unreadable' }];
	if (payee !== undefined) return [...person, { name: 'payee', text: nameKey(payee) }];
	return email === undefined ? person : [...person, { name: 'payee email', text: payeeFact(email) }];
}

/** It may be shown without its first characters, or without signs in it. */
const addressIn = (told: Fields): Shown[] =>
	ADDRESS.map((name) => ({ name, text: plain(told[name]) }))
		.filter(({ text }) => text !== '')
		.map((each) => ({ ...each, end: each.text.length }));

const plain = (value: unknown): string =>
	asText(value)
		.toLowerCase()
		.replace(/[^\p{L}\p{N}@]/gu, '');

/** The transactions that agree with a payment in all that they show, by payment. Those that show the same are together. */
function fitting(
	payments: readonly Spelled[],
	told: readonly Fields[],
	shownIn: (told: Fields) => Shown[],
): Map<Spelled, Alike[]> {
	const groups = new Map<string, Alike>();
	/** What is shown of a payment, by its names: each payment is compared once with all that show the same things. */
	const forms = new Map<string, Shown[]>();
	for (const each of told) {
		const things = shownIn(each);
		forms.set(JSON.stringify(things.map(({ name, end }) => [name, end])), things);
		const key = JSON.stringify(things);
		const alike = groups.get(key) ?? { told: [], payments: 0 };
		groups.set(key, alike);
		alike.told.push(each);
	}
	const fits = new Map<Spelled, Alike[]>();
	for (const things of forms.values())
		for (const payment of payments) {
			const own = things.map((thing) => ({ ...thing, text: payment[thing.name].slice(-(thing.end ?? 0)) }));
			const alike = groups.get(JSON.stringify(own));
			if (!alike) continue;
			alike.payments++;
			putUnder(fits, payment, alike);
		}
	return fits;
}

/** The payments that fit one transaction which fits no other payment. */
function paired(fitting: ReadonlyMap<Spelled, readonly Alike[]>): Map<Spelled, Fields> {
	const pairs = new Map<Spelled, Fields>();
	for (const [payment, [alike, another]] of fitting) {
		const [one, more] = alike?.told ?? [];
		if (one && !more && !another && alike?.payments === 1) pairs.set(payment, one);
	}
	return pairs;
}
