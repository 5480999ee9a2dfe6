import type { IDataObject } from 'n8n-workflow';
import { compareAmounts, readDecimal } from '../../../core/money';
import { isSameName } from '../../../core/payments/payeeName';
import { audPayoutBatch } from '../../../nodes/MultiCurrencyPayments/resources/audPayout/audPayoutBatch';
import fc from '../../seeded';

/** Transactions of an answer without keys, told apart by what they show. More in test/integration/wrongGuesses/audPayouts. */

interface Person {
	amount: string;
	payee: string;
	email: string;
	payid: string;
}
type Told = Record<string, unknown>;

const paymentOf = ({ payid, ...person }: Person, index: number) => ({
	...person,
	externalId: `k${index}`,
	detail: { payee: person.payee, payid },
});

/** The `uuid` of the transaction that each payment gets. */
function uuidsIn(people: readonly Person[], told: readonly unknown[]): unknown[] | undefined {
	const answer = { uuid: 'batch', status: 'created', payout_transactions: told };
	const records = audPayoutBatch.recordsIn(answer, people.map(paymentOf) as never, 'ref');
	return records?.map(({ uuid }: IDataObject) => uuid);
}

describe('a transaction without a key', () => {
	const plain = (value: unknown) => String(value ?? '').replace(/\W/g, '');
	const isPerson = (person: Person, told: Told) => {
		const amount = readDecimal(told.amount);
		if (told.amount !== undefined && (amount === null || compareAmounts(amount, person.amount) !== 0)) return false;
		if (told.payee !== undefined) return isSameName(told.payee, person.payee);
		return told.email === undefined || told.email === person.email;
	};
	const isPersonAt = (person: Person, told: Told) =>
		isPerson(person, told) &&
		(['payid', 'email'] as const).every((field) => plain(person[field]).endsWith(plain(told[field])));

	/** The same, comparing each payment with each transaction. */
	function oneByOne(people: readonly Person[], told: readonly Told[]): unknown[] {
		const areTold = people.every((person) => told.some((each) => isPerson(person, each)));
		return people.map((person) => {
			for (const fits of areTold ? [isPerson, isPersonAt] : []) {
				const [one, another] = told.filter((each) => fits(person, each));
				if (one && !another && people.filter((each) => fits(each, one)).length === 1) return one.uuid;
			}
			return undefined;
		});
	}

	const person = fc.record({
		amount: fc.constantFrom('10', '20.5'),
		payee: fc.constantFrom('Ada Byron', 'Max Planck'),
		email: fc.constantFrom('ada@x', 'max@x'),
		payid: fc.constantFrom('0412', '9412', '512'),
	});
	/** How a transaction shows each field; the last way is not to show it. */
	const showing = fc.record({
		amount: fc.constantFrom(
			String,
			Number,
			(text: string) => `${text}0`.replace(/^(\d+)0$/, '$1.0'),
			() => '$1',
			() => undefined,
		),
		payee: fc.constantFrom(
			String,
			(text: string) => text.split(' ').reverse().join(' ').toUpperCase(),
			() => 'N N',
			() => undefined,
		),
		email: fc.constantFrom(String, () => undefined),
		payid: fc.constantFrom(
			String,
			(text: string) => `xx${text.slice(-3)}`.slice(2),
			() => undefined,
		),
		place: fc.nat(),
	});

	it('is that of the payment which alone fits it', () => {
		const cases = fc.array(fc.tuple(person, showing), { minLength: 2, maxLength: 6 });
		fc.assert(
			fc.property(cases, (all) => {
				const people = all.map(([each]) => each);
				const told = all
					.map(([{ amount, payee, email, payid }, show], index) => ({
						...{ uuid: `t${index}`, place: show.place },
						...{ amount: show.amount(amount), payee: show.payee(payee) },
						...{ email: show.email(email), payid: show.payid(payid) },
					}))
					.sort((one, other) => one.place - other.place);
				expect(uuidsIn(people, told)).toEqual(oneByOne(people, told));
			}),
			{ numRuns: 2_000 },
		);
	});
});

/** How often the fields by which payments are compared are read for a list of so many. */
function readsFor(
	count: number,
	personOf: (index: number) => Partial<Person>,
	shows: readonly (keyof Person | 'external_id')[],
) {
	let reads = 0;
	const people = Array.from({ length: count }, (_, index) => ({
		...{ amount: '10', payee: `Ada ${index}`, email: `a${index}@x`, payid: `p${1_000_000 + index}` },
		...personOf(index),
	}));
	const told = people.map((each, index) => {
		const all: Told = { ...each, external_id: `k${index}` };
		const get = (name: string) => () => (reads++, all[name]);
		return Object.defineProperties(
			{ uuid: `t${index}`, status: 'created' },
			Object.fromEntries(shows.map((name) => [name, { enumerable: true, get: get(name) }])),
		);
	});
	expect(uuidsIn(people, told.toReversed())).toEqual(told.map(({ uuid }) => uuid));
	return reads;
}

it.each<[string, (index: number) => Partial<Person>, (keyof Person | 'external_id')[]]>([
	['with their keys', () => ({}), ['external_id', 'amount', 'payee', 'email']],
	['by their names', () => ({}), ['amount', 'payee', 'email']],
	['by their emails', () => ({}), ['amount', 'email']],
	['by their addresses alone', () => ({ payee: 'Ada' }), ['amount', 'payee', 'payid']],
])('reads four times as much for four times the payments, told apart %s', (_how, personOf, shows) => {
	expect(readsFor(400, personOf, shows)).toBe(4 * readsFor(100, personOf, shows));
});
