import { onlyShown, rowOf, type Facts, type Kind } from './bills';

/** A payment as a request asks for it. */
export interface Asked {
	kind: Kind;
	/** The reference of its list; empty where it is paid by itself. */
	list: string;
	key: string;
	facts: Facts;
	/** The payin that a refund is of. */
	payin: string;
}

type Fields = Record<string, unknown>;

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const money = (value: unknown): string => (value === undefined ? '' : Number(value).toFixed(2));
const within = (value: unknown): Fields => (value ?? {}) as Fields;

const factsIn = (body: Fields): Required<Facts> => ({
	amount: money(body.amount),
	payee: text(body.last_name ?? body.payee ?? body.name),
	email: text(body.email ?? body.emails ?? within(body.sender_info).email),
	account: text(body.account_number ?? within(body.payout_method_params).account_number),
});

const KINDS: Record<string, Kind> = {
	'/v2/payouts': 'payout',
	'/v1/payouts': 'aud',
	'/v2/payins': 'payin',
	'/v2/payins/refund': 'refund',
	'/v3/payin_links': 'link',
	'/v1/merchants/create_payment': 'payid',
	'/v1/payment_gateways/create_payment': 'gateway',
};

/** The payments that a request asks for. @param data its body, as JSON or as a form with a file */
export function paymentsIn(path: string, data: string): Asked[] {
	const kind = KINDS[path];
	if (!kind) throw new Error(`${path} is no payment`);
	if (!data.startsWith('{')) {
		const key = /name="external_id"\r\n\r\n([^\r]*)/.exec(data)?.[1] ?? '';
		return [{ kind: 'file', list: '', key, facts: onlyShown('file', rowOf(data)), payin: '' }];
	}
	const body = JSON.parse(data) as Fields;
	const reference = text(body.external_id);
	const details = (body.payout_transaction_details ?? [body]) as Fields[];
	return details.map((detail) => {
		const key = text(detail.external_id ?? body.order_id ?? within(body.meta_data).external_id);
		const list = key === reference || detail === body ? '' : reference;
		return {
			kind,
			list,
			key,
			facts: onlyShown(kind, factsIn(detail)),
			payin: kind === 'refund' ? text(body.uuid) : '',
		};
	});
}

/** The service's own identifier of each payment, by its External ID, as far as an answer or an output shows it. */
export function identifierIn(shown: Fields, key?: string): string {
	const transactions = (shown.payout_transactions ?? []) as Fields[];
	const one = transactions.find(({ external_id }) => external_id === key) ?? transactions[0] ?? shown;
	return text(one.uuid ?? one.id ?? one.payment_id);
}
