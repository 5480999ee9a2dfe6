import { moneyInWords } from '../money';
import { decides, plain } from './match';

/**
 * The facts of a payment, by name: amount, currency, payee … Two payments under one External ID must agree in them.
 * Amounts are canonical decimal texts.
 */
export type PaymentFacts = Readonly<Record<string, string>>;

/** The facts of a payment, without unknown ones. */
export function facts(known: Record<string, string | undefined>): PaymentFacts {
	const facts: Record<string, string> = {};
	for (const [name, fact] of Object.entries(known)) if (fact !== undefined) facts[name] = fact;
	return facts;
}

/** The names of the facts that both payments have and that differ. */
export function differingFacts(intended: PaymentFacts, other: PaymentFacts): string[] {
	return Object.keys(intended).filter((name) => other[name] !== undefined && other[name] !== intended[name]);
}

/** Facts that many payments to or from different people have in common. */
const OF_ANYBODY = ['amount', 'currency', 'method', 'GST'];

/** What two payments have in common that pay the same people the same, whatever their remarks; undefined where nobody is named. */
export function decidingFacts(facts: PaymentFacts): string | undefined {
	const deciding = Object.entries(facts).filter(([name]) => decides(name));
	const isOfSomebody = deciding.some(([name, fact]) => fact !== '' && !OF_ANYBODY.includes(name));
	return isOfSomebody ? JSON.stringify(deciding.sort(([one], [other]) => (one < other ? -1 : 1))) : undefined;
}

/** Facts that a record shows whole, if it shows them. Of an account it may show the last digits. */
const SHOWN_WHOLE = ['amount', 'currency', 'method', 'payee email'];

/** What a record hides of a payment that was asked for, where it is remembered with other values. Another spelling is none. */
export function hiddenFacts(shown: PaymentFacts, asked: PaymentFacts, remembered: PaymentFacts = {}): PaymentFacts {
	const isHidden = (name: string) => shown[name] === undefined || !SHOWN_WHOLE.includes(name);
	return Object.fromEntries(
		Object.entries(remembered).filter(
			([name, fact]) => decides(name) && isHidden(name) && plain(fact) !== plain(asked[name]),
		),
	);
}

/** One line of facts for a message: "amount 12.50 AUD, method au_bank_aud". */
export function describeFacts(facts: PaymentFacts, names: string[] = Object.keys(facts)): string {
	const { amount, currency } = facts;
	const money = amount !== undefined && currency !== undefined ? moneyInWords(amount, currency) : amount;
	const isTold = (name: string) => name !== 'currency' || !names.includes('amount') || amount === undefined;
	return names
		.filter(isTold)
		.map((name) => `${name} ${name === 'amount' ? money : facts[name]}`)
		.join(', ');
}

/** Whether GST is added to the amount; undefined where nothing tells. */
export const gstFact = (gst: unknown): string | undefined =>
	typeof gst === 'boolean' ? (gst ? 'added' : 'none') : undefined;

/** Names and addresses as one fact, regardless of case and extra spaces. */
export function payeeFact(...parts: unknown[]): string {
	return parts
		.map((part) =>
			String(part ?? '')
				.trim()
				.replace(/\s+/g, ' ')
				.toLowerCase(),
		)
		.filter(Boolean)
		.join(' ');
}
