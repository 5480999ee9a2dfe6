import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../engine/execution';
import { serviceOfFile } from '../engine/serviceOfFile';
import { checkoutLink, chosen, form, payin, payout } from './orders';

const service = serviceOfFile({ openingBalance: '100000000' });

const account = { account_number: '0011', account_name: 'Nathan Smith' };
const thai = { ...account, type: 'individual', description: 'Wages', swift_code: 'EXMATH2X' };
const ugandan = { ...account, bank_code: 'EXMAUG2X', payment_reason: 'other' };
const payid = { pay_id: 'nathan@example.com', pay_id_type: 'EMAIL' };

const payoutBy = (method: string, values: object) =>
	payout({ payoutMethodName: chosen(method), methodParameters: form({ ...values }) });
const linkBy = (method: string) => checkoutLink({ payinMethodCode: chosen(method) });

it.each<[string, string, INodeParameters, allowed: number[], forbidden: number[]]>([
	['a payout to a Thai bank', 'THB', payoutBy('th_bank_thb', thai), [300, 2_000_000], [299.99, 2_000_000.01]],
	['a payout to a PayID', 'AUD', payoutBy('au_payid_npp_aud', payid), [1], [0.99]],
	['a payout in Uganda', 'UGX', payoutBy('ug_bank_ugx', ugandan), [15_000, 36_000_000], [14_999, 36_000_001]],
	[
		'a payin in Uganda',
		'UGX',
		payin({ payinMethodName: chosen('ug_bank_ugx') }),
		[15_000, 36_000_000],
		[14_999, 36_000_001],
	],
	['a hosted checkout in Uganda', 'UGX', linkBy('ug_bank_ugx'), [15_000, 36_000_000], [14_999, 36_000_001]],
	['a card link', 'NZD', linkBy('nz_card_nzd'), [10_000], [10_000.01]],
	['a card link', 'HKD', linkBy('hk_card_hkd'), [10_000], [10_000.01]],
	['a link by mobile money', 'MWK', linkBy('mw_mobile_money_mwk'), [2_000], [1_999.99]],
	['a link by bank', 'MWK', linkBy('mw_bank_mwk'), [2_000], [1_999.99]],
])(
	'%s in %s has the amounts that its method allows, and no others are sent',
	async (_what, currency, parameters, allowed, forbidden) => {
		const credentials = service.credentials(currency);
		const settings = { onError: 'continueRegularOutput' } as const;
		const items = [...allowed, ...forbidden].map((amount) => ({ amount, key: String(amount) }));
		const run = await runNode({ credentials, parameters, items, settings });
		const errors = run.items.map(({ json }) => json.error);
		expect(errors.slice(0, allowed.length)).toEqual(allowed.map(() => undefined));
		expect(errors.slice(allowed.length)).toEqual(
			forbidden.map(() => expect.stringMatching(/(less|more) than the method allows$/)),
		);
		expect(service.writes()).toBe(allowed.length);
	},
);
