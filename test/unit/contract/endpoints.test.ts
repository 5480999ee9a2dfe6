import { endpoints, type EndpointContract, type EndpointId } from '../../../contract';

/** The Endpoints section of the specification, in its order; {uuid} is written :uuid. */
const specified = [
	'POST /v1/customers/create_static_open_payid',
	'GET /v1/payment_gateways/access_token',
	'POST /v1/payment_gateways/create_payment',
	'POST /v1/merchants/create_payment',
	'GET /v1/balances/detail',
	'GET /v1/balances/history',
	'POST /v1/simulate_deposit',
	'POST /v1/payouts',
	'GET /v2/payins/payin_methods',
	'GET /v2/payins/payin_method/params',
	'POST /v2/payins',
	'GET /v2/payins/detail',
	'GET /v2/payins/all',
	'POST /v2/payins/cancel',
	'POST /v2/payins/refund',
	'POST /v2/payins/simulate',
	'POST /v2/payins/confirm_otp',
	'POST /v2/payins/resend_otp',
	'POST /v2/payins/authorize_stk',
	'GET /v2/payouts/payout_methods',
	'GET /v2/payouts/payout_method/params',
	'POST /v2/payouts',
	'GET /v2/payouts/detail',
	'GET /v2/payouts/all',
	'POST /v2/payouts/cancel_scheduled',
	'POST /v2/payouts/simulate',
	'GET /v2/payouts/branch_codes',
	'POST /v2/banks/lookup/qr_content',
	'POST /v2/banks/lookup/qr_image',
	'POST /v2/transfers/simulate',
	'GET /v2/balances/detail',
	'GET /v2/balances/history',
	'POST /v2/contacts/resend_verification',
	'GET /v2/reports/settlements',
	'GET /v3/payin_methods',
	'POST /v3/payin_links',
	'GET /v3/payin_links',
	'GET /v3/payin_links/:uuid',
	'POST /v3/payin_links/refund',
];

/** Endpoints the specification mentions but does not show: contacts, Card and Cashback. */
const fromThePublicReference = [
	'POST /v2/contacts',
	'GET /v2/contacts',
	'GET /v2/contacts/detail',
	'POST /v2/contacts/submit_kyc',
	'POST /v2/contacts/share_token',
	'POST /v2/cards/create_payment',
	'POST /v2/cards/capture_payment',
	'POST /v2/cards/refund_payment',
	'GET /v2/cards/payments',
	'GET /v2/cards/payments/:uuid',
	'POST /v2/cashbacks/activate',
	'POST /v2/cashbacks/deliver',
	'GET /v2/cashbacks/campaigns',
];

const contracts = Object.entries(endpoints) as [EndpointId, EndpointContract][];
const address = ({ method, path }: EndpointContract) => `${method} ${path}`;
const idsWhere = (holds: (contract: EndpointContract) => unknown) =>
	contracts.filter(([, contract]) => holds(contract)).map(([id]) => id);

describe('the list of endpoints', () => {
	it('holds every endpoint of the specification exactly once', () => {
		const json = contracts
			.filter(([id]) => id !== 'v1.payouts.createFromFile')
			.map(([, contract]) => address(contract));
		expect(json.toSorted()).toEqual([...specified, ...fromThePublicReference].toSorted());
	});

	it('takes a v1 payout file at the path of the JSON call', () => {
		expect(address(endpoints['v1.payouts.createFromFile'])).toBe(address(endpoints['v1.payouts.create']));
		expect(endpoints['v1.payouts.createFromFile'].multipart).toBe(true);
	});

	it('marks what exists in the sandbox only', () => {
		expect(idsWhere((contract) => contract.sandboxOnly)).toEqual([
			'v1.deposits.simulate',
			'v2.payins.simulate',
			'v2.payins.authorizeStk',
			'v2.payouts.simulate',
			'v2.transfers.simulate',
		]);
	});

	it('asks for the access token at one endpoint only', () => {
		expect(idsWhere((contract) => contract.accessToken)).toEqual(['v1.gateway.create']);
	});

	it('has a body schema on every POST, none on a GET, and parameters where the path has them', () => {
		for (const [id, contract] of contracts) {
			expect([id, contract.body !== undefined]).toEqual([id, contract.method === 'POST']);
			expect([id, contract.params !== undefined]).toEqual([id, contract.path.includes('/:')]);
		}
	});

	it('lets unknown request fields through', () => {
		const body = { uuid: 'K7QX2M9D', from_tomorrow: true };
		expect(endpoints['v2.payins.cancel'].body.parse(body)).toEqual(body);
	});
});
