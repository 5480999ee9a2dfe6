import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { form } from '../integration/action/orders';

/** What a user pays, and the node's parameters for it. Amounts identify bills; descriptions identify the sender. */

export const WAYS = ['payout', 'payoutBatch', 'aud', 'audBatch', 'payin', 'refund'] as const;
export type Way = (typeof WAYS)[number];
export type Kind = 'payout' | 'aud' | 'payin' | 'refund';

export const kindOf = (way: Way): Kind => (way === 'payoutBatch' ? 'payout' : way === 'audBatch' ? 'aud' : way);

/** Which references the items carry. `changing` is evaluated anew at every try. */
export const REFERENCES = ['own', 'empty', 'changing', 'ownInBatch', 'batchOnly'] as const;
export type References = (typeof REFERENCES)[number];

export const EDITS = ['amount', 'name', 'account'] as const;
export type Edit = (typeof EDITS)[number];

/** One line of a list: a bill, as it stands or edited. */
export interface Line {
	bill: number;
	edit?: Edit;
}

export const BILLS = 6;

/** The bill whose account number makes the payout fail after processing. */
export const FAILING_BILL = 4;

/** The user's own references. Two of them are property names that every object inherits. */
export const referenceOf = (bill: number): string => ({ 5: 'constructor', 6: '__proto__' })[bill] ?? `inv-${bill}`;

/** The reference in one call of an agent's model that uses a new reference for each call. */
export const referenceOfCall = (bill: number, call: number): string => `${referenceOf(bill)}-${call}`;

/** What a line asks for. */
export interface Facts {
	bill: number;
	/** Decimal text. Undefined for a full refund, which refunds what is left. */
	amount: string | undefined;
	payee: string;
	email: string;
	account: string;
}

/** The amount of a bill's payin, and of a partial refund. */
export const payinAmount = (bill: number): string => `${10 + bill}.00`;
const PARTIAL = '5.00';

export function factsOf(way: Way, { bill, edit }: Line): Facts {
	// A refund names nobody, so only its amount can change.
	const edited = (what: Edit) => edit === what && (way !== 'refund' || what === 'amount');
	// Odd bills are refunded in full and even ones in part; an edit swaps this.
	const refunded = (bill % 2 === 1) === edited('amount') ? PARTIAL : undefined;
	return {
		bill,
		amount: way === 'refund' ? refunded : `${10 + bill}.${edited('amount') ? '50' : '00'}`,
		payee: `Nathan Payee${bill}${edited('name') ? 'x' : ''}`,
		email: `payee${bill}@example.com`,
		account: bill === FAILING_BILL && !edited('account') ? '12390001' : `${edited('account') ? 2 : 1}000000${bill}`,
	};
}

/** The item of a line. */
export function itemOf(way: Way, line: Line, index: number, payinOf: (bill: number) => string): IDataObject {
	const { amount, payee, email, account } = factsOf(way, line);
	return {
		line: index,
		bill: line.bill,
		key: referenceOf(line.bill),
		amount: amount ?? '',
		refundType: amount === undefined ? 'full' : 'partial',
		first: 'Nathan',
		last: payee.replace('Nathan ', ''),
		payee,
		email,
		account,
		...(way === 'refund' && { payin: payinOf(line.bill) }),
	};
}

/** How one workflow is set up. */
export interface Setup {
	way: Way;
	references: References;
	/** What else is evaluated anew at every try. A remark is one of the parameters of the method. `unread0`: it fails in the first run of the
	 * node, and in no other; `unread1`: in the second. */
	varying: 'nothing' | 'description' | 'schedule' | 'remark' | 'unread0' | 'unread1';
	/** `preventDuplicates` as it stands, or as the text that an expression gives. */
	guard: 'flag' | 'text';
}

const BATCH_REFERENCE = 'pay-1';

/**
 * Fields of a workflow that was edited before a retry. n8n keeps the items of the failed execution, so the edit must be in
 * the parameters.
 */
export function editedFields(way: Way, lines: Line[]): (name: string) => string {
	const edited = Array.from(
		{ length: BILLS },
		(_, index) => lines.find(({ bill }) => bill === index + 1) ?? { bill: index + 1 },
	);
	const byBill = (of: (line: Line) => string | undefined) =>
		`={{ ${JSON.stringify(edited.map((line) => of(line) ?? ''))}[$json.bill - 1] }}`;
	const fields: Record<string, string> = {
		amount: byBill((line) => factsOf(way, line).amount),
		refundType: byBill((line) => (factsOf(way, line).amount === undefined ? 'full' : 'partial')),
		payee: byBill((line) => factsOf(way, line).payee),
		last: byBill((line) => factsOf(way, line).payee.replace('Nathan ', '')),
		account: byBill((line) => factsOf(way, line).account),
	};
	return (name) => fields[name] ?? `={{ $json.${name} }}`;
}

/**
 * The node's parameters. `field` gives the expression for a field of the item. Renamed parameters are given under both
 * names, because n8n drops what a node does not know.
 */
export function parametersOf(
	{ way, references, varying, guard }: Setup,
	tag: string,
	field: (name: string) => string = (name) => `={{ $json.${name} }}`,
): INodeParameters {
	const kind = kindOf(way);
	const externalId = {
		own: field('key'),
		ownInBatch: field('key'),
		empty: '',
		batchOnly: '',
		changing: `${field('key')}-${tag}-{{ $now.toMillis() }}`,
	}[references];
	const description =
		varying === 'description' ? `=Wages ${tag} at {{ $runIndex }} {{ $now.toMillis() }}` : `Wages ${tag}`;
	const remark = varying === 'remark' ? '=Nathan {{ $runIndex }} {{ $now.toMillis() }}' : 'Nathan';
	const inBatch = references === 'ownInBatch' || references === 'batchOnly';
	const common = {
		operation: 'create',
		amount: field('amount'),
		externalId,
		preventDuplicates: guard === 'text' ? '={{ "true" }}' : true,
		paymentDescription: description,
		...(varying.startsWith('unread') && {
			simplify: `={{ $runIndex === ${varying.slice(-1)} ? $('Never').first().json.simple : true }}`,
		}),
		...(way.endsWith('Batch') && { batchMode: 'allItems' }),
		additionalFields: {
			externalId,
			...(inBatch && kind === 'payout' && { batchExternalId: BATCH_REFERENCE }),
			...(way.endsWith('Batch') && { maxPerBatch: 2 }),
			...(varying === 'schedule' && { scheduledAt: '={{ $now.plus({ days: 1 }).toISO() }}' }),
		},
	};
	const id = (value: string) => ({ __rl: true, mode: 'id', value });
	const each: Record<Kind, object> = {
		payout: {
			...common,
			resource: 'payout',
			payoutMethodName: id('au_bank_aud'),
			firstName: field('first'),
			lastName: field('last'),
			email: field('email'),
			methodParameters: form({ bsb: '062000', account_number: field('account'), account_name: remark }),
		},
		aud: {
			...common,
			resource: 'audPayout',
			payee: field('payee'),
			email: field('email'),
			addressing: 'bankAccount',
			bsb: '062-000',
			accountNumber: field('account'),
		},
		payin: {
			...common,
			resource: 'payin',
			payinMethodName: id('au_bank_aud'),
			customerName: field('payee'),
			customerEmail: field('email'),
			methodParameters: form({}),
		},
		refund: {
			...common,
			resource: 'payin',
			operation: 'refund',
			uuid: field('payin'),
			refundType: field('refundType'),
			reason: description,
		},
	};
	return each[kind] as INodeParameters;
}
