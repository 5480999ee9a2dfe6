import type { IDataObject } from 'n8n-workflow';

/** What a call asks the node to do. Each is a tool of its own where a model calls it. */
export const OPERATIONS = ['Pay', 'Refund', 'Read', 'Wait'] as const;
export type OperationName = (typeof OPERATIONS)[number];

/** The values that somebody, or a model, fills in. */
export type Values = Readonly<Record<string, string>>;

export interface Call {
	/** As the page names it. */
	name: string;
	operation: OperationName;
	values: Values;
	/** What the page says of it. Only a workflow waits. */
	word: Word;
	/** What the title of a refusal says. */
	refusal?: RegExp;
}

type Word = 'paid' | 'found' | 'refunded' | 'read' | 'waits' | 'refused';

/** What an answer means for the account: how many payments it has made or sent back. */
export const MOVES: Readonly<Record<Word, number>> = { paid: 1, refunded: 1, waits: 1, found: 0, read: 0, refused: 0 };

/** Guards of the credential with which all calls are made. */
export const GUARDS = { maxPerPayment: 'AUD 150', maxPerRun: 'AUD 160', allowedDestinations: 'ben@payees.example' };

/** A character that nobody sees. */
const HIDDEN = '\u200b';

/** The ten calls, in their order. @param way makes their External IDs differ from those of another way @param payin to refund */
export function tenCalls(way: string, payin: string, canWait: boolean): Call[] {
	const order = { external_id: `${way}-1`, amount: '120.50', pay_id: 'ben@payees.example' };
	const refund = { external_id: `${way}-refund`, payin };
	return [
		{ name: 'Create', operation: 'Pay', values: order, word: 'paid' },
		{ name: 'the same again', operation: 'Pay', values: order, word: 'found' },
		{
			name: 'the same External ID, another amount',
			operation: 'Pay',
			values: { ...order, amount: '140' },
			word: 'refused',
			refusal: /The External ID .* belongs to another payment/,
		},
		{ name: 'Refund', operation: 'Refund', values: refund, word: 'refunded' },
		{ name: 'the same refund again', operation: 'Refund', values: refund, word: 'found' },
		{
			name: 'above Max per Payment',
			operation: 'Pay',
			values: { ...order, external_id: `${way}-2`, amount: '150.01' },
			word: 'refused',
			refusal: /150\.01 AUD is more than the credential allows/,
		},
		{
			name: 'to a destination that is not allowed',
			operation: 'Pay',
			values: { ...order, external_id: `${way}-3`, pay_id: 'mallory@payees.example' },
			word: 'refused',
			refusal: /The credential does not allow payments to this destination/,
		},
		{ name: 'read the balance', operation: 'Read', values: {}, word: 'read' },
		{
			name: 'Create and Wait',
			operation: 'Wait',
			values: { ...order, external_id: `${way}-4`, amount: '20' },
			word: canWait ? 'waits' : 'refused',
			refusal: /Nothing was sent, because .* cannot wait: use Create/,
		},
		{
			name: 'an External ID that cannot be read',
			operation: 'Pay',
			values: { ...order, external_id: `${way}-5${HIDDEN}` },
			word: 'refused',
			refusal: /External ID holds a character that nobody sees/,
		},
	];
}

/** What the page says of an answer; the answer itself where it is none of these, so that a failed test shows it. */
export function wordFor({ operation, refusal }: Call, answer: string): string {
	const said = answer.replaceAll('\\', '');
	const [, outcome] = /"outcome":\s*"(created|found)"/.exec(said) ?? [];
	if (outcome === 'created') return operation === 'Refund' ? 'refunded' : 'paid';
	if (outcome === 'found') return 'found';
	if (refusal?.test(said)) return 'refused';
	if (said === WAITS) return 'waits';
	return operation === 'Read' && said.includes('"available') ? 'read' : answer;
}

/** The answer of an execution that waits. */
export const WAITS = 'waits';

/** How the node's form is filled in for an operation. @param value what stands for each of the values */
export function formOf(operation: OperationName, value: (name: string) => string): IDataObject {
	const chosen = (id: string) => ({ __rl: true, mode: 'id', value: id });
	if (operation === 'Read') return { resource: 'balance', operation: 'get', currency: 'AUD' };
	if (operation === 'Refund')
		return {
			...{ resource: 'payin', operation: 'refund', uuid: chosen(value('payin')), refundType: 'full' },
			...{ externalId: value('external_id'), reason: 'Sent back', options: QUICK },
		};
	return {
		resource: 'payout',
		...(operation === 'Wait' ? { operation: 'createAndWait', waitLimit: 60 } : { operation: 'create', notify: 'none' }),
		...{ payoutMethodName: chosen('au_payid_npp_aud'), currency: 'AUD', paymentDescription: 'Invoice 7' },
		...{ firstName: 'Ben', lastName: 'Okafor', email: 'ben@payees.example' },
		...{ amount: value('amount'), externalId: value('external_id'), options: QUICK },
		methodParameters: {
			mappingMode: 'defineBelow',
			value: { pay_id: value('pay_id'), pay_id_type: 'EMAIL' },
			matchingColumns: [],
			schema: [],
		},
	};
}

const QUICK = { settleSeconds: 1 };
