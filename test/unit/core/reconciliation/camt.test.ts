import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';
import {
	StatementError,
	statementEntry,
	statementHead,
	statementTail,
	type StatementHeader,
} from '../../../../core/reconciliation/camt';
import { daysIn } from '../../../../core/time/dates';
import { ledgerEntry } from '../../../../core/reconciliation/entries';
import { BankRows, statementRow, type Line } from '../../../../core/reconciliation/lines';
import { childNames, parseXml, textAt, type XmlElement } from './xml';

const header: StatementHeader = {
	id: 'AUD-20310301000000-20310331000000',
	account: 'PAYMENTS-AUD',
	movement: {
		...{ currency: 'AUD', opening_balance: '-5', closing_balance: '40.4', gross: '48', fees: '2.6', net: '45.4' },
		...{ entries: 2, entries_not_in_balance: 2, entries_waiting: 2, waiting_net: '7.5' },
		...{ entries_set_aside: 1, set_aside_net: '-52.1' },
	},
	credits: { entries: 1, sum: '97.5' },
	debits: { entries: 1, sum: '-52.1' },
	createdAt: new Date('2031-04-01T00:00:00Z'),
	from: new Date('2031-03-01T00:00:00Z'),
	to: new Date('2031-04-01T00:00:00Z'),
};

const line = (changes: Partial<Line> = {}, isIn = true, reference_id: string | null = 'K7'): Line => ({
	entry: ledgerEntry({
		...{ id: 'B-1', amount: isIn ? 97.5 : 52.1, request_type: isIn ? 'money_in' : 'money_out' },
		...{ transaction_type: isIn ? 'payment' : 'payout', currency: 'AUD', payment_method: 'au_bank_aud' },
		...{ status: 'done', reference_id, created_at: '2031-03-04T05:06:07Z' },
		balance_detail: { fees: isIn ? 2.5 : 0.1 },
	}),
	...{ externalId: 'inv-1', name: 'Ada Byron', tax: isIn ? '9.09' : '0' },
	...changes,
});

const utc = daysIn('UTC');

const written = (each: Line, dayOf = utc) => statementEntry(each, dayOf);

const document = (...lines: Line[]): string =>
	statementHead(header, utc) + lines.map((each) => written(each)).join('') + statementTail(header.movement);

const parsed = (...lines: Line[]): XmlElement => parseXml(document(...lines));

/** The one entry of a statement. */
function entryOf(each: Line, dayOf = utc): XmlElement {
	const [entry] = parseXml(`<Stmt>${written(each, dayOf)}</Stmt>`).find('Ntry');
	if (!entry) throw new Error('The statement has no entry');
	return entry;
}

/** What the published schema says against a statement. */
async function faultsIn(contents: string): Promise<string[]> {
	const schema = readFileSync(join(__dirname, 'camt.053.001.08.xsd'), 'utf8');
	const { errors } = await validateXML({ xml: { fileName: 'statement.xml', contents }, schema });
	return errors.map(({ message }) => message);
}

describe('the schema of camt.053.001.08', () => {
	const others: Partial<Line>[] = [
		{ externalId: '', name: '', tax: '0' },
		{ externalId: 'r'.repeat(36), name: `<Söhne & "Töchter">\u0000\u{1F600}${'x'.repeat(200)}` },
		{ externalId: '\u{1F600}'.repeat(200), name: '\u0007', tax: '9.0912345' },
	];

	const exact = (changes: Partial<Line['entry']>): Line => ({ ...line(), entry: { ...line().entry, ...changes } });

	it.each<[string, Line[]]>([
		['nothing', []],
		['what came in and what went out', [line(), line({}, false)]],
		['what cannot stand as it is', others.map((changes) => line(changes))],
		['charges that are taken off', [exact({ gross: '100', fees: '-2.5', net: '97.5' })]],
		['more decimals than it takes', [exact({ gross: '15.583275', fees: '0.583275', net: '15' })]],
		['an entry without a type', [exact({ transaction_type: '' }), exact({ transaction_type: 'T'.repeat(40) })]],
		['an entry without an id', [exact({ id: '' }), exact({ id: 'B'.repeat(40), reference_id: '' })]],
	])('takes a statement with %s', async (_what, lines) => {
		expect(await faultsIn(document(...lines))).toEqual([]);
	});

	it.each<[string, [RegExp, string]]>([
		['an element in another place', [/(<BookgDt>.*<\/BookgDt>)(<ValDt>.*?<\/ValDt>)/, '$2$1']],
		['an empty element', [/<Nm>.*?<\/Nm>/, '<Nm></Nm>']],
		['an amount with six decimals', [/">97\.5</, '">97.500001<']],
		['a day with a time', [/<Dt>2031-03-04</, '<Dt>2031-03-04T00:00:00Z<']],
	])('would not take %s', async (_what, [there, instead]) => {
		const contents = document(line()).replace(there, instead);
		expect(contents).not.toBe(document(line()));
		expect(await faultsIn(contents)).not.toEqual([]);
	});
});

it('has opening and closing balance, each with its side', () => {
	const balances = parsed().find('Bal');
	expect(balances.map((each) => [textAt(each, 'Cd'), textAt(each, 'Amt'), textAt(each, 'CdtDbtInd')])).toEqual([
		['OPBD', '5', 'DBIT'],
		['CLBD', '40.4', 'CRDT'],
	]);
});

it('counts and adds up what came in and what went out', () => {
	const [summary] = parsed().find('TxsSummry');
	expect(summary && summary.find('Sum').map(({ text }) => text)).toEqual(['149.6', '97.5', '52.1']);
	expect(summary && summary.find('NbOfNtries').map(({ text }) => text)).toEqual(['2', '1', '1']);
	expect(summary && textAt(summary, 'TtlNetNtry Amt')).toBe('45.4');
});

it('shows charges that are taken off what is paid out as a credit beside the whole payment', () => {
	const entry = ledgerEntry({
		...{ id: 'B-2', amount: 97.5, request_type: 'money_out', transaction_type: 'payout', currency: 'AUD' },
		...{ payment_method: 'au_bank_aud', status: 'done', reference_id: 'K8', created_at: '2031-03-04T05:06:07Z' },
		balance_detail: { outgoing: 100, total: 97.5, fees: 2.5 },
	});
	const [out, usual] = parsed(line({ entry }), line({}, false)).find('Ntry');
	if (!out || !usual) throw new Error('The statement has no two entries');
	const told = ['Amt', 'TxAmt Amt', 'Chrgs Amt', 'Chrgs CdtDbtInd'].map((path) => textAt(out, path));
	expect(told).toEqual(['97.5', '100', '2.5', 'CRDT']);
	expect(textAt(usual, 'Chrgs CdtDbtInd')).toBe('DBIT');
});

it('shows net, gross, charges, tax and people of an entry', () => {
	const [credit, debit] = parsed(line(), line({}, false)).find('Ntry');
	if (!credit || !debit) throw new Error('The statement has no two entries');
	expect(childNames(credit)).toContain('Chrgs');
	expect([textAt(credit, 'Amt'), textAt(credit, 'CdtDbtInd'), textAt(credit, 'TxAmt Amt')]).toEqual([
		'97.5',
		'CRDT',
		'100',
	]);
	expect([textAt(credit, 'Chrgs Amt'), textAt(credit, 'TtlTaxAmt'), textAt(credit, 'Dbtr Nm')]).toEqual([
		...['2.5', '9.09', 'Ada Byron'],
	]);
	expect([textAt(debit, 'Amt'), textAt(debit, 'CdtDbtInd'), textAt(debit, 'TxAmt Amt')]).toEqual([
		'52.1',
		'DBIT',
		'52',
	]);
	expect([textAt(debit, 'Cdtr Nm'), textAt(debit, 'EndToEndId'), textAt(debit, 'TxId')]).toEqual([
		...['Ada Byron', 'inv-1', 'K7'],
	]);
});

it('escapes texts, and cuts names to what the schema takes', () => {
	const name = `<Söhne & "Töchter">\u0000\u{1F600}${'x'.repeat(200)}`;
	expect(textAt(entryOf(line({ name })), 'Dbtr Nm')).toBe([...name.replace('\u0000', '')].slice(0, 140).join(''));
});

describe('references', () => {
	it.each(['r'.repeat(36), `inv ${'é'.repeat(60)}`, '\u{1F600}'.repeat(200)])(
		'that are too long stand whole in the remittance information, and nowhere shortened: %#',
		(externalId) => {
			const entry = entryOf(line({ externalId }));
			expect(textAt(entry, 'EndToEndId')).toBeUndefined();
			const parts = entry.find('Ustrd').map(({ text }) => text);
			expect(parts.join('')).toContain(externalId);
			expect(parts.every((part) => [...part].length <= 140)).toBe(true);
		},
	);

	it('that fit stand as they are, and a uuid without its hyphens', () => {
		const uuid = '0b8d1c6e-5a0f-4b7e-9a55-3f21a0c49b7e';
		const entry = entryOf(line({ externalId: 'r'.repeat(35) }, true, uuid));
		expect(textAt(entry, 'EndToEndId')).toBe('r'.repeat(35));
		expect(textAt(entry, 'TxId')).toBe(uuid.replaceAll('-', ''));
	});

	it('of entries that differ stay different, however long they are', () => {
		const idOf = (last: string) => {
			const each = line();
			return textAt(entryOf({ ...each, entry: { ...each.entry, id: 'B'.repeat(40) + last } }), 'AcctSvcrRef') ?? '';
		};
		expect(idOf('1')).toHaveLength(35);
		expect(idOf('1')).not.toBe(idOf('2'));
	});
});

it.each([
	['UTC', '2031-03-04'],
	['Pacific/Auckland', '2031-03-04'],
	['America/Los_Angeles', '2031-03-03'],
])('names the day in %s, as other files do', (zone, day) => {
	const entry = entryOf(line(), daysIn(zone));
	expect([textAt(entry, 'BookgDt Dt'), textAt(entry, 'ValDt Dt')]).toEqual([day, day]);
});

it('has its balances on the first and the last day of the period', () => {
	const sydney = { ...header, from: new Date('2031-02-28T13:00:00Z'), to: new Date('2031-03-31T13:00:00Z') };
	const root = parseXml(`${statementHead(sydney, daysIn('Australia/Sydney'))}${statementTail(header.movement)}`);
	expect(root.find('Bal').map((each) => each.find('Dt')[1]?.text)).toEqual(['2031-03-01', '2031-03-31']);
});

describe('an amount with more digits than the schema takes', () => {
	const exact = (sums: Partial<Line['entry']>): Line => {
		const each = line();
		return { ...each, entry: { ...each.entry, ...sums } };
	};

	it('stands in words where it only tells how the net amount came about', () => {
		const entry = entryOf(exact({ gross: '15.583275', fees: '0.583275', net: '15' }));
		expect([textAt(entry, 'Amt'), textAt(entry, 'AddtlTxInf')]).toEqual([
			'15',
			'gross 15.583275 AUD, fees 0.583275 AUD',
		]);
		expect(written(exact({ gross: '15.583275', fees: '0.583275', net: '15' }))).not.toMatch(/Chrgs|AmtDtls/);
	});

	it.each(['14.416725', '-0.000001', '12345678901234567890', '1234567890123456.123'])(
		'is refused where the statement has to add up: %s',
		(net) => {
			expect(() => written(exact({ net }))).toThrow(StatementError);
			expect(() => written(exact({ net }))).toThrow(`the amount of the entry B-1 is ${net} AUD`);
			const movement = { ...header.movement, closing_balance: net };
			expect(() => statementHead({ ...header, movement }, utc)).toThrow(`the closing balance is ${net} AUD`);
		},
	);

	it.each(['14.41672', '1234567890123.12345', '123456789012345678'])('is not %s', (net) => {
		expect(textAt(entryOf(exact({ net })), 'Amt')).toBe(net);
	});
});

it.each(['', '\u0000', 'T'.repeat(40)])('says of an entry with the type %j that its kind is not available', (type) => {
	const entry = entryOf({ ...line(), entry: { ...line().entry, transaction_type: type } });
	expect(childNames(entry)).toContain('BkTxCd');
	expect([textAt(entry, 'Domn Cd'), textAt(entry, 'Fmly Cd'), textAt(entry, 'SubFmlyCd')]).toEqual([
		...['PMNT', 'NTAV', 'NTAV'],
	]);
	expect(textAt(entry, 'Prtry')).toBeUndefined();
});

it.each(['', ' ', '\u0000\u0007', '\u200B\u2060', '\u009F\n'])('leaves out a party called %j', (name) => {
	expect(written(line({ name }))).not.toMatch(/RltdPties|Nm/);
});

it.each(['Ада Байрон', 'ايدا', '愛達', 'Ada\u200D'])('keeps a party called %s', (name) => {
	expect(textAt(entryOf(line({ name })), 'Dbtr Nm')).toBe(name);
});

describe('the account', () => {
	const idOf = (account: string) => {
		const [id] = parseXml(`${statementHead({ ...header, account }, utc)}${statementTail(header.movement)}`).find(
			'Acct',
		);
		return id && [textAt(id, 'Id IBAN'), textAt(id, 'Othr Id')];
	};

	it.each(['GB82 WEST 1234 5698 7654 32', 'de89370400440532013000', 'NO9386011117947'])(
		'%s is an IBAN and stands in its own element',
		(account) => {
			expect(idOf(account)).toEqual([account.replace(/ /g, '').toUpperCase(), undefined]);
		},
	);

	it.each(['12-34', 'GB82WEST12345698765433', 'PAYMENTS-AUD', '0012345678'])('%s is none', (account) => {
		expect(idOf(account)).toEqual([undefined, account]);
	});

	it('is refused where it is too long', () => {
		expect(() => idOf('1'.repeat(35))).toThrow('CAMT.053 takes 34 characters for an account');
	});
});

it('leaves out what is not known', () => {
	const text = written(line({ name: '', externalId: '', tax: '0' }));
	expect(text).not.toMatch(/RltdPties|EndToEndId|<Tax>|<(\w+)><\/\1>/);
});

it('takes an entry that names nothing', () => {
	const nameless = line({ externalId: '' }, true, null);
	expect(written(nameless)).not.toMatch(/TxId|null/);
	expect(new BankRows().rowsOf(nameless, '2031-03-04')).toMatchObject([
		{ Description: 'payment', Reference: 'B-1' },
		{ Description: 'fee of payment' },
	]);
});

it('says what may still change the balance', () => {
	expect(textAt(parsed(), 'AddtlStmtInf')).toBe(
		'Not in this statement: 2 incoming, not settled, 7.5 AUD. In this statement: 1 outgoing, not done, -52.1 AUD',
	);
	const final = { ...header.movement, entries_waiting: 0, entries_set_aside: 0 };
	expect(statementTail(final)).not.toContain('AddtlStmtInf');
});

describe('rows', () => {
	it('of a statement have all amounts', () => {
		expect(statementRow(line())).toMatchObject({ gross: '100', fees: '2.5', tax: '9.09', net: '97.5', line: 'entry' });
	});

	it('of a bank statement have the fee in a row of its own', () => {
		expect(new BankRows().rowsOf(line({}, false), '2031-03-04')).toEqual([
			{ Date: '2031-03-04', Amount: '-52', Payee: 'Ada Byron', Description: 'payout K7', Reference: 'inv-1' },
			{ Date: '2031-03-04', Amount: '-0.1', Payee: 'Ada Byron', Description: 'fee of payout K7', Reference: 'inv-1' },
		]);
	});

	const day = '2031-03-04';
	const topup = (id: string, reference_id = ''): Line => {
		const each = line({ externalId: '', name: '', tax: '0' });
		return { ...each, entry: { ...each.entry, id, reference_id, transaction_type: 'topup', gross: '500', fees: '0' } };
	};

	it.each<[string, Line[]]>([
		['top-ups without a reference', ['B-1', 'B-2', 'B-3'].map((id) => topup(id))],
		['payments in parts', ['B-1', 'B-2', 'B-3'].map((id) => ({ ...topup(id, 'K7'), externalId: 'inv-1' }))],
		['payees of a batch, who share an id', ['B-1', 'B-1', 'B-1', 'B-1'].map((id) => topup(id, 'K7'))],
		['fees', ['B-1', 'B-2'].map((id) => ({ ...line(), entry: { ...line().entry, id } }))],
	])('of one day are never equal: %s', (_what, lines) => {
		const bank = new BankRows();
		const texts = lines.flatMap((each) => bank.rowsOf(each, day)).map((row) => JSON.stringify(row));
		expect(new Set(texts).size).toBe(texts.length);
	});

	it('that differ anyway name no entry', () => {
		const bank = new BankRows();
		const [one, other] = [topup('B-1', 'K7'), topup('B-2', 'K8')];
		expect(bank.rowsOf(one, day)).toMatchObject([{ Description: 'topup K7', Reference: 'K7' }]);
		expect(bank.rowsOf(other, day)).toMatchObject([{ Description: 'topup K8', Reference: 'K8' }]);
		expect(bank.rowsOf(topup('B-3', 'K7'), '2031-03-03')).toMatchObject([{ Description: 'topup K7' }]);
	});
});
