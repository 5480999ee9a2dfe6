/** Bank-to-customer statements in ISO 20022 XML (camt.053.001.08), piece by piece. */

import { ExplainedError, type Explanation } from '../text/explained';
import { subtractAmounts } from '../money';
import { sha256 } from '../service/payload';
import type { Movement } from './books';
import type { Line } from './lines';

/** What the statement says of itself. */
export interface StatementHeader {
	/** At most 35 characters. */
	id: string;
	/** Whose account it is: the app-id. */
	account: string;
	movement: Movement;
	/** What came in, and what went out, in all. */
	credits: { entries: number; sum: string };
	debits: { entries: number; sum: string };
	createdAt: Date;
	/** The period: its start belongs to it, its end does not. */
	from: Date;
	to: Date;
}

/** Names the day of an instant or of a timestamp, `YYYY-MM-DD`, in the time zone of the books. */
export type DayOf = (instant: Date | string) => string;

/** The family codes of ISO 20022 for what a ledger entry is; others are given by their own name alone. */
const FAMILIES: ReadonlyMap<string, string> = new Map([
	['payment', 'RCDT'],
	['payout', 'ICDT'],
	['refund', 'ICDT'],
]);

/** Where there is no name for what an entry is: "not available". */
const NO_FAMILY = 'NTAV';

/** Longest texts that the schema takes. */
const ID = 35;
const ACCOUNT = 34;
const TEXT = 140;
const REMARK = 500;

/** Most digits of an amount, and most of them that may follow the point. */
const DIGITS = 18;
const DECIMALS = 5;

/** What this format cannot hold. */
export class StatementError extends ExplainedError {
	constructor(readonly explanation: Explanation) {
		super(explanation.message);
	}
}

/** A text without what XML 1.0 does not know, and on one line. One that shows nothing is empty. */
function clean(value: string): string {
	const known = value
		.replace(/\s/g, ' ')
		.replace(/[\p{Cc}\p{Cs}\u{FFFE}\u{FFFF}]/gu, '')
		.trim();
	return /^[\p{C}\p{Z}\p{M}]*$/u.test(known) ? '' : known;
}

const escaped = (value: string): string => value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The start of a text, escaped. */
const text = (value: string, most: number): string => escaped([...clean(value)].slice(0, most).join('').trim());

/** An identifier that fits, or a uuid without its hyphens; empty for a longer one: shortened, it could name something else. */
function identifier(value: string, most = ID): string {
	const known = clean(value);
	const short = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(known) ? known.replaceAll('-', '') : known;
	return [...known].length <= most ? escaped(known) : [...short].length <= most ? short : '';
}

const element = (name: string, content: string): string => (content === '' ? '' : `<${name}>${content}</${name}>`);

/** A text in as many elements as it takes. */
function elements(name: string, value: string, most: number): string {
	const characters = [...clean(value)];
	const parts = Array.from({ length: Math.ceil(characters.length / most) }, (_part, index) =>
		characters.slice(index * most, (index + 1) * most).join(''),
	);
	return parts.map((part) => element(name, escaped(part))).join('');
}

/** Whether an amount has no more digits than the schema takes. */
function isHeld(amount: string): boolean {
	const [whole = '', decimals = ''] = amount.replace('-', '').split('.');
	return decimals.length <= DECIMALS && whole.length + decimals.length <= DIGITS;
}

/** @throws {StatementError} for an amount without which the statement would not add up. @param what it is, in words */
function assertHeld(amount: string, currency: string, what: string): void {
	if (isHeld(amount)) return;
	throw new StatementError({
		message: `CAMT.053 takes amounts of ${DIGITS} digits, ${DECIMALS} of them after the point, and ${what} is ${amount} ${currency}`,
		description: 'Choose CSV as Format: it holds every amount.',
	});
}

const amountOf = (amount: string, currency: string, name = 'Amt'): string =>
	`<${name} Ccy="${text(currency, 3)}">${amount.replace('-', '')}</${name}>`;

const sideOf = (amount: string): string => element('CdtDbtInd', amount.startsWith('-') ? 'DBIT' : 'CRDT');

function balance(code: string, [what, amount]: readonly [string, string], currency: string, day: string): string {
	assertHeld(amount, currency, what);
	return element(
		'Bal',
		`<Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amountOf(amount, currency)}${sideOf(amount)}` +
			element('Dt', element('Dt', day)),
	);
}

/**
 * The account as the schema names it: an IBAN has an element of its own.
 * @throws {StatementError} when it is too long
 */
function accountId(given: string): string {
	const [account, compact] = [clean(given), given.replace(/\s/g, '').toUpperCase()];
	if (isIban(compact)) return element('IBAN', compact);
	const id = identifier(account, ACCOUNT);
	if (id === '')
		throw new StatementError({
			message: `CAMT.053 takes ${ACCOUNT} characters for an account, and not “${account}”`,
			description: 'Shorten Account under Options, or leave it empty.',
		});
	return element('Othr', element('Id', id));
}

/** Whether a text is an IBAN: its check digits tell it from other numbers of that form (ISO 13616). */
function isIban(written: string): boolean {
	if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(written)) return false;
	const digits = (written.slice(4) + written.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(parseInt(letter, 36)));
	return BigInt(digits) % 97n === 1n;
}

const totals = (name: string, { entries, sum }: { entries: number; sum: string }, net = ''): string =>
	element(name, `<NbOfNtries>${entries}</NbOfNtries><Sum>${sum.replace('-', '')}</Sum>${net}`);

/** Everything before the entries. @throws {StatementError} */
export function statementHead(
	{ id, account, movement, credits, debits, createdAt, from, to }: StatementHeader,
	dayOf: DayOf,
): string {
	const { currency, opening_balance, closing_balance, net, entries } = movement;
	const at = element('CreDtTm', createdAt.toISOString());
	// What went out is negative.
	const sum = { entries, sum: subtractAmounts(credits.sum, [debits.sum]) };
	assertHeld(sum.sum, currency, 'the sum of what came in and went out');
	const lastMoment = new Date(Math.max(from.getTime(), to.getTime() - 1));
	return [
		'<?xml version="1.0" encoding="UTF-8"?>\n',
		'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>',
		element('GrpHdr', element('MsgId', text(id, ID)) + at),
		`\n<Stmt>${element('Id', text(id, ID))}${at}`,
		element('FrToDt', element('FrDtTm', from.toISOString()) + element('ToDtTm', to.toISOString())),
		element('Acct', element('Id', accountId(account)) + element('Ccy', text(currency, 3))),
		balance('OPBD', ['the opening balance', opening_balance], currency, dayOf(from)),
		balance('CLBD', ['the closing balance', closing_balance], currency, dayOf(lastMoment)),
		element(
			'TxsSummry',
			totals('TtlNtries', sum, element('TtlNetNtry', `<Amt>${net.replace('-', '')}</Amt>${sideOf(net)}`)) +
				totals('TtlCdtNtries', credits) +
				totals('TtlDbtNtries', debits),
		),
		'\n',
	].join('');
}

/** What an entry is. An empty code would be none, so an entry without a type says that it has none. */
function transactionCode(type: string): string {
	const own = identifier(type);
	const family = FAMILIES.get(type) ?? (own === '' ? NO_FAMILY : undefined);
	const subFamily = family === NO_FAMILY ? NO_FAMILY : 'OTHR';
	return (
		(family === undefined
			? ''
			: `<Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${subFamily}</SubFmlyCd></Fmly></Domn>`) +
		element('Prtry', element('Cd', own))
	);
}

/** The fees of an entry, which are negative where the service takes them off what it pays out. */
function charges(fees: string, currency: string): string {
	if (fees === '0' || !isHeld(fees)) return '';
	const side = sideOf(subtractAmounts('0', [fees]));
	return element(
		'Chrgs',
		amountOf(fees, currency, 'TtlChrgsAndTaxAmt') +
			element('Rcrd', `${amountOf(fees, currency)}${side}<ChrgInclInd>true</ChrgInclInd>`),
	);
}

/** One entry, with its charges and its payment. What does not fit into its element stands whole in the texts. @throws {StatementError} */
export function statementEntry({ entry, externalId, name, tax }: Line, dayOf: DayOf): string {
	const { id, currency, gross, fees, net, transaction_type, reference_id, payment_method, created_at } = entry;
	assertHeld(net, currency, `the amount of the entry ${id}`);
	const at = element('Dt', dayOf(created_at));
	const party = element('Pty', element('Nm', text(name, TEXT)));
	const own = identifier(id) || sha256(id).slice(0, ID);
	const whole = [id, transaction_type].filter((each) => identifier(each) === '');
	const remark = [externalId, reference_id, payment_method, ...whole].filter(Boolean).join(' ');
	const unheld = Object.entries({ gross, fees, tax }).filter(([, amount]) => !isHeld(amount));
	const details = [
		element(
			'Refs',
			element('AcctSvcrRef', own) +
				element('EndToEndId', identifier(externalId)) +
				element('TxId', identifier(reference_id)),
		),
		amountOf(net, currency) + sideOf(net),
		isHeld(gross) ? element('AmtDtls', element('TxAmt', amountOf(gross, currency))) : '',
		element('RltdPties', element(net.startsWith('-') ? 'Cdtr' : 'Dbtr', party)),
		element('RmtInf', elements('Ustrd', remark, TEXT)),
		tax === '0' || tax === '' || !isHeld(tax) ? '' : element('Tax', amountOf(tax, currency, 'TtlTaxAmt')),
		element('AddtlTxInf', unheld.map(([what, amount]) => `${what} ${amount} ${currency}`).join(', ')),
	];
	return [
		`<Ntry>${amountOf(net, currency)}${sideOf(net)}<Sts><Cd>BOOK</Cd></Sts>`,
		element('BookgDt', at) + element('ValDt', at) + element('AcctSvcrRef', own),
		element('BkTxCd', transactionCode(transaction_type)) + charges(fees, currency),
		element('NtryDtls', element('TxDtls', details.join(''))),
		'</Ntry>\n',
	].join('');
}

/** Everything after the entries, with what may still change the balance. */
export function statementTail(movement: Movement): string {
	const { currency, entries_waiting, waiting_net, entries_set_aside, set_aside_net } = movement;
	const remarks = [
		entries_waiting > 0 &&
			`Not in this statement: ${entries_waiting} incoming, not settled, ${waiting_net} ${currency}`,
		entries_set_aside > 0 && `In this statement: ${entries_set_aside} outgoing, not done, ${set_aside_net} ${currency}`,
	];
	const said = element('AddtlStmtInf', text(remarks.filter(Boolean).join('. '), REMARK));
	return `${said}</Stmt></BkToCstmrStmt></Document>\n`;
}
