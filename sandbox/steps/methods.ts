import { parseMethodParameters, type MethodParameter } from '../../core/payments/methodParameters';
import { isObject } from '../../core/objects';
import { recordsIn, type Fields, type Run } from '../run';
import type { Service } from '../service';

/** A payment method of an account, as far as a payment needs it. */
export interface Method {
	name: string;
	currency: string;
	record: Fields;
	/** The least amount, as a decimal. */
	least: string;
	/** Values for its mandatory parameters; undefined where no made-up value will do. */
	parameters: Fields | undefined;
}

/** How many methods of an account are looked at. */
const MOST_METHODS = 12;

/** Made-up people and accounts. None of them is real. */
export const SOMEBODY = { first: 'Sandbox', last: 'Check', email: 'sandbox.check@example.com' };

/** Values by the name of a parameter. */
const VALUES: readonly (readonly [key: RegExp, value: string])[] = [
	[/^bsb$/, '062000'],
	[/^pay_?id$/, SOMEBODY.email],
	[/phone|mobile|wallet_number/, '+61400000000'],
	[/account_number|iban/, '123456789'],
	[/birth|dob/, '1990-12-31'],
	[/document_number|tax|reg_no/, '123456789'],
	[/url/, 'https://example.com/'],
	[/first_name/, SOMEBODY.first],
	[/last_name/, SOMEBODY.last],
	[/name/, `${SOMEBODY.first} ${SOMEBODY.last}`],
	[/email/, SOMEBODY.email],
	[/branch_code/, '001'],
	[/description|remark|reason|purpose/, 'Sandbox check'],
];

function valueOf({ key, choices, description, type }: MethodParameter, banks: readonly Fields[]): unknown {
	const [choice] = choices;
	if (choice !== undefined) return choice;
	const [bank] = banks;
	if (bank && /bank|swift|network|provider/i.test(key) && !/name/i.test(key)) return bank.code;
	if (/katakana/i.test(description)) return 'サンドボックス';
	if (type === 'boolean') return true;
	return VALUES.find(([name]) => name.test(key))?.[1];
}

function parametersFor(described: unknown, banks: readonly Fields[]): Fields | undefined {
	const entries = parseMethodParameters(described)
		.filter(({ required }) => required)
		.map((parameter) => [parameter.key, valueOf(parameter, banks)] as const);
	return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}

type Direction = 'payin' | 'payout';

/** The methods of an account that a payment can be made with, each with its record. */
export async function methodsOf(run: Run, service: Service, direction: Direction): Promise<Method[]> {
	const listed = await service.ask(`v2.${direction}s.methods`, {});
	const records = recordsIn(listed.body);
	const { access } = service;
	const told = records.map(({ currency }) => currency).find((currency) => typeof currency === 'string');
	access.currency ||= String(told ?? '').toUpperCase();
	run.exchanges.set(`${direction} methods ${access.currency}`, listed);
	const methods: Method[] = [];
	for (const { [`${direction}_method_name`]: name, currency } of records.slice(0, MOST_METHODS)) {
		if (typeof name !== 'string') continue;
		const query = { [`${direction}_method_name`]: name };
		const asked = await run.ask(`${direction} method ${name}`, service, `v2.${direction}s.methodParams`, { query });
		const record = isObject(asked.body) && isObject(asked.body.record) ? asked.body.record : undefined;
		if (!record) continue;
		const banks = Array.isArray(record.banks) ? record.banks.filter(isObject) : [];
		const parameters = parametersFor(record[`${direction}_method_params`], banks);
		methods.push({ name, currency: String(currency), record, least: String(record.min_amount ?? ''), parameters });
	}
	return methods;
}

/** What an account can do. */
export interface Able {
	service: Service;
	payins: readonly Method[];
	payouts: readonly Method[];
}

/** Whether a payment can be made by a method without a contact whose identity is known. */
export const isUsable = ({ record, parameters, least }: Method): boolean =>
	parameters !== undefined && record.require_contact !== true && record.require_kyc !== true && /^\d/.test(least);
