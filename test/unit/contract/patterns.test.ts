import fc from '../../seeded';
import {
	allPayinStatuses,
	currencies,
	mobileMoneyMethods,
	payeeName,
	payeeNamePattern,
	payidPaymentStatuses,
	payoutErrorCodes,
	staticPayidPrefix,
	timestamp,
	v2Currencies,
	v3Currencies,
	v3OnlyCurrencies,
	v3PayinMethodCodes,
} from '../../../contract';
import { PAYEE_NAME } from '../../../core/payments/payeeName';

describe('patterns', () => {
	it('asks of a payee name what the node asks', () => {
		expect([payeeNamePattern.source, payeeNamePattern.flags]).toEqual([PAYEE_NAME.source, PAYEE_NAME.flags]);
	});

	it.each(['Søren', 'Þóra 2', 'नीलम', 'Nguyễn Văn A', '山田 太郎', 'محمد', 'José'.normalize('NFD')])(
		'takes the payee name %s',
		(name) => {
			expect(payeeName.safeParse(name).success).toBe(true);
		},
	);

	it('takes a payee name exactly when it is words of letters and digits with single spaces', () => {
		const word = fc.stringMatching(/^[A-Za-zÀ-ÿ0-9]{1,8}$/).filter((text) => !/[×÷]/.test(text));
		fc.assert(
			fc.property(
				fc.array(word, { minLength: 1, maxLength: 4 }),
				fc.constantFrom('  ', '-', '\t', ' .'),
				(words, sign) => {
					const name = words.join(' ');
					expect(payeeName.safeParse(name).success).toBe(true);
					for (const bad of [` ${name}`, `${name} `, `${name}${sign}x`])
						expect(payeeName.safeParse(bad).success).toBe(false);
				},
			),
		);
	});

	it('takes a prefix exactly when it has 3 to 35 lower-case letters, digits, dots', () => {
		fc.assert(
			fc.property(fc.string({ maxLength: 40 }), fc.stringMatching(/^[a-z0-9.]{0,40}$/), (anything, plausible) => {
				for (const text of [anything, plausible]) {
					expect(staticPayidPrefix.safeParse(text).success).toBe(
						/^[a-z0-9.]{3,35}$/.test(text) && !text.includes('\n'),
					);
				}
			}),
		);
	});

	it('reads every moment in the forms the service uses', () => {
		const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
		fc.assert(
			fc.property(moments, (moment) => {
				const text = moment.toISOString();
				for (const offset of ['Z', '+0000', '+00:00'])
					expect(timestamp.safeParse(text.replace('Z', offset)).success).toBe(true);
				expect(timestamp.safeParse(text.replace('Z', '')).success).toBe(false);
			}),
		);
	});
});

describe('enumerations', () => {
	it('name the two errors of a payout without funds', () => {
		expect([...payoutErrorCodes]).toEqual(['<svc>_PAYOUT1', '<svc>_PAYOUT2']);
	});

	it('name the statuses of a PayID payment', () => {
		expect(payidPaymentStatuses.join(' ')).toBe(
			'pending received expired return_pending return_received return_expired return_rejected',
		);
	});

	it('have no value twice', () => {
		for (const values of [
			allPayinStatuses,
			currencies,
			v2Currencies,
			v3Currencies,
			Object.values(v3PayinMethodCodes).flat(),
		]) {
			expect(new Set(values).size).toBe(values.length);
		}
	});

	it('count thirteen payin statuses and the codes of every v3 currency', () => {
		expect(allPayinStatuses).toHaveLength(13);
		// TZS is a v3 currency, but the table lists no method code for it.
		expect([...Object.keys(v3PayinMethodCodes), 'TZS']).toEqual([...v3Currencies]);
	});

	// Written out from the specification, so that a slip in the contract cannot hide behind the rows made from it.
	it.each([
		['AUD', 'au_card_aud au_payid_npp_aud'],
		['NZD', 'nz_card_nzd'],
		['HKD', 'hk_card_hkd'],
		['JPY', 'jp_bank_jpy jp_card_jpy'],
		['USD', 'us_card_usd kh_pay_usd'],
		['KRW', 'kr_bank_krw'],
		['INR', 'in_<scheme>_inr'],
		[
			'MYR',
			'my_bank_<scheme_1>_myr my_bank_<scheme_2>_myr my_ewallet_<wallet_1>_myr my_ewallet_<wallet_2>_myr my_ewallet_<wallet_3>_myr my_ewallet_<wallet_4>_myr',
		],
		['PHP', 'ph_bank_php ph_bank_<bank>_php ph_ewallet_<wallet>_php ph_qrph_php'],
		['IDR', 'id_bank_<qr_scheme>_idr id_ewallet_<wallet>_idr'],
		['VND', 'vn_<qr_scheme>_vnd vn_other_<qr_scheme>_vnd vn_ewallet_<wallet>_vnd'],
		['THB', 'th_qrpay_thb'],
		['CAD', 'ca_<scheme>_cad'],
		['BRL', 'br_<scheme>_brl'],
		['ZAR', 'sa_eft_zar'],
		['NGN', 'ng_bank_ngn'],
		['KES', 'ke_mobile_money_kes'],
		['GHS', 'gh_mobile_money_ghs'],
		['MWK', 'mw_mobile_money_mwk mw_bank_mwk'],
		['BWP', 'bw_bank_bwp bw_mobile_money_bwp'],
		['XAF', 'cm_mobile_money_xaf'],
		['XOF', 'ci_mobile_money_xof'],
		['UGX', 'ug_bank_ugx'],
	] as const)('hold the v3 codes of %s as the specification writes them', (currency, codes) => {
		expect(v3PayinMethodCodes[currency].join(' ')).toBe(codes);
	});

	it('keep NZD and HKD out of v2 and every mobile money method among the v3 codes', () => {
		for (const currency of v3OnlyCurrencies) expect(v2Currencies as readonly string[]).not.toContain(currency);
		expect(Object.values(v3PayinMethodCodes).flat()).toEqual(expect.arrayContaining([...mobileMoneyMethods]));
	});
});
