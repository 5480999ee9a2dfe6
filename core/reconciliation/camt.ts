/** Bank-to-customer statements in ISO 20022 XML (camt.053.001.08), piece by piece. */

import { subtractAmounts } from '../money';
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
	from: Date;
	to: Date;
}

/** The family codes of ISO 20022 for what a ledger entry is; others are given by their own name alone. */
const FAMILIES: ReadonlyMap<string, string> = new Map([
	['payment', 'RCDT'],
	['payout', 'ICDT'],
	['refund', 'ICDT'],
]);

/** Longest texts that the schema takes. */
const ID = 35;
const ACCOUNT = 34;
const TEXT = 140;

/** The start of a text, escaped. Characters that XML 1.0 does not know are left out. */
function text(value: string, most: number): string {
	const known = value.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '');
	return [...known]
		.slice(0, most)
		.join('')
		.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

const element = (name: string, content: string): string => (content === '' ? '' : `<${name}>${content}</${name}>`);

const amountOf = (amount: string, currency: string, name = 'Amt'): string =>
	`<${name} Ccy="${text(currency, 3)}">${amount.replace('-', '')}</${name}>`;

const sideOf = (amount: string): string => element('CdtDbtInd', amount.startsWith('-') ? 'DBIT' : 'CRDT');

const balance = (code: string, amount: string, currency: string, at: Date): string =>
	element(
		'Bal',
		`<Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amountOf(amount, currency)}${sideOf(amount)}` +
			element('Dt', element('DtTm', at.toISOString())),
	);

const totals = (name: string, { entries, sum }: { entries: number; sum: string }, net = ''): string =>
	element(name, `<NbOfNtries>${entries}</NbOfNtries><Sum>${sum.replace('-', '')}</Sum>${net}`);

/** Everything before the entries. */
export function statementHead({
	id,
	account,
	movement,
	credits,
	debits,
	createdAt,
	from,
	to,
}: StatementHeader): string {
	const { currency, opening_balance, closing_balance, net, entries } = movement;
	const at = element('CreDtTm', createdAt.toISOString());
	// What went out is negative.
	const sum = { entries, sum: subtractAmounts(credits.sum, [debits.sum]) };
	return [
		'<?xml version="1.0" encoding="UTF-8"?>\n',
		'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>',
		element('GrpHdr', element('MsgId', text(id, ID)) + at),
		`\n<Stmt>${element('Id', text(id, ID))}${at}`,
		element('FrToDt', element('FrDtTm', from.toISOString()) + element('ToDtTm', to.toISOString())),
		element(
			'Acct',
			`<Id><Othr>${element('Id', text(account, ACCOUNT))}</Othr></Id>${element('Ccy', text(currency, 3))}`,
		),
		balance('OPBD', opening_balance, currency, from),
		balance('CLBD', closing_balance, currency, to),
		element(
			'TxsSummry',
			totals('TtlNtries', sum, element('TtlNetNtry', `<Amt>${net.replace('-', '')}</Amt>${sideOf(net)}`)) +
				totals('TtlCdtNtries', credits) +
				totals('TtlDbtNtries', debits),
		),
		'\n',
	].join('');
}

/** One entry, with its charges and its payment. */
export function statementEntry({ entry, externalId, name, tax }: Line): string {
	const { id, currency, gross, fees, net, transaction_type, reference_id, payment_method, created_at } = entry;
	const at = element('DtTm', new Date(created_at).toISOString());
	const family = FAMILIES.get(transaction_type);
	const code =
		(family === undefined
			? ''
			: `<Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>OTHR</SubFmlyCd></Fmly></Domn>`) +
		element('Prtry', element('Cd', text(transaction_type, ID)));
	const party = name === '' ? '' : `<Pty><Nm>${text(name, TEXT)}</Nm></Pty>`;
	const remark = [externalId, reference_id, payment_method].filter(Boolean).join(' ');
	const charges =
		fees === '0'
			? ''
			: element(
					'Chrgs',
					amountOf(fees, currency, 'TtlChrgsAndTaxAmt') +
						// Fees are negative where the service takes them off what it pays out.
						element(
							'Rcrd',
							`${amountOf(fees, currency)}${sideOf(subtractAmounts('0', [fees]))}<ChrgInclInd>true</ChrgInclInd>`,
						),
				);
	const details = [
		element(
			'Refs',
			element('AcctSvcrRef', text(id, ID)) +
				element('EndToEndId', text(externalId, ID)) +
				element('TxId', text(reference_id, ID)),
		),
		amountOf(net, currency) + sideOf(net),
		element('AmtDtls', element('TxAmt', amountOf(gross, currency))),
		element('RltdPties', element(net.startsWith('-') ? 'Cdtr' : 'Dbtr', party)),
		element('RmtInf', element('Ustrd', text(remark, TEXT))),
		tax === '0' || tax === '' ? '' : element('Tax', amountOf(tax, currency, 'TtlTaxAmt')),
	];
	return [
		`<Ntry>${amountOf(net, currency)}${sideOf(net)}<Sts><Cd>BOOK</Cd></Sts>`,
		element('BookgDt', at) + element('ValDt', at) + element('AcctSvcrRef', text(id, ID)),
		element('BkTxCd', code) + charges,
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
	const said = element('AddtlStmtInf', text(remarks.filter(Boolean).join('. '), TEXT));
	return `${said}</Stmt></BkToCstmrStmt></Document>\n`;
}
