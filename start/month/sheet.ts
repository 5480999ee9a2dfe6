import { stringify } from 'csv-stringify/sync';

/** A row of the sheet: a column for each field, and one for each parameter of the methods. */
export interface Payee {
	external_id: string;
	method: string;
	currency: string;
	/** Decimal text in the currency's main unit. */
	amount: string;
	first_name: string;
	last_name: string;
	email: string;
	account_name: string;
	account_number: string;
	bsb: string;
	bank_code: string;
}

interface Country {
	currency: string;
	method: string;
	/** The smallest salary, in whole units. */
	from: number;
	/** Where its banks have one: code of bank and branch, or of the bank alone. */
	bsb?: string;
	bank_code?: string;
}

const COUNTRIES: readonly Country[] = [
	{ currency: 'AUD', method: 'au_bank_aud', from: 900, bsb: '062000' },
	{ currency: 'INR', method: 'in_bank_inr', from: 22_000, bank_code: 'EXMAIN2X' },
	{ currency: 'PHP', method: 'ph_bank_php', from: 12_000, bank_code: 'EXMAPH2X' },
	{ currency: 'MYR', method: 'my_bank_myr', from: 2_500, bank_code: 'EXMAMY2X' },
	{ currency: 'ZAR', method: 'sa_bank_zar', from: 9_000, bank_code: 'EXMAZA2X' },
];

/** Those of the accounts of the one credential; the first is that of App ID. */
export const CURRENCIES: readonly string[] = COUNTRIES.map(({ currency }) => currency);

const COUNT = 500;
const FIRST_NAMES = ['Amelia', 'Priya', 'Jose', 'Nurul', 'Thandi', 'Ben', 'Arjun', 'Maria', 'Wei', 'Sipho', 'Chloe'];
const LAST_NAMES = ['Nguyen', 'Sharma', 'Reyes', 'Rahman', 'Dlamini', 'Okafor', 'Iyer', 'Santos', 'Tan', 'Botha'];

/** One of a list that has no end. */
const turn = (names: readonly string[], number: number): string => names[number % names.length] ?? '';

function payee(number: number): Payee {
	const { currency, method, from, bsb = '', bank_code = '' } = COUNTRIES[number % COUNTRIES.length] as Country; // the list is not empty
	const first_name = turn(FIRST_NAMES, number);
	const last_name = turn(LAST_NAMES, Math.floor(number / FIRST_NAMES.length));
	return {
		external_id: `april-${String(number + 1).padStart(3, '0')}`,
		...{ method, currency, first_name, last_name, bsb, bank_code },
		amount: `${from + number * 7}.${String((number * 13) % 100).padStart(2, '0')}`,
		email: `${first_name}.${last_name}.${number + 1}@payees.example`.toLowerCase(),
		account_name: `${first_name} ${last_name}`.toUpperCase(),
		account_number: String(10_000_000 + number * 7),
	};
}

/** The sheet without any mistake: 500 payees, whose currencies take turns. */
export const payees = (): Payee[] => Array.from({ length: COUNT }, (_, number) => payee(number));

/** The payments of the list that were made in advance: to payees of the sheet, under External IDs of their own. */
export const paidInAdvance = (sheet: readonly Payee[]): Payee[] =>
	sheet.slice(0, 2).map((row, number) => ({ ...row, external_id: `advance-00${number + 1}` }));

/** The sheet as a file. */
export const csvOf = (sheet: readonly Payee[]): string => stringify([...sheet], { header: true });
