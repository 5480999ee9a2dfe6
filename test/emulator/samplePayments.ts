import type { Answer, Service } from './service';

type Changes = Record<string, unknown>;

const name = { first_name: 'Ada', last_name: 'Byron' };
const email = 'ada@shop.example';

export type SamplePayments = ReturnType<typeof samplePayments>;

/** Makes an open payment of each kind and returns its identifier; AUD unless another currency is given. */
export function samplePayments(service: Service) {
	async function created(answer: Promise<Answer>, key = 'uuid'): Promise<string> {
		const { status, body } = await answer;
		if (status !== 200) throw new Error(JSON.stringify(body));
		return String(body[key]);
	}

	return {
		payin: (changes: Changes = {}, currency = 'AUD') =>
			created(
				service.call(
					'v2.payins.create',
					{
						payin_method_name: 'au_bank_aud',
						payin_method_params: {},
						amount: 80,
						currency,
						name: 'Ada Byron',
						email,
						description: 'Order 78',
						gst: false,
						webhook_notification: service.target,
						...changes,
					},
					currency,
				),
			),
		payout: (changes: Changes = {}) =>
			created(
				service.call('v2.payouts.create', {
					payout_method_name: 'au_payid_npp_aud',
					currency: 'AUD',
					description: 'March wages',
					webhook_notification: service.target,
					payout_transaction_details: [
						{ ...name, email, amount: 12.5, payout_method_params: { pay_id: email, pay_id_type: 'EMAIL' } },
					],
					...changes,
				}),
			),
		'AUD payout': (changes: Changes = {}) =>
			created(
				service.call('v1.payouts.create', {
					description: 'March wages',
					...service.target,
					payout_transaction_details: [{ payee: 'Ada Byron', email, amount: 12.5, payid: email, payid_type: 'email' }],
					...changes,
				}),
			),
		'checkout link': (changes: Changes = {}, currency = 'AUD') =>
			created(
				service.call(
					'v3.links.create',
					{
						amount: 80,
						description: 'Order 78',
						sender_info: { ...name, email },
						webhook_notification: service.target,
						...changes,
					},
					currency,
				),
			),
		'one-time PayID': (changes: Changes = {}) =>
			created(
				service.call('v1.oneTimePayid.create', {
					amount: 80,
					description: 'Order 78',
					name: 'Ada Byron',
					emails: email,
					gst: false,
					payment_request_notification: service.target,
					...changes,
				}),
				'id',
			),
		/** The token decides what the issuer does: one that ends in 3ds asks for 3DS. */
		'card payment': (token = 'tok_0123456789abcdef03ds') =>
			created(
				service.call('v2.cards.createPayment', {
					amount: 8_000,
					currency: 'AUD',
					token: { id: token, type: 'card' },
					return_url: 'https://shop.example/back',
					webhook_notification: service.target,
				}),
			),
	};
}
