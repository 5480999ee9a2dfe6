import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { EXAMPLE_ORDER_DETAILS } from '../../nodes/MultiCurrencyPayments/resources/gatewayLink';
import { form } from '../integration/action/orders';
import type { Edit, Line, Run, Way } from './steps';

/** What a user pays, and the node's parameters for it. No two bills have the same amount or payee. */

export type Kind = 'payout' | 'aud' | 'payin' | 'refund' | 'link' | 'payid' | 'gateway' | 'file';

export const kindOf = (way: Way): Kind => (way === 'payoutList' ? 'payout' : way === 'audList' ? 'aud' : way);
export const isList = (way: Way): boolean => way.endsWith('List');

/** Whether the service can be asked for payments of a kind. */
export const canAsk = (kind: Kind): boolean => !['aud', 'payid', 'gateway', 'file'].includes(kind);

export const listOf = ({ way, list }: Run): string => (isList(way) ? `list-${list}` : '');

export const BILLS = 6;
const ALL_BILLS = Array.from({ length: BILLS }, (_, index) => index + 1);

/** The bill whose account number makes the payout fail after processing. */
const FAILING_BILL = 4;

/** The External ID of a line. Two of them are property names that every object inherits. */
export const keyOf = ({ bill, edit }: Line): string =>
	(({ 5: 'constructor', 6: '__proto__' })[bill] ?? `inv-${bill}`) + (edit === 'key' ? '-b' : '');

/** What must be true of a payment, by name. */
export type Facts = Partial<Record<'amount' | 'payee' | 'email' | 'account', string>>;

/** Those that a request for a payment of a kind shows. */
const SHOWN: Record<Kind, readonly (keyof Facts)[]> = {
	payout: ['amount', 'payee', 'email', 'account'],
	aud: ['amount', 'payee', 'email', 'account'],
	file: ['amount', 'payee', 'email', 'account'],
	payin: ['amount', 'payee', 'email'],
	payid: ['amount', 'payee', 'email'],
	link: ['amount', 'email'],
	gateway: ['amount'],
	refund: ['amount'],
};

export const onlyShown = (kind: Kind, all: Required<Facts>): Facts =>
	Object.fromEntries(SHOWN[kind].map((name) => [name, all[name]]));

/** The amount of a bill, and of the payin that its refund is of. */
export const amountOf = (bill: number): string => `${10 + bill}.00`;

/** Odd bills are refunded in full, which is an empty amount, and even ones in part; an edit swaps this. */
const refundedOf = ({ bill, edit }: Line): string => ((bill % 2 === 1) === (edit === 'amount') ? '5.00' : '');

function valuesOf(way: Way, line: Line): Required<Facts> {
	const { bill, edit } = line;
	const amount = amountOf(bill).replace('.00', edit === 'amount' ? '.50' : '.00');
	return {
		amount: way === 'refund' ? refundedOf(line) : amount,
		payee: `Payee${bill}${edit === 'payee' ? 'x' : ''}`,
		email: `payee${bill}@example.com`,
		account: bill === FAILING_BILL && edit !== 'account' ? '12390001' : `${edit === 'account' ? 2 : 1}000000${bill}`,
	};
}

export const factsOf = (way: Way, line: Line): Facts => onlyShown(kindOf(way), valuesOf(way, line));

/** The fields of a line's item. */
export function fieldsOf(way: Way, line: Line): IDataObject {
	const values = valuesOf(way, line);
	return { ...values, bill: line.bill, key: keyOf(line), refundType: values.amount === '' ? 'full' : 'partial' };
}

const FILE_HEAD = 'payee,email,amount,bsb,account_number';

export function itemOf(way: Way, line: Line, index: number, payin: string): INodeExecutionData {
	const { payee, email, amount, account } = valuesOf(way, line);
	const data = Buffer.from(`${FILE_HEAD}\n${payee},${email},${amount},062-000,${account}\n`).toString('base64');
	return {
		json: { ...fieldsOf(way, line), line: index, ...(way === 'refund' && { payin }) },
		pairedItem: { item: index },
		...(way === 'file' && { binary: { data: { data, mimeType: 'text/csv', fileName: 'wages.csv' } } }),
	};
}

/** The only row of a file. */
export function rowOf(file: string): Required<Facts> {
	const row = file.slice(file.indexOf(FILE_HEAD)).split('\n')[1] ?? '';
	const [payee = '', email = '', amount = '', , account = ''] = row.trim().split(',');
	return { payee, email, amount, account };
}

/** How a parameter reads a field of the item. */
type Read = (name: string) => string;

export const ofItem: Read = (name) => `={{ $json.${name} }}`;

/** In a workflow that was edited before a retry: n8n keeps the items of the failed execution. */
export const edited =
	(way: Way, edit: Edit): Read =>
	(name) =>
		name === 'payin'
			? ofItem(name)
			: `={{ ${JSON.stringify(ALL_BILLS.map((bill) => fieldsOf(way, { bill, edit })[name]))}[$json.bill - 1] }}`;

/** As the tool of an agent, whose model fills it in. */
export const ofModel: Read = (name) => `={{ $fromAI('${name}') }}`;

const id = (value: string) => ({ __rl: true, mode: 'id', value });

/** The node's parameters. The description is another one in every try. */
export function parametersOf(run: Run, read: Read): INodeParameters {
	const { way, isScheduled } = run;
	const common = {
		operation: 'create',
		amount: read('amount'),
		externalId: read('key'),
		paymentDescription: '=Wages at {{ $now.toMillis() }}',
		...(isList(way) && { batchMode: 'allItems', batchExternalId: listOf(run) }),
		additionalFields: {
			...(isList(way) && { maxPerBatch: 2 }),
			...(isScheduled && { scheduledAt: '={{ $now.plus({ days: 3 }).toISO() }}' }),
		},
	};
	const each: Record<Kind, IDataObject> = {
		payout: {
			resource: 'payout',
			payoutMethodName: id('au_bank_aud'),
			firstName: 'Nathan',
			lastName: read('payee'),
			email: read('email'),
			methodParameters: form({ bsb: '062000', account_number: read('account'), account_name: 'Nathan' }),
		},
		aud: {
			resource: 'audPayout',
			payee: read('payee'),
			email: read('email'),
			addressing: 'bankAccount',
			bsb: '062-000',
			accountNumber: read('account'),
		},
		file: { resource: 'audPayout', operation: 'createFromFile', binaryPropertyName: 'data' },
		payin: {
			resource: 'payin',
			payinMethodName: id('au_bank_aud'),
			customerName: read('payee'),
			customerEmail: read('email'),
			methodParameters: form({}),
			additionalFields: {},
		},
		refund: {
			resource: 'payin',
			operation: 'refund',
			uuid: read('payin'),
			refundType: read('refundType'),
			reason: 'Parcel came late',
		},
		link: {
			resource: 'checkoutLink',
			customerEmail: read('email'),
			firstName: 'Nathan',
			lastName: read('payee'),
			additionalFields: {},
		},
		payid: { resource: 'oneTimePayid', name: read('payee'), emails: read('email'), additionalFields: {} },
		gateway: {
			resource: 'gatewayLink',
			orderId: read('key'),
			orderSuccessUrl: 'https://shop.example/thanks',
			orderDetails: EXAMPLE_ORDER_DETAILS,
		},
	};
	return { ...common, ...each[kindOf(way)] } as INodeParameters;
}
