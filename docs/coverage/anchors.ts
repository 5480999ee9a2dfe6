/** A statement of the specification, found by its first words and a hash, and the rows that cover it. */
export interface Anchor {
	quote: string;
	/** Of section and statement; see facts.ts. */
	hash: string;
	/** Why it needs no row: it states nothing about the service, or that something is not shown. */
	without?: string;
	/** Names of rows; see nameOf. */
	rows: readonly string[];
}

/** Every statement of the specification, in its order. The specification itself is not part of this repository. */
export const anchors: readonly Anchor[] = [
	// Multi-Currency Payment Service: Interface Specification
	{
		quote: 'This single document covers the whole service: purpose, resources, sta',
		hash: 'c6c2c6a9299a',
		without: 'introduction',
		rows: [],
	},
	{ quote: 'Conventions:', hash: 'f0f08534c210', without: 'introduction', rows: [] },
	{
		quote: 'Requests and responses are JSON (Content-Type application/json) unless',
		hash: '9dd06e25f9f4',
		rows: ['Conventions › Requests and responses are JSON unless stated'],
	},
	{
		quote: '{sandbox_base_url} is the test environment and {production_base_url} i',
		hash: '923621d85714',
		rows: [
			'Conventions › Requests and responses are JSON unless stated',
			'Conventions › Each base address ends with an /api path segment',
		],
	},
	{
		quote: 'Each base address ends with an /api path segment, and every path below',
		hash: 'dea7e6858b51',
		rows: ['Conventions › Each base address ends with an /api path segment'],
	},
	{
		quote: 'Timestamps are ISO 8601 unless a format is given.',
		hash: '9cb2f37960fe',
		rows: ['Conventions › Timestamps are ISO 8601 unless a format is given'],
	},
	{
		quote: 'Operations marked sandbox only do not exist in production.',
		hash: '6f79a427ee39',
		rows: ['Conventions › Operations marked sandbox only do not exist in production'],
	},
	{
		quote: 'Placeholders such as <uuid>, <timestamp> and <ACCESS_TOKEN> stand for ',
		hash: '0bde526bb2b1',
		without: 'notation',
		rows: [],
	},
	// What the service does
	{
		quote: 'The service lets a merchant collect money (payin) and send money (payo',
		hash: '385a2052d1db',
		without: 'introduction',
		rows: [],
	},
	{
		quote: 'Three API generations share one credential scheme and are told apart b',
		hash: 'dce69c471f04',
		rows: ['What the service does › 1. /v1, /v2 and /v3 share one credential scheme and are told apart by path prefix'],
	},
	{
		quote: '`/v1`: AUD only.',
		hash: '3559cc604690',
		rows: ['Versioning › 2. v1 covers AUD only; v2 all configured currencies; v3 is the hosted checkout'],
	},
	{
		quote: 'Static and one-time PayID, a hosted payment gateway link, AUD balances',
		hash: '419540f08c8d',
		rows: ['Versioning › 1. Version is carried in the path prefix'],
	},
	{
		quote: '`/v2`: multi-currency.',
		hash: 'edfe2055490d',
		rows: ['Versioning › 2. v1 covers AUD only; v2 all configured currencies; v3 is the hosted checkout'],
	},
	{
		quote: 'Payin, payout, customers and contacts (identity verification), balance',
		hash: 'd2aaab04b3d8',
		rows: ['Versioning › 1. Version is carried in the path prefix'],
	},
	{
		quote: '`/v3`: a unified hosted checkout.',
		hash: '3e143fe55480',
		rows: ['Versioning › 2. v1 covers AUD only; v2 all configured currencies; v3 is the hosted checkout'],
	},
	{
		quote: 'The merchant creates one payment link and the customer pays on a hoste',
		hash: '3dbd9fb63014',
		rows: ['v3: hosted checkout › v3.links.create'],
	},
	{
		quote: 'Payment methods are discovered at run time (methods endpoints), each w',
		hash: '9b90793e28cd',
		rows: [
			'What the service does › 2. Payment methods are discovered at run time, each with its own parameters and limits',
		],
	},
	{
		quote: 'Status changes are pushed by HTTP POST to a merchant-supplied URL (see',
		hash: '2f34cd26cfc9',
		rows: ['What the service does › 3. Status changes are pushed by HTTP POST to a merchant-supplied URL'],
	},
	{
		quote: 'A Card API and a Cashback API exist and use the same credentials; thei',
		hash: '537dd9991214',
		rows: [
			'What the service does › 4. A Card API and a Cashback API use the same credentials; their endpoints are not shown',
		],
	},
	{
		quote: 'A read-only Reporting API returns settlement report files.',
		hash: 'e8357217cfd3',
		rows: ['What the service does › 5. A read-only Reporting API returns settlement report files'],
	},
	// Supported v2 currencies (ISO 4217)
	{
		quote: 'Asia-Pacific: AUD, IDR, INR, JPY, KHR, KRW, MYR, PHP, THB, VND.',
		hash: '041e9dcf4f42',
		rows: [
			'Supported v2 currencies (ISO 4217) › v2Currencies AUD',
			'Supported v2 currencies (ISO 4217) › v2Currencies IDR',
			'Supported v2 currencies (ISO 4217) › v2Currencies INR',
			'Supported v2 currencies (ISO 4217) › v2Currencies JPY',
			'Supported v2 currencies (ISO 4217) › zeroDecimalCurrencies JPY',
			'Supported v2 currencies (ISO 4217) › v2Currencies KHR',
			'Supported v2 currencies (ISO 4217) › v2Currencies KRW',
			'Supported v2 currencies (ISO 4217) › zeroDecimalCurrencies KRW',
			'Supported v2 currencies (ISO 4217) › v2Currencies MYR',
			'Supported v2 currencies (ISO 4217) › v2Currencies PHP',
			'Supported v2 currencies (ISO 4217) › v2Currencies THB',
			'Supported v2 currencies (ISO 4217) › v2Currencies VND',
			'Supported v2 currencies (ISO 4217) › zeroDecimalCurrencies VND',
		],
	},
	{
		quote: 'Africa: BWP, GHS, KES, MWK, NGN, TZS, XAF, XOF, ZAR.',
		hash: 'f472c4aa348a',
		rows: [
			'Supported v2 currencies (ISO 4217) › v2Currencies BWP',
			'Supported v2 currencies (ISO 4217) › v2Currencies GHS',
			'Supported v2 currencies (ISO 4217) › v2Currencies KES',
			'Supported v2 currencies (ISO 4217) › v2Currencies MWK',
			'Supported v2 currencies (ISO 4217) › v2Currencies NGN',
			'Supported v2 currencies (ISO 4217) › v2Currencies TZS',
			'Supported v2 currencies (ISO 4217) › v2Currencies XAF',
			'Supported v2 currencies (ISO 4217) › zeroDecimalCurrencies XAF',
			'Supported v2 currencies (ISO 4217) › v2Currencies XOF',
			'Supported v2 currencies (ISO 4217) › zeroDecimalCurrencies XOF',
			'Supported v2 currencies (ISO 4217) › v2Currencies ZAR',
		],
	},
	{
		quote: 'Americas: ARS, BRL, CAD, USD.',
		hash: '376b4c3bae99',
		rows: [
			'Supported v2 currencies (ISO 4217) › v2Currencies ARS',
			'Supported v2 currencies (ISO 4217) › v2Currencies BRL',
			'Supported v2 currencies (ISO 4217) › v2Currencies CAD',
			'Supported v2 currencies (ISO 4217) › v2Currencies USD',
		],
	},
	{ quote: 'Other: USDC.', hash: 'ac1b0d97550a', rows: ['Supported v2 currencies (ISO 4217) › v2Currencies USDC'] },
	{
		quote: 'The methods actually enabled depend on the merchant account.',
		hash: 'c65f3887e606',
		rows: ['Supported v2 currencies (ISO 4217) › The methods actually enabled depend on the merchant account'],
	},
	{
		quote: 'Each `app-id` maps to exactly one currency.',
		hash: '078bb9ed9707',
		rows: ['Supported v2 currencies (ISO 4217) › Each app-id maps to exactly one currency'],
	},
	{
		quote: 'NZD and HKD card acceptance is offered by the v3 gateway, not by v2.',
		hash: 'e219ca58e23c',
		rows: [
			'Supported v2 currencies (ISO 4217) › v3OnlyCurrencies NZD',
			'Supported v2 currencies (ISO 4217) › v3OnlyCurrencies HKD',
		],
	},
	{
		quote: 'UGX is offered through v2 and v3 (method `ug_bank_ugx`).',
		hash: '30d78cee1562',
		rows: ['Supported v2 currencies (ISO 4217) › v2Currencies UGX'],
	},
	{
		quote: 'Amount rounding: for VND, JPY, XAF, KRW and XOF the submitted amount i',
		hash: 'ae7df83d6344',
		rows: [
			'Supported v2 currencies (ISO 4217) › v2Currencies JPY',
			'Supported v2 currencies (ISO 4217) › zeroDecimalCurrencies JPY',
			'Supported v2 currencies (ISO 4217) › v2Currencies KRW',
			'Supported v2 currencies (ISO 4217) › zeroDecimalCurrencies KRW',
			'Supported v2 currencies (ISO 4217) › v2Currencies VND',
			'Supported v2 currencies (ISO 4217) › zeroDecimalCurrencies VND',
			'Supported v2 currencies (ISO 4217) › v2Currencies XAF',
			'Supported v2 currencies (ISO 4217) › zeroDecimalCurrencies XAF',
			'Supported v2 currencies (ISO 4217) › v2Currencies XOF',
			'Supported v2 currencies (ISO 4217) › zeroDecimalCurrencies XOF',
		],
	},
	{
		quote: 'The amount in the response and in webhook payloads is the authoritativ',
		hash: '2f5b645440ac',
		rows: [
			'Supported v2 currencies (ISO 4217) › The amount in the response and in webhook payloads is the authoritative one',
		],
	},
	{
		quote: 'GST: `gst` is true only for AUD transactions by Australian merchants; ',
		hash: '453a4145238c',
		rows: [
			'Supported v2 currencies (ISO 4217) › v2Currencies AUD',
			'Supported v2 currencies (ISO 4217) › gst is true only for AUD transactions by Australian merchants',
		],
	},
	// Method identifiers
	{
		quote: 'v2 identifies methods by `payin_method_name` / `payout_method_name`. v',
		hash: '21556d2104ae',
		rows: [
			'Method identifiers › v2 identifies methods by payin_method_name / payout_method_name, v3 by payin_method_code',
		],
	},
	{
		quote: "The v3 field is neither returned nor accepted by v2, and v2's name fie",
		hash: '6202c351b8e7',
		rows: [
			'Versioning › 4. v2 to v3: name, email, expired_at, payin_method_name become sender_info, expires_in, redirect_url, payin_method_code',
		],
	},
	{
		quote: 'Identifiers that embed a third-party brand are written here with a pla',
		hash: '28a829252594',
		without: 'notation',
		rows: [],
	},
	{ quote: 'v3 `payin_method_code` values by currency:', hash: '167edd4519c4', without: 'introduction', rows: [] },
	{
		quote: '| AUD | au_card_aud, au_payid_npp_aud |',
		hash: '2edc006ee604',
		rows: [
			'Method identifiers › v3PayinMethodCodes.AUD au_card_aud',
			'Method identifiers › v3PayinMethodCodes.AUD au_payid_npp_aud',
			'Method identifiers › v2MethodNames au_payid_npp_aud',
		],
	},
	{
		quote: '| NZD | nz_card_nzd |',
		hash: '47f58a72ca5a',
		rows: ['Method identifiers › v3PayinMethodCodes.NZD nz_card_nzd'],
	},
	{
		quote: '| HKD | hk_card_hkd |',
		hash: 'ce1c471b222f',
		rows: ['Method identifiers › v3PayinMethodCodes.HKD hk_card_hkd'],
	},
	{
		quote: '| JPY | jp_bank_jpy, jp_card_jpy |',
		hash: '17390d91744e',
		rows: [
			'Method identifiers › v3PayinMethodCodes.JPY jp_bank_jpy',
			'Method identifiers › v2MethodNames jp_bank_jpy',
			'Method identifiers › v3PayinMethodCodes.JPY jp_card_jpy',
		],
	},
	{
		quote: '| USD | us_card_usd, kh_pay_usd |',
		hash: 'c1330db708c4',
		rows: [
			'Method identifiers › v3PayinMethodCodes.USD us_card_usd',
			'Method identifiers › v3PayinMethodCodes.USD kh_pay_usd',
		],
	},
	{
		quote: '| KRW | kr_bank_krw |',
		hash: 'c5236ea48c79',
		rows: ['Method identifiers › v3PayinMethodCodes.KRW kr_bank_krw'],
	},
	{
		quote: '| INR | in_<scheme>_inr (one code) |',
		hash: '3ec6477169ed',
		rows: ['Method identifiers › v3PayinMethodCodes.INR in_<scheme>_inr'],
	},
	{
		quote: '| MYR | my_bank_<scheme_1>_myr, my_bank_<scheme_2>_myr, my_ewallet_<wa',
		hash: '37392b258422',
		rows: [
			'Method identifiers › v3PayinMethodCodes.MYR my_bank_<scheme_1>_myr',
			'Method identifiers › v3PayinMethodCodes.MYR my_bank_<scheme_2>_myr',
			'Method identifiers › v3PayinMethodCodes.MYR my_ewallet_<wallet_1>_myr',
			'Method identifiers › v3PayinMethodCodes.MYR my_ewallet_<wallet_2>_myr',
			'Method identifiers › v3PayinMethodCodes.MYR my_ewallet_<wallet_3>_myr',
			'Method identifiers › v3PayinMethodCodes.MYR my_ewallet_<wallet_4>_myr',
		],
	},
	{
		quote: '| PHP | ph_bank_php, ph_bank_<bank>_php, ph_ewallet_<wallet>_php, ph_q',
		hash: '83d3bb8a71b9',
		rows: [
			'Method identifiers › v3PayinMethodCodes.PHP ph_bank_php',
			'Method identifiers › v3PayinMethodCodes.PHP ph_bank_<bank>_php',
			'Method identifiers › v3PayinMethodCodes.PHP ph_ewallet_<wallet>_php',
			'Method identifiers › v3PayinMethodCodes.PHP ph_qrph_php',
		],
	},
	{
		quote: '| IDR | id_bank_<qr_scheme>_idr, id_ewallet_<wallet>_idr |',
		hash: '8b4a994c5304',
		rows: [
			'Method identifiers › v3PayinMethodCodes.IDR id_bank_<qr_scheme>_idr',
			'Method identifiers › v3PayinMethodCodes.IDR id_ewallet_<wallet>_idr',
		],
	},
	{
		quote: '| VND | vn_<qr_scheme>_vnd, vn_other_<qr_scheme>_vnd, vn_ewallet_<wall',
		hash: 'afe129388fa6',
		rows: [
			'Method identifiers › v3PayinMethodCodes.VND vn_<qr_scheme>_vnd',
			'Method identifiers › v2MethodNames vn_<qr_scheme>_vnd',
			'Method identifiers › v3PayinMethodCodes.VND vn_other_<qr_scheme>_vnd',
			'Method identifiers › v3PayinMethodCodes.VND vn_ewallet_<wallet>_vnd',
		],
	},
	{
		quote: '| THB | th_qrpay_thb |',
		hash: 'b7fd7873f6dd',
		rows: [
			'Method identifiers › v3PayinMethodCodes.THB th_qrpay_thb',
			'Method identifiers › v2MethodNames th_qrpay_thb',
		],
	},
	{
		quote: '| CAD | ca_<scheme>_cad |',
		hash: '089c7c70159d',
		rows: ['Method identifiers › v3PayinMethodCodes.CAD ca_<scheme>_cad'],
	},
	{
		quote: '| BRL | br_<scheme>_brl |',
		hash: '77e158b6165b',
		rows: ['Method identifiers › v3PayinMethodCodes.BRL br_<scheme>_brl'],
	},
	{
		quote: '| ZAR | sa_eft_zar |',
		hash: '908b4db19685',
		rows: ['Method identifiers › v3PayinMethodCodes.ZAR sa_eft_zar'],
	},
	{
		quote: '| NGN | ng_bank_ngn |',
		hash: 'e1dab7167230',
		rows: ['Method identifiers › v3PayinMethodCodes.NGN ng_bank_ngn'],
	},
	{
		quote: '| KES | ke_mobile_money_kes |',
		hash: '811e3be63586',
		rows: [
			'Method identifiers › v3PayinMethodCodes.KES ke_mobile_money_kes',
			'Method identifiers › v2MethodNames ke_mobile_money_kes',
		],
	},
	{
		quote: '| GHS | gh_mobile_money_ghs |',
		hash: '0800b9c0172a',
		rows: [
			'Method identifiers › v3PayinMethodCodes.GHS gh_mobile_money_ghs',
			'Method identifiers › v2MethodNames gh_mobile_money_ghs',
		],
	},
	{
		quote: '| MWK | mw_mobile_money_mwk, mw_bank_mwk |',
		hash: 'bd892d75ddde',
		rows: [
			'Method identifiers › v3PayinMethodCodes.MWK mw_mobile_money_mwk',
			'Method identifiers › v2MethodNames mw_mobile_money_mwk',
			'Method identifiers › v3PayinMethodCodes.MWK mw_bank_mwk',
		],
	},
	{
		quote: '| BWP | bw_bank_bwp, bw_mobile_money_bwp |',
		hash: 'cb715bcea3ee',
		rows: [
			'Method identifiers › v3PayinMethodCodes.BWP bw_bank_bwp',
			'Method identifiers › v3PayinMethodCodes.BWP bw_mobile_money_bwp',
			'Method identifiers › v2MethodNames bw_mobile_money_bwp',
		],
	},
	{
		quote: '| XAF | cm_mobile_money_xaf |',
		hash: '8a3b31f5569b',
		rows: [
			'Method identifiers › v3PayinMethodCodes.XAF cm_mobile_money_xaf',
			'Method identifiers › v2MethodNames cm_mobile_money_xaf',
		],
	},
	{
		quote: '| XOF | ci_mobile_money_xof |',
		hash: '509548690e2f',
		rows: [
			'Method identifiers › v3PayinMethodCodes.XOF ci_mobile_money_xof',
			'Method identifiers › v2MethodNames ci_mobile_money_xof',
		],
	},
	{
		quote: '| UGX | ug_bank_ugx |',
		hash: 'ae23fda4ca06',
		rows: ['Method identifiers › v3PayinMethodCodes.UGX ug_bank_ugx', 'Method identifiers › v2MethodNames ug_bank_ugx'],
	},
	{
		quote: 'Other v2 method names that appear in rules: au_bank_aud, au_payid_npp_',
		hash: '432b58e339ac',
		rows: [
			'Method identifiers › v3PayinMethodCodes.AUD au_payid_npp_aud',
			'Method identifiers › v2MethodNames au_payid_npp_aud',
			'Method identifiers › v3PayinMethodCodes.JPY jp_bank_jpy',
			'Method identifiers › v2MethodNames jp_bank_jpy',
			'Method identifiers › v3PayinMethodCodes.VND vn_<qr_scheme>_vnd',
			'Method identifiers › v2MethodNames vn_<qr_scheme>_vnd',
			'Method identifiers › v3PayinMethodCodes.THB th_qrpay_thb',
			'Method identifiers › v2MethodNames th_qrpay_thb',
			'Method identifiers › v3PayinMethodCodes.UGX ug_bank_ugx',
			'Method identifiers › v2MethodNames ug_bank_ugx',
			'Method identifiers › v2MethodNames au_bank_aud',
			'Method identifiers › v2MethodNames vn_bank_vnd',
			'Method identifiers › v2MethodNames ar_bank_ars',
			'Method identifiers › v2MethodNames kr_bank_va_kyc_krw',
			'Method identifiers › v2MethodNames usdc_bank',
			'Method identifiers › v2MethodNames th_bank_thb',
			'Method identifiers › v2MethodNames kh_pay_khr',
			'Method identifiers › v2MethodNames us_pay_usd',
		],
	},
	// Payin method record (v2, from the method-parameters endpoint)
	{
		quote: '| currency | string | ISO 4217 |',
		hash: 'a1a5a0ca02ee',
		rows: [
			'Payin method record (v2, from the method-parameters endpoint) › v2.payins.methodParams response record.currency',
		],
	},
	{
		quote: '| symbol | string | currency symbol |',
		hash: '8a47d52067c0',
		rows: [
			'Payin method record (v2, from the method-parameters endpoint) › v2.payins.methodParams response record.currency',
			'Payin method record (v2, from the method-parameters endpoint) › v2.payins.methodParams response record.symbol',
		],
	},
	{
		quote: '| logo | string | URL of bank or wallet logo; may be empty |',
		hash: 'becf0e958dfc',
		rows: [
			'Payin method record (v2, from the method-parameters endpoint) › v2.payins.methodParams response record.logo',
		],
	},
	{
		quote: '| payin_method_name | string | method identifier |',
		hash: '67a410d54629',
		rows: [
			'Payin method record (v2, from the method-parameters endpoint) › v2.payins.methodParams response record.payin_method_name',
		],
	},
	{
		quote: '| description | string | human-readable |',
		hash: 'b25aaa429cab',
		rows: [
			'Payin method record (v2, from the method-parameters endpoint) › v2.payins.methodParams response record.description',
		],
	},
	{
		quote: '| payin_method_params | object | keys to send when creating a payin; e',
		hash: 'c3d11aa30ebd',
		rows: [
			'Payin method record (v2, from the method-parameters endpoint) › v2.payins.methodParams response record.description',
			'Payin method record (v2, from the method-parameters endpoint) › v2.payins.methodParams response record.payin_method_params',
			'Payin method record (v2, from the method-parameters endpoint) › payin_method_params: each value is a string of the form type:Mandatory|Optional description',
		],
	},
	{
		quote: '| banks | array of {code, name} | empty when no provider choice is nee',
		hash: 'f32d7fd8e8c7',
		rows: [
			'Payin method record (v2, from the method-parameters endpoint) › v2.payins.methodParams response record.banks',
			'Payin method record (v2, from the method-parameters endpoint) › v2.payins.methodParams response record.banks.code',
			'Payin method record (v2, from the method-parameters endpoint) › v2.payins.methodParams response record.banks.name',
		],
	},
	{
		quote: '| payment_type | string | `pay_in` |',
		hash: 'c08771f3ec12',
		rows: [
			'Payin method record (v2, from the method-parameters endpoint) › v2.payins.methodParams response record.payment_type',
		],
	},
	{
		quote: '| is_refundable | boolean | completed payins of this method can be ref',
		hash: 'ed8ed9963de4',
		rows: [
			'Payin method record (v2, from the method-parameters endpoint) › v2.payins.methodParams response record.is_refundable',
		],
	},
	{
		quote: '| is_cancellable | boolean | pending payins of this method can be canc',
		hash: '686a5ad2cc34',
		rows: [
			'Payin method record (v2, from the method-parameters endpoint) › v2.payins.methodParams response record.is_cancellable',
		],
	},
	{
		quote: '| require_contact | boolean | a contact record must exist before the p',
		hash: '7d994c3c5764',
		rows: [
			'Payin method record (v2, from the method-parameters endpoint) › v2.payins.methodParams response record.require_contact',
		],
	},
	{
		quote: '| require_kyc | boolean | identity verification required |',
		hash: '1a281cb40890',
		rows: [
			'Payin method record (v2, from the method-parameters endpoint) › v2.payins.methodParams response record.require_kyc',
		],
	},
	{
		quote: '| min_amount, max_amount | number | in the currency base unit |',
		hash: '8cec3e3060e6',
		rows: [
			'Payin method record (v2, from the method-parameters endpoint) › v2.payins.methodParams response record.currency',
			'Payin method record (v2, from the method-parameters endpoint) › v2.payins.methodParams response record.min_amount',
			'Payin method record (v2, from the method-parameters endpoint) › v2.payins.methodParams response record.max_amount',
		],
	},
	{
		quote: 'The list endpoint returns records of only `currency` and `payin_method',
		hash: 'ea88288feec2',
		rows: [
			'Payin method record (v2, from the method-parameters endpoint) › v2.payins.methodParams response record.currency',
			'Payin method record (v2, from the method-parameters endpoint) › v2.payins.methodParams response record.payin_method_name',
			'Payin method record (v2, from the method-parameters endpoint) › The list endpoint returns records of only currency and payin_method_name',
		],
	},
	// Payout method record (v2)
	{
		quote: 'Same shape as the payin method record, with `payout_method_name`, `pay',
		hash: '5ad05ed2e03c',
		rows: [
			'Payout method record (v2) › v2.payouts.methodParams response record.payout_method_name',
			'Payout method record (v2) › v2.payouts.methodParams response record.payout_method_params',
			'Payout method record (v2) › v2.payouts.methodParams response record.payment_type',
			'Payout method record (v2) › v2.payouts.methodParams response record.banks',
			'Payout method record (v2) › v2.payouts.methodParams response record.banks.code',
			'Payout method record (v2) › v2.payouts.methodParams response record.banks.name',
			'Payout method record (v2) › v2.payouts.methodParams response record.banks.short_name',
			'Payout method record (v2) › v2.payouts.methodParams response record.currency',
			'Payout method record (v2) › v2.payouts.methodParams response record.symbol',
			'Payout method record (v2) › v2.payouts.methodParams response record.logo',
			'Payout method record (v2) › v2.payouts.methodParams response record.description',
			'Payout method record (v2) › v2.payouts.methodParams response record.is_refundable',
			'Payout method record (v2) › v2.payouts.methodParams response record.is_cancellable',
			'Payout method record (v2) › v2.payouts.methodParams response record.require_contact',
			'Payout method record (v2) › v2.payouts.methodParams response record.require_kyc',
			'Payout method record (v2) › v2.payouts.methodParams response record.min_amount',
			'Payout method record (v2) › v2.payouts.methodParams response record.max_amount',
		],
	},
	{
		quote: 'The list endpoint returns only `currency` and `payout_method_name`.',
		hash: '9719cab20b9b',
		rows: [
			'Payout method record (v2) › v2.payouts.methodParams response record.currency',
			'Payout method record (v2) › v2.payouts.methodParams response record.payout_method_name',
			'Payout method record (v2) › The list endpoint returns only currency and payout_method_name',
		],
	},
	// Payin (v2)
	{
		quote: '| uuid | string | transaction identifier |',
		hash: '602eaa87c0ec',
		rows: ['Payin (v2) › v2.payins.create response uuid'],
	},
	{
		quote: '| name, email, description, external_id | string | echo of the request',
		hash: '7693bf08cf5a',
		rows: [
			'Payin (v2) › v2.payins.create response name',
			'Payin (v2) › v2.payins.create response email',
			'Payin (v2) › v2.payins.create response description',
			'Payin (v2) › v2.payins.create response external_id',
		],
	},
	{
		quote: '| status | string | see States |',
		hash: 'f6e476f2383c',
		rows: ['Payin (v2) › v2.payins.create response status'],
	},
	{
		quote: '| stage | string | `normal_stage`, `authorize_otp`, `authorize_stk` |',
		hash: 'bb05c179f2c4',
		rows: ['Payin (v2) › v2.payins.create response stage'],
	},
	{
		quote: '| pay_code | object | content depends on method: `payment_url` for hos',
		hash: 'beafd288312b',
		rows: [
			'Payin (v2) › v2.payins.create response pay_code',
			'Payin (v2) › v2.payins.create response pay_code.payment_url',
			'Payin (v2) › v2.payins.create response pay_code.account_name',
			'Payin (v2) › v2.payins.create response pay_code.account_number',
			'Payin (v2) › v2.payins.create response pay_code.bank_name',
			'Payin (v2) › v2.payins.create response pay_code.qr_string',
			'Payin (v2) › lateCredentialMethods jp_bank_jpy',
			'Payin (v2) › lateCredentialMethods ar_bank_ars',
			'Payin (v2) › lateCredentialMethods kr_bank_va_kyc_krw',
			'Payin (v2) › For th_qrpay_thb pay_code carries qr_string or bank details and no payment_url',
		],
	},
	{
		quote: '| currency | string | ISO 4217 |',
		hash: 'c6f0b324db1a',
		rows: ['Payin (v2) › v2.payins.create response currency'],
	},
	{ quote: '| gst | boolean | |', hash: 'e86e973c0967', rows: ['Payin (v2) › v2.payins.create response gst'] },
	{
		quote: '| amount, gst_amount, total, paid_amount | string in create response |',
		hash: '6152dc69266a',
		rows: [
			'Payin (v2) › v2.payins.create response amount',
			'Payin (v2) › v2.payins.create response gst_amount',
			'Payin (v2) › v2.payins.create response total',
			'Payin (v2) › v2.payins.create response paid_amount',
		],
	},
	{
		quote: '| payment_method | string | the payin_method_name used |',
		hash: '9a0e8921f906',
		rows: [
			'Payin (v2) › v2.payins.create response payment_method',
			'Payin (v2) › v2.payins.detail response payin_method_name',
		],
	},
	{
		quote: '| is_refundable | boolean | |',
		hash: 'ac24361f068b',
		rows: ['Payin (v2) › v2.payins.create response is_refundable'],
	},
	{
		quote: '| expired_at | timestamp | expiry of the payin |',
		hash: '8fec57695489',
		rows: ['Payin (v2) › v2.payins.create response expired_at'],
	},
	{
		quote: '| pay_by | timestamp | deadline for the customer to pay |',
		hash: 'a4babe43f046',
		rows: ['Payin (v2) › v2.payins.create response pay_by'],
	},
	{
		quote: '| metadata | object | returned unchanged, also in webhooks |',
		hash: 'b56f951ec158',
		rows: [
			'Payin (v2) › v2.payins.create response metadata',
			'Payin (v2) › metadata is returned unchanged, also in webhooks',
		],
	},
	{
		quote: '| created_at | timestamp | present in the detail response |',
		hash: '7b3277ccce9b',
		rows: ['Payin (v2) › v2.payins.detail response created_at'],
	},
	{
		quote: '| is_cancellable | boolean | present in the detail response |',
		hash: '9ae3ae30965e',
		rows: ['Payin (v2) › v2.payins.detail response is_cancellable'],
	},
	{
		quote: '| payin_method_name | string | present in the detail response |',
		hash: 'af11a7358455',
		rows: ['Payin (v2) › v2.payins.detail response payin_method_name'],
	},
	{
		quote: 'The detail response carries a list of refund records (one per refund) ',
		hash: 'b63fb8b83a4f',
		rows: [
			'Payin (v2) › v2.payins.create response name',
			'Payin (v2) › A list of refund records replaces the older refund_information object in the detail',
			'Payin (v2) › v2.payins.detail response refunds',
		],
	},
	// Payout batch and transaction (v2)
	{
		quote: 'Batch: `uuid`, `currency`, `payout_method_name`, `description`, `total',
		hash: '39cfea8c8953',
		rows: [
			'Payout batch and transaction (v2) › v2.payouts.create response uuid',
			'Payout batch and transaction (v2) › v2.payouts.create response currency',
			'Payout batch and transaction (v2) › v2.payouts.create response payout_method_name',
			'Payout batch and transaction (v2) › v2.payouts.create response description',
			'Payout batch and transaction (v2) › v2.payouts.create response total_amount',
			'Payout batch and transaction (v2) › v2.payouts.create response status',
			'Payout batch and transaction (v2) › v2.payouts.create response scheduled_at',
			'Payout batch and transaction (v2) › v2.payouts.create response payout_transactions',
			'Payout batch and transaction (v2) › v2.payouts.create response external_id',
			'Payout batch and transaction (v2) › v2.payouts.detail response error_code',
			'Payout batch and transaction (v2) › v2.payouts.detail response error_message',
			'Payout batch and transaction (v2) › v2.payouts.detail response payout_transactions.uuid',
			'Payout batch and transaction (v2) › v2.payouts.detail response payout_transactions.status',
			'Payout batch and transaction (v2) › v2.payouts.detail response payout_transactions.error_message',
			'Payout batch and transaction (v2) › v2.payouts.detail response payout_transactions.external_id',
		],
	},
	{
		quote: 'Transaction: `uuid`, `balance_id` (nullable), `payee` (full name), `em',
		hash: '19fdfe59ee2d',
		rows: [
			'Payout batch and transaction (v2) › v2.payouts.create response uuid',
			'Payout batch and transaction (v2) › v2.payouts.create response status',
			'Payout batch and transaction (v2) › v2.payouts.create response external_id',
			'Payout batch and transaction (v2) › v2.payouts.detail response error_message',
			'Payout batch and transaction (v2) › v2.payouts.detail response payout_transactions.uuid',
			'Payout batch and transaction (v2) › v2.payouts.detail response payout_transactions.balance_id',
			'Payout batch and transaction (v2) › v2.payouts.detail response payout_transactions.payee',
			'Payout batch and transaction (v2) › v2.payouts.detail response payout_transactions.email',
			'Payout batch and transaction (v2) › v2.payouts.detail response payout_transactions.amount',
			'Payout batch and transaction (v2) › v2.payouts.detail response payout_transactions.payout_method_params',
			'Payout batch and transaction (v2) › v2.payouts.detail response payout_transactions.status',
			'Payout batch and transaction (v2) › v2.payouts.detail response payout_transactions.error_message',
			'Payout batch and transaction (v2) › v2.payouts.detail response payout_transactions.reference',
			'Payout batch and transaction (v2) › v2.payouts.detail response payout_transactions.external_id',
			'Payout batch and transaction (v2) › v2.payouts.detail response payout_transactions.created_at',
		],
	},
	{ quote: 'v1 AUD payout record fields: not shown.', hash: '2909a2ffe046', without: 'not shown', rows: [] },
	// Balance (v1 and v2 detail)
	{
		quote: '| currency | string | v1 is always `AUD` |',
		hash: '30562319f04b',
		rows: [
			'Balance (v1 and v2 detail) › v2.balances.detail response currency',
			'Balance (v1 and v2 detail) › v1.balances.detail response currency',
		],
	},
	{
		quote: '| available_balance | number | usable for any transaction |',
		hash: 'cf7234e268f3',
		rows: [
			'Balance (v1 and v2 detail) › v2.balances.detail response available_balance',
			'Balance (v1 and v2 detail) › v1.balances.detail response available_balance',
		],
	},
	{
		quote: '| incoming_balance | number | credited from successful payments but no',
		hash: 'ca0b4b1bb62a',
		rows: [
			'Balance (v1 and v2 detail) › v2.balances.detail response incoming_balance',
			'Balance (v1 and v2 detail) › v1.balances.detail response incoming_balance',
		],
	},
	{
		quote: '| outgoing_balance | number | set aside for pending refunds, disputes,',
		hash: '761171af66ed',
		rows: [
			'Balance (v1 and v2 detail) › v2.balances.detail response outgoing_balance',
			'Balance (v1 and v2 detail) › v1.balances.detail response outgoing_balance',
		],
	},
	{
		quote: '| rolling_reserve_balance | number | security reserve; `0` when not co',
		hash: '9c4b80c27df7',
		rows: [
			'Balance (v1 and v2 detail) › v2.balances.detail response rolling_reserve_balance',
			'Balance (v1 and v2 detail) › v1.balances.detail response rolling_reserve_balance',
		],
	},
	{
		quote: '| withdrawable_balance | number | available_balance minus rolling_rese',
		hash: 'f1ceee5a65c0',
		rows: [
			'Balance (v1 and v2 detail) › v2.balances.detail response available_balance',
			'Balance (v1 and v2 detail) › v2.balances.detail response rolling_reserve_balance',
			'Balance (v1 and v2 detail) › v2.balances.detail response withdrawable_balance',
			'Balance (v1 and v2 detail) › v1.balances.detail response available_balance',
			'Balance (v1 and v2 detail) › v1.balances.detail response rolling_reserve_balance',
			'Balance (v1 and v2 detail) › v1.balances.detail response withdrawable_balance',
		],
	},
	{
		quote: '| retrieved_at | timestamp | v1 only |',
		hash: '6afa9917ce4e',
		rows: ['Balance (v1 and v2 detail) › v1.balances.detail response retrieved_at'],
	},
	// Balance history entry
	{
		quote: 'v1 (`data` array): `id` string, `type` string (examples: payment_recei',
		hash: 'd81d41fc0ff5',
		rows: [
			'Balance history entry › v1.balances.history response data.id',
			'Balance history entry › v1.balances.history response data.type',
			'Balance history entry › v1.balances.history response data.amount',
			'Balance history entry › v1.balances.history response data.balance_after',
			'Balance history entry › v1.balances.history response data.reference_id',
			'Balance history entry › v1.balances.history response data.description',
			'Balance history entry › v1.balances.history response data.created_at',
			'Balance history entry › v1EntryTypes payment_received',
			'Balance history entry › v1EntryTypes refund_issued',
			'Balance history entry › v1EntryTypes top_up',
			'Balance history entry › v1EntryTypes payout',
			'Balance history entry › transactionTypes payout',
			'Balance history entry › v1.balances.history response data',
			'Balance history entry › v2.balances.history response records.id',
			'Balance history entry › v2.balances.history response records.amount',
			'Balance history entry › v2.balances.history response records.reference_id',
			'Balance history entry › v2.balances.history response records.created_at',
		],
	},
	{
		quote: 'Envelope: `data`, `total`, `page`.',
		hash: 'd553972bf1af',
		rows: [
			'Balance history entry › v1.balances.history response data',
			'Balance history entry › v1.balances.history response total',
			'Balance history entry › v1.balances.history response page',
			'Balance history entry › v2.balances.history response records.balance_detail.total',
		],
	},
	{
		quote: 'v2 (`records` array):',
		hash: '61eab28e172b',
		rows: ['Balance history entry › v2.balances.history response records'],
	},
	{
		quote: '| id | string | Balance ID |',
		hash: '76030301bb98',
		rows: [
			'Balance history entry › v1.balances.history response data.id',
			'Balance history entry › v2.balances.history response records.id',
		],
	},
	{
		quote: '| amount | number | net, after fees; unsigned |',
		hash: '70ee809d3c45',
		rows: [
			'Balance history entry › v1.balances.history response data.amount',
			'Balance history entry › v2.balances.history response records.amount',
			'Balance history entry › v2.balances.history response records.balance_detail.fees',
		],
	},
	{
		quote: '| request_type | string | `money_in` or `money_out` |',
		hash: 'b5b3ee5d3f4f',
		rows: [
			'Balance history entry › v2.balances.history response records.request_type',
			'Balance history entry › requestTypes money_in',
			'Balance history entry › requestTypes money_out',
		],
	},
	{
		quote: '| transaction_type | string | `payment`, `payout`, `settlement`, `refu',
		hash: '62b79a734641',
		rows: [
			'Balance history entry › v1EntryTypes payout',
			'Balance history entry › transactionTypes payout',
			'Balance history entry › v2.balances.history response records.transaction_type',
			'Balance history entry › transactionTypes payment',
			'Balance history entry › transactionTypes settlement',
			'Balance history entry › transactionTypes refund',
			'Balance history entry › transactionTypes topup',
			'Balance history entry › transactionTypes withdrawal',
			'Balance history entry › transactionTypes dispute',
			'Balance history entry › transactionTypes dispute_fee',
			'Balance history entry › transactionTypes cashback_payout',
			'Balance history entry › transactionTypes transfer_in',
			'Balance history entry › transactionTypes transfer_out',
		],
	},
	{
		quote: '| currency | string | |',
		hash: '3f32949a2b2e',
		rows: ['Balance history entry › v2.balances.history response records.currency'],
	},
	{
		quote: '| payment_method | string | |',
		hash: '715bc960fc07',
		rows: ['Balance history entry › v2.balances.history response records.payment_method'],
	},
	{
		quote: '| status | string | `waiting`, `done`, `failed` |',
		hash: '8618c3ab2d04',
		rows: ['Balance history entry › v2.balances.history response records.status'],
	},
	{
		quote: '| reference_id | string | |',
		hash: 'b53db9ebb32a',
		rows: [
			'Balance history entry › v1.balances.history response data.reference_id',
			'Balance history entry › v2.balances.history response records.reference_id',
		],
	},
	{
		quote: '| balance_detail | object | `outgoing` (amount excluding fees), `total',
		hash: 'e06658580e40',
		rows: [
			'Balance history entry › v1.balances.history response data.amount',
			'Balance history entry › v1.balances.history response total',
			'Balance history entry › v2.balances.history response records.amount',
			'Balance history entry › v2.balances.history response records.balance_detail',
			'Balance history entry › v2.balances.history response records.balance_detail.outgoing',
			'Balance history entry › v2.balances.history response records.balance_detail.total',
			'Balance history entry › v2.balances.history response records.balance_detail.fees',
		],
	},
	{
		quote: '| created_at | timestamp | UTC |',
		hash: '7927be4dd386',
		rows: [
			'Balance history entry › v1.balances.history response data.created_at',
			'Balance history entry › v2.balances.history response records.created_at',
		],
	},
	{
		quote: 'v2 envelope: `from_date`, `to_date`, `account_type` (`aggregated` or `',
		hash: '17d46597926d',
		rows: [
			'Balance history entry › v2.balances.history response from_date',
			'Balance history entry › v2.balances.history response to_date',
			'Balance history entry › v2.balances.history response account_type',
			'Balance history entry › v2.balances.history response size',
			'Balance history entry › v2.balances.history response next_cursor',
			'Balance history entry › v2.balances.history response has_more',
			'Balance history entry › v2.balances.history response records',
			'Balance history entry › accountTypes aggregated',
			'Balance history entry › accountTypes dedicated',
		],
	},
	{
		quote: 'A refund is a negative amount in v1 but a positive amount with `money_',
		hash: 'c2a47ab5f6a0',
		rows: [
			'Balance history entry › v1.balances.history response data.amount',
			'Balance history entry › v1.balances.history response total',
			'Balance history entry › v2.balances.history response records.amount',
			'Balance history entry › v2.balances.history response records.balance_detail.total',
			'Balance history entry › requestTypes money_out',
			'Balance history entry › transactionTypes refund',
			'Balance history entry › A refund is a negative amount in v1 but a positive amount with money_out in v2; v2 has no running total',
		],
	},
	// Static PayID (v1)
	{
		quote: 'Created by the customer-creation endpoint; response fields: `name`, `e',
		hash: 'a46906d55869',
		rows: [
			'Static PayID (v1) › v1.staticPayid.create response name',
			'Static PayID (v1) › v1.staticPayid.create response email',
			'Static PayID (v1) › v1.staticPayid.create response address',
			'Static PayID (v1) › v1.staticPayid.create response phone',
			'Static PayID (v1) › v1.staticPayid.create response zip_code',
			'Static PayID (v1) › v1.staticPayid.create response city',
			'Static PayID (v1) › v1.staticPayid.create response state',
			'Static PayID (v1) › v1.staticPayid.create response external_id',
			'Static PayID (v1) › v1.staticPayid.create response customer_notification',
			'Static PayID (v1) › v1.staticPayid.create response customer_notification.endpoint_url',
			'Static PayID (v1) › v1.staticPayid.create response customer_notification.authorization_header',
			'Static PayID (v1) › v1.staticPayid.create response status',
		],
	},
	// Static PayID callback object (PayIDObject)
	{
		quote: '| id | integer |',
		hash: '725b7cf4eb34',
		rows: ['Static PayID callback object (PayIDObject) › notification payid id'],
	},
	{
		quote: '| balance_id | string |',
		hash: 'ec1ccce58aad',
		rows: ['Static PayID callback object (PayIDObject) › notification payid balance_id'],
	},
	{
		quote: '| name | string |',
		hash: '474699f51651',
		rows: ['Static PayID callback object (PayIDObject) › notification payid name'],
	},
	{
		quote: '| request_payid | string (the issued PayID) |',
		hash: 'e5babf475b58',
		rows: ['Static PayID callback object (PayIDObject) › notification payid request_payid'],
	},
	{
		quote: '| merchant_name | string |',
		hash: '7465184b1da5',
		rows: ['Static PayID callback object (PayIDObject) › notification payid merchant_name'],
	},
	{
		quote: '| gst | boolean |',
		hash: 'b8a13ce6bb66',
		rows: ['Static PayID callback object (PayIDObject) › notification payid gst'],
	},
	{
		quote: '| amount | string (excluding tax) |',
		hash: '6f1817c2e373',
		rows: ['Static PayID callback object (PayIDObject) › notification payid amount'],
	},
	{
		quote: '| total | string (including GST) |',
		hash: '13d27a454664',
		rows: ['Static PayID callback object (PayIDObject) › notification payid total'],
	},
	{
		quote: '| gst_amount | string |',
		hash: '8d09628d4931',
		rows: ['Static PayID callback object (PayIDObject) › notification payid gst_amount'],
	},
	{ quote: 'Further fields of this object: not shown.', hash: '64cb8a10b60f', without: 'not shown', rows: [] },
	{
		quote: 'The one-time PayID object also carries an optional echo of `metadata`.',
		hash: '21784d9b9ea3',
		rows: ['Static PayID callback object (PayIDObject) › notification payid metadata'],
	},
	// Webhook object (payment notifications)
	{
		quote: '| uuid | string | transaction id; use for de-duplication |',
		hash: 'fe1eecb186bc',
		rows: [
			'Webhook object (payment notifications) › notification payin uuid',
			'Webhook object (payment notifications) › notification card token.id',
		],
	},
	{
		quote: '| name, email, external_id | string | |',
		hash: '186a66af6f83',
		rows: [
			'Webhook object (payment notifications) › notification payin name',
			'Webhook object (payment notifications) › notification payin email',
			'Webhook object (payment notifications) › notification payin external_id',
		],
	},
	{
		quote: '| status | string | see States |',
		hash: 'b0e87ce4a427',
		rows: ['Webhook object (payment notifications) › notification payin status'],
	},
	{
		quote: '| pay_code | object | `3ds_url` when 3DS is required; `error_code`, `e',
		hash: '64dd2152ae1b',
		rows: [
			'Webhook object (payment notifications) › notification payin pay_code',
			'Webhook object (payment notifications) › notification card pay_code.3ds_url',
			'Webhook object (payment notifications) › notification card pay_code.error_code',
			'Webhook object (payment notifications) › notification card pay_code.error_message',
		],
	},
	{
		quote: '| currency | string | |',
		hash: '200183d91a38',
		rows: ['Webhook object (payment notifications) › notification payin currency'],
	},
	{
		quote: '| amount, total, paid_amount | string | total includes fees |',
		hash: '8ae6c42530b9',
		rows: [
			'Webhook object (payment notifications) › notification payin amount',
			'Webhook object (payment notifications) › notification payin total',
			'Webhook object (payment notifications) › notification payin paid_amount',
		],
	},
	{
		quote: '| is_refundable | boolean | |',
		hash: 'a9833866b492',
		rows: ['Webhook object (payment notifications) › notification payin is_refundable'],
	},
	{
		quote: '| payment_method | string | e.g. card |',
		hash: '57914c90d6f7',
		rows: [
			'Webhook object (payment notifications) › notification payin payment_method',
			'Webhook object (payment notifications) › notification card sender_details.card',
		],
	},
	{
		quote: '| expired_at | string | UTC; may be empty |',
		hash: '9a3826067c07',
		rows: ['Webhook object (payment notifications) › notification payin expired_at'],
	},
	{
		quote: '| webhook_notification | object | `endpoint_url`, `authorization_heade',
		hash: '1a834735bb72',
		rows: [
			'Webhook object (payment notifications) › notification payin webhook_notification',
			'Webhook object (payment notifications) › notification payin webhook_notification.endpoint_url',
			'Webhook object (payment notifications) › notification payin webhook_notification.authorization_header',
		],
	},
	{
		quote: '| refund_information | object | `total_amount`, `refund_amount`, `desc',
		hash: '76ae5f886270',
		rows: [
			'Webhook object (payment notifications) › notification payin refund_information',
			'Webhook object (payment notifications) › notification payin refund_information.total_amount',
			'Webhook object (payment notifications) › notification payin refund_information.refund_amount',
			'Webhook object (payment notifications) › notification payin refund_information.description',
		],
	},
	{
		quote: '| sender_details.card | object | `card_type`, `card_brand`, `card_last',
		hash: 'c27f0b94a321',
		rows: [
			'Webhook object (payment notifications) › notification card sender_details.card',
			'Webhook object (payment notifications) › notification card sender_details.card.card_type',
			'Webhook object (payment notifications) › notification card sender_details.card.card_brand',
			'Webhook object (payment notifications) › notification card sender_details.card.card_last_4',
			'Webhook object (payment notifications) › notification card sender_details.card.card_country',
		],
	},
	{
		quote: '| created_at | string | |',
		hash: '45364cd17ded',
		rows: ['Webhook object (payment notifications) › notification payin created_at'],
	},
	{
		quote: '| token | object | `id` (format `tok_...`, reusable card token), `type',
		hash: '3ad20fc0dcbc',
		rows: [
			'Webhook object (payment notifications) › notification payin status',
			'Webhook object (payment notifications) › notification card sender_details.card',
			'Webhook object (payment notifications) › notification card token',
			'Webhook object (payment notifications) › notification card token.id',
			'Webhook object (payment notifications) › notification card token.type',
		],
	},
	{
		quote: 'v3 sends a payment link object whose status is at `transaction_info.st',
		hash: 'd007d120b290',
		rows: [
			'Webhook object (payment notifications) › notification payin status',
			'Webhook object (payment notifications) › v3 sends a payment link object whose status is at transaction_info.status, not at top level',
		],
	},
	// v3 payment link
	{
		quote: 'Create response: `uuid`, `payment_url`, `expired_at`.',
		hash: 'a3b3d9cc6643',
		rows: [
			'v3 payment link › v3.links.create response uuid',
			'v3 payment link › v3.links.create response payment_url',
			'v3 payment link › v3.links.create response expired_at',
		],
	},
	{
		quote: 'Other fields of the record: not shown. v3 method record (from the meth',
		hash: '9d525073a94c',
		rows: [
			'v3 payment link › v3.methods response records.currency',
			'v3 payment link › v3.methods response records.payin_method_code',
			'v3 payment link › v3.methods response records.payin_method_name',
			'v3 payment link › v3.methods response records.min_amount',
			'v3 payment link › v3.methods response records.max_amount',
			'v3 payment link › v3.methods response supported_card_brands',
			'v3 payment link › v3.methods response supported_languages',
		],
	},
	{
		quote: '`sender_info` object (customer): `email`, `first_name`, `last_name`, a',
		hash: 'ec06e315fc1b',
		rows: [
			'v3 payment link › v3.links.create body sender_info.email',
			'v3 payment link › v3.links.create body sender_info.first_name',
			'v3 payment link › v3.links.create body sender_info.last_name',
			'v3 payment link › v3.links.create body sender_info.address',
			'v3 payment link › v3.links.create body sender_info.city',
			'v3 payment link › v3.links.create body sender_info.postal_code',
			'v3 payment link › v3.links.create body sender_info.state',
			'v3 payment link › v3.links.create body sender_info.country_code',
		],
	},
	// Settlement report entry
	{
		quote: 'Fields: a report `id`, file metadata, `summary` {settlement_count, set',
		hash: '178bd3cc825b',
		rows: [
			'Settlement report entry › v2.settlements.list response records.id',
			'Settlement report entry › v2.settlements.list response records.summary',
			'Settlement report entry › v2.settlements.list response records.summary.settlement_count',
			'Settlement report entry › v2.settlements.list response records.summary.settled_amount',
			'Settlement report entry › v2.settlements.list response records.summary.settled_fee',
			'Settlement report entry › v2.settlements.list response records.summary.closing_balance',
			'Settlement report entry › v2.settlements.list response records.summary.closing_balance_at',
			'Settlement report entry › v2.settlements.list response records.file_url',
			'Settlement report entry › v2.settlements.list response records.report_frequency',
			'Settlement report entry › reportFrequencies daily',
			'Settlement report entry › reportFrequencies monthly',
		],
	},
	{ quote: 'The remaining metadata fields: not shown.', hash: '27cdbc4ed456', without: 'not shown', rows: [] },
	// Customers and contacts (v2)
	{
		quote: 'A customer and a contact record exist; a contact has an identity verif',
		hash: 'f496eccfe301',
		rows: [
			'Customers and contacts (v2) › A customer and a contact record exist',
			'Customers and contacts (v2) › A contact has an identity verification link, deliverable by email or SMS',
		],
	},
	{ quote: 'Their fields: not shown.', hash: 'fa9213f3a5f9', without: 'not shown', rows: [] },
	// Payin status (v2 create/detail and webhooks)
	{
		quote: 'Values: `pending`, `waiting`, `received`, `expired`, `return_pending`,',
		hash: 'de7baa303151',
		rows: [
			'Payin status (v2 create/detail and webhooks) › payinStatuses pending',
			'Payin status (v2 create/detail and webhooks) › payinStatuses waiting',
			'Payin status (v2 create/detail and webhooks) › payinStatuses received',
			'Payin status (v2 create/detail and webhooks) › payinStatuses expired',
			'Payin status (v2 create/detail and webhooks) › payinStatuses return_pending',
			'Payin status (v2 create/detail and webhooks) › payinStatuses return_received',
			'Payin status (v2 create/detail and webhooks) › payinStatuses return_expired',
			'Payin status (v2 create/detail and webhooks) › payinStatuses return_rejected',
		],
	},
	{
		quote: 'Webhooks additionally use `authorised`, `partially_refunded`, `failed`',
		hash: '28f355fb5247',
		rows: [
			'Payin status (v2 create/detail and webhooks) › webhookOnlyPayinStatuses authorised',
			'Payin status (v2 create/detail and webhooks) › webhookOnlyPayinStatuses partially_refunded',
			'Payin status (v2 create/detail and webhooks) › webhookOnlyPayinStatuses failed',
			'Payin status (v2 create/detail and webhooks) › webhookOnlyPayinStatuses in_dispute',
			'Payin status (v2 create/detail and webhooks) › webhookOnlyPayinStatuses dispute_lost',
		],
	},
	{
		quote: '| pending | customer started a payment but has not proceeded |',
		hash: '3a1583a837ff',
		rows: ['Payin status (v2 create/detail and webhooks) › payinStatuses pending'],
	},
	{
		quote: '| authorised | authorised, ready to be captured |',
		hash: 'eda95fe843dd',
		rows: ['Payin status (v2 create/detail and webhooks) › webhookOnlyPayinStatuses authorised'],
	},
	{
		quote: '| waiting | approved, awaiting settlement of funds |',
		hash: 'a4caf1dd9fcf',
		rows: ['Payin status (v2 create/detail and webhooks) › payinStatuses waiting'],
	},
	{
		quote: '| received | funds received |',
		hash: '7b8c5d5b3a67',
		rows: ['Payin status (v2 create/detail and webhooks) › payinStatuses received'],
	},
	{
		quote: '| expired | session expired before completion |',
		hash: 'dc375fc441f9',
		rows: ['Payin status (v2 create/detail and webhooks) › payinStatuses expired'],
	},
	{
		quote: '| return_pending | refund initiated, awaiting processing |',
		hash: 'add41a9a94fd',
		rows: ['Payin status (v2 create/detail and webhooks) › payinStatuses return_pending'],
	},
	{
		quote: '| return_expired | refund expired (window is 10 days) |',
		hash: '0943ed1aa8e8',
		rows: [
			'Payin status (v2 create/detail and webhooks) › payinStatuses expired',
			'Payin status (v2 create/detail and webhooks) › payinStatuses return_expired',
		],
	},
	{
		quote: '| partially_refunded | part of the amount refunded |',
		hash: '99205bed5b36',
		rows: ['Payin status (v2 create/detail and webhooks) › webhookOnlyPayinStatuses partially_refunded'],
	},
	{
		quote: '| return_received | full amount refunded |',
		hash: '3a669def836b',
		rows: ['Payin status (v2 create/detail and webhooks) › payinStatuses return_received'],
	},
	{
		quote: '| return_rejected | refund denied; never retried |',
		hash: '05a393832724',
		rows: ['Payin status (v2 create/detail and webhooks) › payinStatuses return_rejected'],
	},
	{
		quote: '| failed | error or decline |',
		hash: 'a75c291adf16',
		rows: ['Payin status (v2 create/detail and webhooks) › webhookOnlyPayinStatuses failed'],
	},
	{
		quote: '| in_dispute | customer dispute under review |',
		hash: '01a6f15c0fd8',
		rows: ['Payin status (v2 create/detail and webhooks) › webhookOnlyPayinStatuses in_dispute'],
	},
	{
		quote: "| dispute_lost | dispute resolved in customer's favour; disputed amoun",
		hash: '53bf6a21f95a',
		rows: ['Payin status (v2 create/detail and webhooks) › webhookOnlyPayinStatuses dispute_lost'],
	},
	{
		quote: '| pending | cancel payin | method has is_cancellable true | expired | ',
		hash: 'cd01c50a9f63',
		rows: [
			'Payin status (v2 create/detail and webhooks) › payinStatuses pending',
			'Payin status (v2 create/detail and webhooks) › payinStatuses expired',
			'Payin status (v2 create/detail and webhooks) › pending → cancel payin, where is_cancellable → expired',
		],
	},
	{
		quote: '| pending | payin simulate (sandbox) | outcome completed | received | ',
		hash: 'd6d4c44bd265',
		rows: [
			'Payin status (v2 create/detail and webhooks) › payinStatuses pending',
			'Payin status (v2 create/detail and webhooks) › payinStatuses received',
			'Payin status (v2 create/detail and webhooks) › pending → payin simulate, completed → received, webhook sent',
			'Payin status (v2 create/detail and webhooks) › pending → payin simulate, failed → failed or equivalent',
		],
	},
	{
		quote: '| pending | payin simulate (sandbox) | outcome failed | failed or equi',
		hash: 'ce9784e54874',
		rows: [
			'Payin status (v2 create/detail and webhooks) › payinStatuses pending',
			'Payin status (v2 create/detail and webhooks) › webhookOnlyPayinStatuses failed',
			'Payin status (v2 create/detail and webhooks) › pending → payin simulate, failed → failed or equivalent',
		],
	},
	{
		quote: '| pending | confirm or authorise step in mobile money flow | stage is ',
		hash: 'a0c9fd49a149',
		rows: [
			'Payin status (v2 create/detail and webhooks) › payinStatuses pending',
			'Payin status (v2 create/detail and webhooks) › pending → confirm or authorise step in mobile money flow → stays in the flow',
			'Payin status (v2 create/detail and webhooks) › stages authorize_otp',
			'Payin status (v2 create/detail and webhooks) › stages authorize_stk',
		],
	},
	{
		quote: '| received | refund payin | method has is_refundable true; full amount',
		hash: 'fd0bb6904001',
		rows: [
			'Payin status (v2 create/detail and webhooks) › payinStatuses received',
			'Payin status (v2 create/detail and webhooks) › received → refund payin, where is_refundable; full right after success, partial only 30 to 60 minutes later',
		],
	},
	{
		quote: '| received, return_received | status reaches it | | same | webhook POS',
		hash: '347a1fe62ead',
		rows: [
			'Payin status (v2 create/detail and webhooks) › payinStatuses received',
			'Payin status (v2 create/detail and webhooks) › payinStatuses return_received',
			'Payin status (v2 create/detail and webhooks) › received, return_received → webhook POST to the payin’s endpoint',
		],
	},
	{
		quote: '| pending to authorised, authorised to waiting | card flow | | | webho',
		hash: 'a037fb9eb20a',
		rows: [
			'Payin status (v2 create/detail and webhooks) › payinStatuses pending',
			'Payin status (v2 create/detail and webhooks) › payinStatuses waiting',
			'Payin status (v2 create/detail and webhooks) › webhookOnlyPayinStatuses authorised',
			'Payin status (v2 create/detail and webhooks) › pending to authorised, authorised to waiting → card flow, webhook POST',
		],
	},
	{
		quote: 'Transitions among the remaining statuses (including dispute statuses a',
		hash: '77749a56c6f2',
		without: 'not shown',
		rows: [],
	},
	{
		quote: 'Stage (`stage`): `normal_stage`, `authorize_otp`, `authorize_stk`.',
		hash: '3fe4ddaa1abb',
		rows: [
			'Payin status (v2 create/detail and webhooks) › stages normal_stage',
			'Payin status (v2 create/detail and webhooks) › stages authorize_otp',
			'Payin status (v2 create/detail and webhooks) › stages authorize_stk',
		],
	},
	{
		quote: 'When a mobile money payin returns `authorize_otp`, an OTP has been sen',
		hash: 'b1a8638790b5',
		rows: ['Payin status (v2 create/detail and webhooks) › stages authorize_otp'],
	},
	{
		quote: 'In sandbox the PIN step is simulated with the authorise-STK endpoint.',
		hash: 'e2ae4801adf3',
		rows: ['v2: payin queries and actions › v2.payins.authorizeStk'],
	},
	// Payout batch status (v2)
	{
		quote: 'Values: `created` (initiated), `processing`, `scheduled` (waiting for ',
		hash: '1738b079d19a',
		rows: [
			'Payout batch status (v2) › payoutBatchStatuses created',
			'Payout batch status (v2) › createdPayoutBatchStatuses created',
			'Payout batch status (v2) › payoutBatchStatuses processing',
			'Payout batch status (v2) › createdPayoutBatchStatuses processing',
			'Payout batch status (v2) › payoutBatchStatuses scheduled',
			'Payout batch status (v2) › createdPayoutBatchStatuses scheduled',
			'Payout batch status (v2) › payoutBatchStatuses completed',
			'Payout batch status (v2) › createdPayoutBatchStatuses completed',
			'Payout batch status (v2) › payoutBatchStatuses expired',
		],
	},
	{
		quote: 'Each transaction in a batch is processed independently; one failure do',
		hash: 'b2da40dd730b',
		rows: [
			'Payout batch status (v2) › Each transaction in a batch is processed independently; one failure does not stop others',
		],
	},
	{
		quote: '| scheduled | cancel scheduled payout | only payouts in scheduled stat',
		hash: 'f25ab29941d3',
		rows: [
			'Payout batch status (v2) › payoutBatchStatuses scheduled',
			'Payout batch status (v2) › createdPayoutBatchStatuses scheduled',
			'Payout batch status (v2) › scheduled → cancel scheduled payout → cancelled',
			'Payout batch status (v2) › exceptionalPayoutBatchStatuses cancelled',
		],
	},
	{
		quote: '| pending payout | payout simulate (sandbox) | outcome completed or fa',
		hash: '19d30569e23b',
		rows: [
			'Payout batch status (v2) › payoutBatchStatuses completed',
			'Payout batch status (v2) › createdPayoutBatchStatuses completed',
			'Payout batch status (v2) › pending payout → payout simulate → completed or failed',
			'Payout batch status (v2) › exceptionalPayoutBatchStatuses failed',
		],
	},
	{
		quote: '| created | payout approvals enabled on the account | Admin or Finance',
		hash: 'f298b95df40c',
		rows: [
			'Payout batch status (v2) › payoutBatchStatuses created',
			'Payout batch status (v2) › createdPayoutBatchStatuses created',
			'Payout batch status (v2) › payoutBatchStatuses processing',
			'Payout batch status (v2) › createdPayoutBatchStatuses processing',
			'Payout batch status (v2) › created → approved by an Admin or Finance user in the portal → processing begins',
		],
	},
	{
		quote: '| created | payout approvals enabled | rejected by an Admin or Finance',
		hash: '215f5b40d20e',
		rows: [
			'Payout batch status (v2) › payoutBatchStatuses created',
			'Payout batch status (v2) › createdPayoutBatchStatuses created',
			'Payout batch status (v2) › created → rejected → Rejected (terminal; never processed)',
			'Payout batch status (v2) › exceptionalPayoutBatchStatuses Rejected',
		],
	},
	{
		quote: 'Transitions from created to processing to completed in the ordinary ca',
		hash: '75acdeded89e',
		rows: [
			'Payout batch status (v2) › payoutBatchStatuses created',
			'Payout batch status (v2) › createdPayoutBatchStatuses created',
			'Payout batch status (v2) › payoutBatchStatuses processing',
			'Payout batch status (v2) › createdPayoutBatchStatuses processing',
			'Payout batch status (v2) › payoutBatchStatuses completed',
			'Payout batch status (v2) › createdPayoutBatchStatuses completed',
		],
	},
	{
		quote: 'Payout approvals (opt-in per merchant account, enabled by support): a ',
		hash: '31c6141f8876',
		rows: [
			'Payout batch status (v2) › payoutBatchStatuses created',
			'Payout batch status (v2) › createdPayoutBatchStatuses created',
		],
	},
	{
		quote: 'A 2xx create response therefore does not mean funds moved; drive state',
		hash: '98bd00c0cee4',
		rows: [
			'Payout batch status (v2) › A 2xx create response does not mean funds moved; drive state from the payout webhook',
		],
	},
	{
		quote: 'The creator of a portal payout cannot approve it; API-created payouts ',
		hash: '94be9bf53082',
		rows: [
			'Payout batch status (v2) › created → approved by an Admin or Finance user in the portal → processing begins',
			'Payout batch status (v2) › The creator of a portal payout cannot approve it; API-created payouts can be decided by any Admin or Finance user',
			'Payout batch status (v2) › The first decision wins and a concurrent second decision is refused',
		],
	},
	// Static PayID status
	{
		quote: 'Values: `active`, `expired`.',
		hash: '83bf403a0fc1',
		rows: ['Static PayID status › staticPayidStatuses active', 'Static PayID status › staticPayidStatuses expired'],
	},
	{ quote: 'Transitions: not shown.', hash: '1009e5779eb2', without: 'not shown', rows: [] },
	// Balance flow status (v2 history)
	{
		quote: 'Values: `waiting`, `done`, `failed`.',
		hash: '4adb6b70d4fa',
		rows: [
			'Balance flow status (v2 history) › balanceFlowStatuses waiting',
			'Balance flow status (v2 history) › balanceFlowStatuses done',
			'Balance flow status (v2 history) › balanceFlowStatuses failed',
		],
	},
	{
		quote: 'The portal labels `waiting` as Processing, `done` as Done, `failed` as',
		hash: '2b50149841a8',
		rows: [
			'Balance flow status (v2 history) › The portal labels waiting as Processing, done as Done, failed as Failed',
		],
	},
	{ quote: 'Transitions: not shown.', hash: 'f5a9ce832c28', without: 'not shown', rows: [] },
	// Transfer (sandbox)
	{
		quote: 'A new transfer out of a USD treasury account is created in Processing ',
		hash: '0dbb9cb1ab70',
		rows: [
			'Transfer (sandbox) › A transfer out of a USD treasury account is created in Processing and returns a Balance ID; simulate ends it',
		],
	},
	{
		quote: 'The transfer simulate endpoint moves it to `completed` or `failed`.',
		hash: '5d4dff11e52d',
		rows: [
			'Transfer (sandbox) › A transfer out of a USD treasury account is created in Processing and returns a Balance ID; simulate ends it',
		],
	},
	// Endpoints
	{
		quote: 'Every endpoint requires the `app-id` and `secret-key` headers unless s',
		hash: '205ba5fd6035',
		rows: ['Endpoints › Every endpoint requires the app-id and secret-key headers unless stated'],
	},
	{
		quote: 'Response code 200 means success.',
		hash: '8b6d59f6e3ef',
		rows: ['Endpoints › Response code 200 means success'],
	},
	// v1: static PayID
	{
		quote: '`POST /v1/customers/create_static_open_payid`',
		hash: '2498b6a1721a',
		rows: ['v1: static PayID › v1.staticPayid.create'],
	},
	{
		quote: '| name | string | yes | pattern `^(?![! ](?![!]*$))[a-zA-Z0-9 ]*(?![ ]',
		hash: '0d878a09054c',
		rows: ['v1: static PayID › v1.staticPayid.create body name'],
	},
	{
		quote: '| email | string | yes | |',
		hash: '5fe6fb96cb4a',
		rows: ['v1: static PayID › v1.staticPayid.create body email'],
	},
	{
		quote: '| prefix_static_payid | string | yes | pattern `^(?=.{3,35}$)[a-z0-9.]',
		hash: '2abb96b04df4',
		rows: ['v1: static PayID › v1.staticPayid.create body prefix_static_payid'],
	},
	{
		quote: '| address, city, state, zip_code | string | no | |',
		hash: 'ab2e395c8c7c',
		rows: [
			'v1: static PayID › v1.staticPayid.create body address',
			'v1: static PayID › v1.staticPayid.create body city',
			'v1: static PayID › v1.staticPayid.create body state',
			'v1: static PayID › v1.staticPayid.create body zip_code',
		],
	},
	{
		quote: '| phone | string | no | includes country code |',
		hash: '771c5b1e6882',
		rows: ['v1: static PayID › v1.staticPayid.create body phone'],
	},
	{
		quote: '| external_id | string | no | merchant reference |',
		hash: 'bc06933f4fd0',
		rows: ['v1: static PayID › v1.staticPayid.create body external_id'],
	},
	{
		quote: '| customer_notification | object | yes | `endpoint_url` (uri, required',
		hash: '79d467b2a4ef',
		rows: [
			'v1: static PayID › v1.staticPayid.create body customer_notification',
			'v1: static PayID › v1.staticPayid.create body customer_notification.endpoint_url',
			'v1: static PayID › v1.staticPayid.create body customer_notification.authorization_header',
			'Events › Delivery 6. HTTPS',
			'Events › Delivery 6. TLS 1.2, certificate from a recognised authority',
		],
	},
	{
		quote: 'Response 200: the Static PayID record (see Resources).',
		hash: '7f3411c11ad2',
		rows: ['v1: static PayID › v1.staticPayid.create'],
	},
	{
		quote: 'Codes 400, 401, 422.',
		hash: '8cf5d666b6c3',
		rows: [
			'Errors › Static PayID create: malformed request → 400',
			'Errors › Static PayID create: bad credentials → 401',
			'Errors › Static PayID create: semantic validation failure → 422',
		],
	},
	{
		quote: 'Callback: POST to `customer_notification.endpoint_url` with the PayID ',
		hash: 'ff9134eca59b',
		rows: [
			'v1: static PayID › v1.staticPayid.create body customer_notification',
			'v1: static PayID › v1.staticPayid.create body customer_notification.endpoint_url',
			'v1: static PayID › Callback: POST to customer_notification.endpoint_url when the status changes',
		],
	},
	// v1: payment gateway link
	{
		quote: '`GET /v1/payment_gateways/access_token`: headers app-id and secret-key',
		hash: '8ede4b976bbc',
		rows: [
			'v1: payment gateway link › v1.gateway.accessToken',
			'v1: payment gateway link › v1.gateway.accessToken response access_token',
			'v1: payment gateway link › v1.gateway.accessToken response expires_in',
		],
	},
	{
		quote: '`POST /v1/payment_gateways/create_payment`: requires an extra header `',
		hash: 'e7bbad601c39',
		rows: [
			'v1: payment gateway link › v1.gateway.create',
			'v1: payment gateway link › create_payment requires an extra header access-token',
		],
	},
	{ quote: 'Request and response bodies: not shown.', hash: 'ed0178baa99c', without: 'not shown', rows: [] },
	// v1: one-time PayID
	{
		quote: '`POST /v1/merchants/create_payment`: accepts an optional `metadata` ob',
		hash: '9f60c87bb874',
		rows: [
			'v1: one-time PayID › v1.oneTimePayid.create',
			'v1: one-time PayID › v1.oneTimePayid.create body metadata',
			'v1: one-time PayID › v1.oneTimePayid.create response metadata',
		],
	},
	{ quote: 'Other body fields: not shown.', hash: '92014a06fe4a', without: 'not shown', rows: [] },
	// v1: balances
	{
		quote: '`GET /v1/balances/detail`: no parameters; response per Balance (v1).',
		hash: '55998d260b3a',
		rows: ['v1: balances › v1.balances.detail'],
	},
	{
		quote: 'AUD only.',
		hash: 'b525ae3defe2',
		rows: ['Versioning › 2. v1 covers AUD only; v2 all configured currencies; v3 is the hosted checkout'],
	},
	{
		quote: '`GET /v1/balances/history`: query `from_date` (string ISO 8601 date, r',
		hash: '970009453d1c',
		rows: [
			'v1: balances › v1.balances.history',
			'v1: balances › v1.balances.history query from_date',
			'v1: balances › v1.balances.history query to_date',
			'v1: balances › v1.balances.history query page',
			'v1: balances › v1.balances.history query per_page',
		],
	},
	{ quote: 'Response per history entry (v1).', hash: '44811672915b', rows: ['v1: balances › v1.balances.history'] },
	{
		quote: 'Both dates missing gives 422.',
		hash: '9ba0f43b4b7e',
		rows: ["Errors › v1 balance history: from_date or to_date missing → 422 {error: 'UnprocessableEntity', message}"],
	},
	// v1: sandbox deposit simulation (sandbox only)
	{
		quote: '`POST /v1/simulate_deposit`',
		hash: '473d39b912af',
		rows: ['v1: sandbox deposit simulation (sandbox only) › v1.deposits.simulate'],
	},
	{
		quote: '| account_number | string | yes | treasury account to credit |',
		hash: 'd3f93d0a3f6d',
		rows: ['v1: sandbox deposit simulation (sandbox only) › v1.deposits.simulate body account_number'],
	},
	{
		quote: '| amount | string | yes | whole yen for JPY accounts |',
		hash: '8607c985cd52',
		rows: ['v1: sandbox deposit simulation (sandbox only) › v1.deposits.simulate body amount'],
	},
	{
		quote: '| remitter_name, remitter_bank_name, remitter_branch_name | string | n',
		hash: '5bd0437871dc',
		rows: [
			'v1: sandbox deposit simulation (sandbox only) › v1.deposits.simulate body remitter_name',
			'v1: sandbox deposit simulation (sandbox only) › v1.deposits.simulate body remitter_bank_name',
			'v1: sandbox deposit simulation (sandbox only) › v1.deposits.simulate body remitter_branch_name',
		],
	},
	{
		quote: '| remarks | string | no | free text |',
		hash: '45ffc48b03d9',
		rows: ['v1: sandbox deposit simulation (sandbox only) › v1.deposits.simulate body remarks'],
	},
	{
		quote: "Effect: the deposit appears in the account's transaction history and t",
		hash: '724e25fabe73',
		rows: [
			'v1: sandbox deposit simulation (sandbox only) › The deposit appears in the history, and the Incoming and Available balances update',
		],
	},
	{ quote: 'Response shape: not shown.', hash: '02eedee58d4c', without: 'not shown', rows: [] },
	// v1: AUD payouts
	{
		quote: '`POST /v1/payouts` and a file-based batch variant.',
		hash: 'd9d1956666a1',
		rows: ['v1: AUD payouts › v1.payouts.create', 'v1: AUD payouts › v1.payouts.createFromFile'],
	},
	{
		quote: 'Every transaction of one request must use the same addressing method: ',
		hash: '4dce6afaa016',
		rows: [
			'v1: AUD payouts › v1.payouts.create body payout_transaction_details.payid',
			'v1: AUD payouts › v1.payouts.create body payout_transaction_details.payid_type',
			'v1: AUD payouts › v1.payouts.create body payout_transaction_details.bsb',
			'v1: AUD payouts › v1.payouts.create body payout_transaction_details.account_number',
			'v1: AUD payouts › Every transaction of one request must use the same addressing method',
		],
	},
	{
		quote: 'A request or file that mixes the two is rejected, and one transaction ',
		hash: 'd0baa44e78be',
		rows: [
			'v1: AUD payouts › A file that mixes the two is rejected',
			'v1: AUD payouts › One transaction cannot carry both',
		],
	},
	{
		quote: 'The remaining fields and the file endpoint path: not shown. (v1 uses `',
		hash: '65caee844385',
		rows: [
			'v1: AUD payouts › v1.payouts.create body payout_transaction_details.payid',
			'v1: AUD payouts › v1.payouts.create body payout_transaction_details.payid_type',
		],
	},
	// v2: payin methods
	{
		quote: '`GET /v2/payins/payin_methods`: no parameters; response {records: [{cu',
		hash: 'fb2394a76e59',
		rows: [
			'v2: payin methods › v2.payins.methods',
			'v2: payin methods › v2.payins.methods response records.currency',
			'v2: payin methods › v2.payins.methods response records.payin_method_name',
			'v2: payin methods › v2.payins.methodParams query payin_method_name',
		],
	},
	{
		quote: '`GET /v2/payins/payin_method/params`: query `payin_method_name` (strin',
		hash: '89c23c8ab7a7',
		rows: [
			'v2: payin methods › v2.payins.methods response records.payin_method_name',
			'v2: payin methods › v2.payins.methodParams',
			'v2: payin methods › v2.payins.methodParams query payin_method_name',
		],
	},
	// v2: create payin
	{ quote: '`POST /v2/payins`', hash: 'ae8bf02a5845', rows: ['v2: create payin › v2.payins.create'] },
	{
		quote: '| payin_method_name | string | yes | from the methods endpoint |',
		hash: '47248a2efdb4',
		rows: ['v2: create payin › v2.payins.create body payin_method_name'],
	},
	{
		quote: '| payin_method_params | object | yes | keys as reported by the params ',
		hash: '0bc84a95662c',
		rows: [
			'v2: create payin › v2.payins.create body payin_method_params',
			'v2: create payin › schema jpBankPayinParams transliterate',
			'v2: create payin › transliterate: input must be Latin-letter romaji else a validation error; ignored by other methods',
			'v2: create payin › schema redirectPayinParams callback_url',
			'v2: create payin › schema redirectPayinParams failure_callback_url',
			'v2: create payin › redirectMethods kh_pay_khr',
			'v2: create payin › redirectMethods us_pay_usd',
		],
	},
	{
		quote: '| amount | number | yes | currency base unit; rounding as above |',
		hash: 'ca4701332703',
		rows: ['v2: create payin › v2.payins.create body amount', 'v2: create payin › v2.payins.create body currency'],
	},
	{
		quote: '| currency | string | yes | ISO 4217 |',
		hash: 'fc98c9129830',
		rows: ['v2: create payin › v2.payins.create body currency'],
	},
	{
		quote: '| name | string | yes | customer name |',
		hash: '6c827311862d',
		rows: ['v2: create payin › v2.payins.create body name'],
	},
	{
		quote: "| email | string | yes | must equal the contact's email when require_c",
		hash: '19695f4c496f',
		rows: [
			'v2: create payin › v2.payins.create body email',
			'v2: create payin › email must equal the contact’s email when require_contact is true; a contact must be created first',
		],
	},
	{
		quote: '| description | string | yes | |',
		hash: '37ae1644365c',
		rows: ['v2: create payin › v2.payins.create body description'],
	},
	{ quote: '| gst | boolean | yes | |', hash: 'a9f75407fef9', rows: ['v2: create payin › v2.payins.create body gst'] },
	{
		quote: '| webhook_notification | object | yes | `endpoint_url` (string, requir',
		hash: 'c6d2ec558912',
		rows: [
			'v2: create payin › v2.payins.create body webhook_notification',
			'v2: create payin › v2.payins.create body webhook_notification.endpoint_url',
			'v2: create payin › v2.payins.create body webhook_notification.authorization_header',
			'v2: create payin › endpoint_url: an https address',
			'v2: create payin › endpoint_url: TLS 1.2, certificate from a well-known commercial authority; self-signed and internally signed rejected',
			'v2: create payin › authorization_header: unique per payment recommended',
		],
	},
	{
		quote: '| external_id | string | no | filterable in the list endpoint |',
		hash: 'f3a48bc552ec',
		rows: ['v2: create payin › v2.payins.create body external_id'],
	},
	{
		quote: '| expired_at | string | no | `YYYY-MM-DDTHH:mm:ss`; applies only to vn',
		hash: '24084e6f89de',
		rows: [
			'v2: create payin › v2.payins.create body expired_at',
			'v2: create payin › expired_at applies only to vn_<qr_scheme>_vnd, other methods use a fixed default',
		],
	},
	{
		quote: '| metadata | object | no | key-value data |',
		hash: '4e32d8bae39b',
		rows: ['v2: create payin › v2.payins.create body metadata'],
	},
	{
		quote: 'v2 has no `sender_info`, `expire_in` or `redirect_url`.',
		hash: '97ed3d823c05',
		rows: ['v2: create payin › v2 has no sender_info, expire_in or redirect_url'],
	},
	{ quote: 'Response: Payin (v2).', hash: '2b73653a9b0c', rows: ['v2: create payin › v2.payins.create'] },
	{
		quote: 'Methods with require_contact need a contact created first.',
		hash: '7d6e0c86b31e',
		rows: [
			'v2: create payin › email must equal the contact’s email when require_contact is true; a contact must be created first',
		],
	},
	{
		quote: 'th_qrpay_thb: its `payin_method_params` is a set of mandatory fields w',
		hash: 'd8b7df00af75',
		rows: [
			'v2: create payin › v2.payins.create body payin_method_params',
			'v2: create payin › th_qrpay_thb: render the QR from pay_code.qr_string',
			'v2: create payin › ug_bank_ugx: validation of payin_method_params depends on user_type',
		],
	},
	{
		quote: 'Limits for ug_bank_ugx are in Limits.',
		hash: 'f51aa05ac1fd',
		rows: ['v2: create payin › ug_bank_ugx: validation of payin_method_params depends on user_type'],
	},
	// v2: payin queries and actions
	{
		quote: '`GET /v2/payins/detail`: query `uuid` (required).',
		hash: '24ff153266d1',
		rows: [
			'v2: payin queries and actions › v2.payins.detail',
			'v2: payin queries and actions › v2.payins.detail query uuid',
			'v2: payin queries and actions › v2.payins.cancel body uuid',
			'v2: payin queries and actions › v2.payins.refund body uuid',
			'v2: payin queries and actions › v2.payins.simulate body uuid',
			'v2: payin queries and actions › v2.payins.confirmOtp body uuid',
			'v2: payin queries and actions › v2.payins.resendOtp body uuid',
			'v2: payin queries and actions › v2.payins.authorizeStk body uuid',
		],
	},
	{
		quote: 'Response: payin with detail fields.',
		hash: '6768d9cb4c0b',
		rows: ['v2: payin queries and actions › v2.payins.detail'],
	},
	{
		quote: '`GET /v2/payins/all`: query `from_date` (ISO 8601, required), `to_date',
		hash: '0c0382a0d3b1',
		rows: [
			'v2: payin queries and actions › v2.payins.list',
			'v2: payin queries and actions › v2.payins.list query from_date',
			'v2: payin queries and actions › v2.payins.list query to_date',
			'v2: payin queries and actions › v2.payins.list query external_id',
			'v2: payin queries and actions › v2.payins.list query page',
			'v2: payin queries and actions › v2.payins.list query per_page',
			'v2: payin queries and actions › v2.payins.list response page',
			'v2: payin queries and actions › v2.payins.refund body external_id',
		],
	},
	{
		quote: 'Response envelope includes `total`, `page`, `limit`, `records`.',
		hash: 'a2dbe94d8862',
		rows: [
			'v2: payin queries and actions › v2.payins.list query page',
			'v2: payin queries and actions › v2.payins.list response total',
			'v2: payin queries and actions › v2.payins.list response page',
			'v2: payin queries and actions › v2.payins.list response limit',
			'v2: payin queries and actions › v2.payins.list response records',
		],
	},
	{ quote: 'Record fields: not shown.', hash: '5f35053901ef', without: 'not shown', rows: [] },
	{
		quote: '`POST /v2/payins/cancel`: cancels a pending payin (status goes to expi',
		hash: '9947cd97c631',
		rows: [
			'v2: payin queries and actions › v2.payins.cancel',
			'v2: payin queries and actions › Check is_cancellable first',
			'Payin status (v2 create/detail and webhooks) › pending → cancel payin, where is_cancellable → expired',
		],
	},
	{
		quote: '`POST /v2/payins/refund`: refunds a received payin; body carries the p',
		hash: 'f955d8467e06',
		rows: [
			'v2: payin queries and actions › v2.payins.detail query uuid',
			'v2: payin queries and actions › v2.payins.cancel body uuid',
			'v2: payin queries and actions › v2.payins.refund',
			'v2: payin queries and actions › v2.payins.refund body uuid',
			'v2: payin queries and actions › v2.payins.refund body amount',
			'v2: payin queries and actions › v2.payins.simulate body uuid',
			'v2: payin queries and actions › v2.payins.simulate body amount',
			'v2: payin queries and actions › v2.payins.confirmOtp body uuid',
			'v2: payin queries and actions › v2.payins.resendOtp body uuid',
			'v2: payin queries and actions › v2.payins.authorizeStk body uuid',
			'v2: payin queries and actions › v2.payins.refund body description',
		],
	},
	{
		quote: 'Check is_refundable first.',
		hash: '113be205b802',
		rows: ['v2: payin queries and actions › Check is_refundable first'],
	},
	{
		quote: '`POST /v2/payins/simulate` (sandbox only): body carries the pending pa',
		hash: '070e82756bf2',
		rows: [
			'v2: payin queries and actions › v2.payins.detail query uuid',
			'v2: payin queries and actions › v2.payins.cancel body uuid',
			'v2: payin queries and actions › v2.payins.refund body uuid',
			'v2: payin queries and actions › v2.payins.refund body amount',
			'v2: payin queries and actions › v2.payins.simulate',
			'v2: payin queries and actions › v2.payins.simulate body uuid',
			'v2: payin queries and actions › v2.payins.simulate body amount',
			'v2: payin queries and actions › simulationOutcomes completed',
			'v2: payin queries and actions › simulationOutcomes failed',
			'v2: payin queries and actions › v2.payins.confirmOtp body uuid',
			'v2: payin queries and actions › v2.payins.resendOtp body uuid',
			'v2: payin queries and actions › v2.payins.authorizeStk body uuid',
		],
	},
	{
		quote: '`POST /v2/payins/confirm_otp`: body carries the uuid of the payin awai',
		hash: '379d3ff0925f',
		rows: [
			'v2: payin queries and actions › v2.payins.detail query uuid',
			'v2: payin queries and actions › v2.payins.cancel body uuid',
			'v2: payin queries and actions › v2.payins.refund body uuid',
			'v2: payin queries and actions › v2.payins.simulate body uuid',
			'v2: payin queries and actions › v2.payins.confirmOtp',
			'v2: payin queries and actions › v2.payins.confirmOtp body uuid',
			'v2: payin queries and actions › v2.payins.resendOtp body uuid',
			'v2: payin queries and actions › v2.payins.authorizeStk body uuid',
			'v2: payin queries and actions › v2.payins.confirmOtp body code',
		],
	},
	{
		quote: '`POST /v2/payins/resend_otp`: body carries the uuid; re-sends the OTP ',
		hash: 'cce94a03e38b',
		rows: [
			'v2: payin queries and actions › v2.payins.detail query uuid',
			'v2: payin queries and actions › v2.payins.cancel body uuid',
			'v2: payin queries and actions › v2.payins.refund body uuid',
			'v2: payin queries and actions › v2.payins.simulate body uuid',
			'v2: payin queries and actions › v2.payins.confirmOtp body uuid',
			'v2: payin queries and actions › v2.payins.resendOtp',
			'v2: payin queries and actions › v2.payins.resendOtp body uuid',
			'v2: payin queries and actions › v2.payins.authorizeStk body uuid',
		],
	},
	{
		quote: '`POST /v2/payins/authorize_stk` (sandbox only): body {uuid: string, pi',
		hash: '5d74fd3be740',
		rows: [
			'v2: payin queries and actions › v2.payins.detail query uuid',
			'v2: payin queries and actions › v2.payins.cancel body uuid',
			'v2: payin queries and actions › v2.payins.refund body uuid',
			'v2: payin queries and actions › v2.payins.simulate body uuid',
			'v2: payin queries and actions › v2.payins.simulate body status',
			'v2: payin queries and actions › v2.payins.confirmOtp body uuid',
			'v2: payin queries and actions › v2.payins.resendOtp body uuid',
			'v2: payin queries and actions › v2.payins.authorizeStk',
			'v2: payin queries and actions › v2.payins.authorizeStk body uuid',
			'v2: payin queries and actions › v2.payins.authorizeStk body pin',
			'v2: payin queries and actions › v2.payins.authorizeStk response status',
		],
	},
	{
		quote: 'The exact body field names for cancel, refund, simulate, confirm_otp a',
		hash: '7357ad5dbb3a',
		without: 'not shown',
		rows: [],
	},
	// v2: payout methods
	{
		quote: '`GET /v2/payouts/payout_methods`: response {records: [{currency, payou',
		hash: 'da9a332c759d',
		rows: [
			'v2: payout methods › v2.payouts.methods',
			'v2: payout methods › v2.payouts.methods response records.currency',
			'v2: payout methods › v2.payouts.methods response records.payout_method_name',
			'v2: payout methods › v2.payouts.methodParams query payout_method_name',
		],
	},
	{
		quote: 'For AUD it returns au_bank_aud and au_payid_npp_aud.',
		hash: '00cb5574a5cc',
		rows: [
			'v2: payout methods › audPayoutMethodNames au_bank_aud',
			'v2: payout methods › audPayoutMethodNames au_payid_npp_aud',
		],
	},
	{
		quote: '`GET /v2/payouts/payout_method/params`: query `payout_method_name` (re',
		hash: '6a08867311dc',
		rows: [
			'v2: payout methods › v2.payouts.methods response records.payout_method_name',
			'v2: payout methods › v2.payouts.methodParams',
			'v2: payout methods › v2.payouts.methodParams query payout_method_name',
		],
	},
	// v2: create payout
	{ quote: '`POST /v2/payouts`', hash: '9347b51e56e7', rows: ['v2: create payout › v2.payouts.create'] },
	{
		quote: '| payout_method_name | string | yes | |',
		hash: 'e033f8423236',
		rows: ['v2: create payout › v2.payouts.create body payout_method_name'],
	},
	{
		quote: '| currency | string | yes | |',
		hash: '50f2d41a18d9',
		rows: ['v2: create payout › v2.payouts.create body currency'],
	},
	{
		quote: '| payout_transaction_details | array | yes | each element independent ',
		hash: '9cb36d9f5033',
		rows: ['v2: create payout › v2.payouts.create body payout_transaction_details'],
	},
	{
		quote: '| description | string | yes | at least 5 characters |',
		hash: '01c494a92efe',
		rows: [
			'v2: create payout › v2.payouts.create body description',
			'v2: create payout › schema thBankPayoutParams description',
		],
	},
	{
		quote: '| webhook_notification | object | yes | `endpoint_url` (TLS 1.2, well-',
		hash: 'cfa42c2e58e6',
		rows: [
			'v2: create payout › v2.payouts.create body webhook_notification',
			'v2: create payout › v2.payouts.create body webhook_notification.endpoint_url',
			'v2: create payout › v2.payouts.create body webhook_notification.authorization_header',
			'Events › Delivery 6. TLS 1.2, certificate from a recognised authority',
		],
	},
	{
		quote: '| scheduled_at | string | no | `YYYY-MM-DDTHH:mm:ss`, interpreted as U',
		hash: 'b4817c8d9175',
		rows: [
			'v2: create payout › v2.payouts.create body scheduled_at',
			'v2: create payout › scheduled_at is interpreted as UTC',
		],
	},
	{
		quote: '| external_id | string | no | batch identifier, filterable |',
		hash: '260e8d15c75a',
		rows: [
			'v2: create payout › v2.payouts.create body external_id',
			'v2: create payout › v2.payouts.create body payout_transaction_details.external_id',
		],
	},
	{
		quote: 'Element of payout_transaction_details: `first_name` (required; letters',
		hash: '7d00c19da6a7',
		rows: [
			'v2: create payout › v2.payouts.create body payout_transaction_details',
			'v2: create payout › v2.payouts.create body external_id',
			'v2: create payout › v2.payouts.create body payout_transaction_details.first_name',
			'v2: create payout › v2.payouts.create body payout_transaction_details.last_name',
			'v2: create payout › v2.payouts.create body payout_transaction_details.email',
			'v2: create payout › v2.payouts.create body payout_transaction_details.amount',
			'v2: create payout › v2.payouts.create body payout_transaction_details.payout_method_params',
			'v2: create payout › v2.payouts.create body payout_transaction_details.external_id',
			'v2: create payout › schema thBankPayoutParams account_number',
			'v2: create payout › schema thBankPayoutParams account_name',
			'v2: create payout › schema ugBankPayoutParams account_number',
			'v2: create payout › schema ugBankPayoutParams account_name',
			'v2: create payout › schema ugBankPayoutParams bank_code',
			'v2: create payout › amount is optional for usdc_bank',
		],
	},
	{
		quote: 'For vn_bank_vnd a `branch_code` is required when the amount exceeds 30',
		hash: '314953b7c120',
		rows: [
			'v2: create payout › v2.payouts.create body payout_transaction_details.amount',
			'v2: create payout › schema vnBankPayoutParams branch_code',
		],
	},
	{
		quote: 'For th_bank_thb the recipient bank is identified by SWIFT code instead',
		hash: '14595d3f38a3',
		rows: [
			'v2: create payout › v2.payouts.create body description',
			'v2: create payout › schema thBankPayoutParams account_number',
			'v2: create payout › schema thBankPayoutParams account_name',
			'v2: create payout › schema thBankPayoutParams type',
			'v2: create payout › schema thBankPayoutParams description',
			'v2: create payout › schema ugBankPayoutParams account_number',
			'v2: create payout › schema ugBankPayoutParams account_name',
			'v2: create payout › schema thBankPayoutParams swift_code',
		],
	},
	{
		quote: 'For au_payid_npp_aud the params carry `pay_id` and `pay_id_type`.',
		hash: 'a0c7ee9b3731',
		rows: [
			'v2: create payout › schema auPayidPayoutParams pay_id',
			'v2: create payout › schema auPayidPayoutParams pay_id_type',
		],
	},
	{
		quote: 'For ug_bank_ugx mandatory params: account_number, account_name, bank_c',
		hash: '40907a741932',
		rows: [
			'v2: create payout › schema thBankPayoutParams account_number',
			'v2: create payout › schema thBankPayoutParams account_name',
			'v2: create payout › schema ugBankPayoutParams account_number',
			'v2: create payout › schema ugBankPayoutParams account_name',
			'v2: create payout › schema ugBankPayoutParams bank_code',
			'v2: create payout › schema ugBankPayoutParams payment_reason',
			'v2: create payout › ugBankPaymentReasons other',
			'v2: create payout › ugBankPaymentReasons bills',
			'v2: create payout › ugBankPaymentReasons groceries',
			'v2: create payout › ugBankPaymentReasons travel',
			'v2: create payout › ugBankPaymentReasons health',
			'v2: create payout › ugBankPaymentReasons entertainment',
			'v2: create payout › ugBankPaymentReasons housing',
			'v2: create payout › ugBankPaymentReasons school-fees',
		],
	},
	{
		quote: 'Response: Payout batch; batch status one of created, processing, sched',
		hash: '4448ed5eeff2',
		rows: [
			'Payout batch status (v2) › payoutBatchStatuses created',
			'Payout batch status (v2) › createdPayoutBatchStatuses created',
			'Payout batch status (v2) › payoutBatchStatuses processing',
			'Payout batch status (v2) › createdPayoutBatchStatuses processing',
			'Payout batch status (v2) › payoutBatchStatuses scheduled',
			'Payout batch status (v2) › createdPayoutBatchStatuses scheduled',
			'Payout batch status (v2) › payoutBatchStatuses completed',
			'Payout batch status (v2) › createdPayoutBatchStatuses completed',
		],
	},
	// v2: payout queries and actions
	{
		quote: '`GET /v2/payouts/detail`: query `uuid` (batch, required), `child_uuid`',
		hash: 'a8ecdeb75ad9',
		rows: [
			'v2: payout queries and actions › v2.payouts.detail',
			'v2: payout queries and actions › v2.payouts.detail query uuid',
			'v2: payout queries and actions › v2.payouts.detail query child_uuid',
			'v2: payout queries and actions › v2.payouts.cancelScheduled body uuid',
			'v2: payout queries and actions › v2.payouts.simulate body uuid',
			'v2: payout queries and actions › v2.transfers.simulate body uuid',
		],
	},
	{
		quote: '`GET /v2/payouts/all`: query `from_date`, `to_date` (required, ISO 860',
		hash: 'ff8d8e72af4c',
		rows: [
			'v2: payout queries and actions › v2.payouts.list',
			'v2: payout queries and actions › v2.payouts.list query from_date',
			'v2: payout queries and actions › v2.payouts.list query to_date',
			'v2: payout queries and actions › v2.payouts.list query external_id',
			'v2: payout queries and actions › v2.payouts.list query page',
		],
	},
	{ quote: 'Response body: not shown.', hash: 'ec61e275b858', without: 'not shown', rows: [] },
	{
		quote: '`POST /v2/payouts/cancel_scheduled`: body carries the uuid of a schedu',
		hash: 'a9da5623188f',
		rows: [
			'v2: payout queries and actions › v2.payouts.detail query uuid',
			'v2: payout queries and actions › v2.payouts.cancelScheduled',
			'v2: payout queries and actions › v2.payouts.cancelScheduled body uuid',
			'v2: payout queries and actions › v2.payouts.simulate body uuid',
			'v2: payout queries and actions › v2.transfers.simulate body uuid',
		],
	},
	{
		quote: '`POST /v2/payouts/simulate` (sandbox only): body carries the payout uu',
		hash: '46bbd31761da',
		rows: [
			'v2: payout queries and actions › v2.payouts.detail query uuid',
			'v2: payout queries and actions › v2.payouts.cancelScheduled body uuid',
			'v2: payout queries and actions › v2.payouts.simulate',
			'v2: payout queries and actions › v2.payouts.simulate body uuid',
			'v2: payout queries and actions › v2.transfers.simulate body uuid',
		],
	},
	{
		quote: '`GET /v2/payouts/branch_codes`: query the payout method (vn_bank_vnd) ',
		hash: '48c0eafa8b45',
		rows: [
			'v2: payout queries and actions › v2.payouts.branchCodes',
			'v2: payout queries and actions › v2.payouts.branchCodes query payout_method_name',
			'v2: payout queries and actions › v2.payouts.branchCodes query swift_code',
		],
	},
	{
		quote: '`POST /v2/banks/lookup/qr_content`: body carries the raw QR content st',
		hash: '1ba8b883899f',
		rows: [
			'v2: payout queries and actions › v2.banks.qrContent',
			'v2: payout queries and actions › v2.banks.qrContent body qr_content',
			'v2: payout queries and actions › v2.banks.qrContent response account_name',
			'v2: payout queries and actions › v2.banks.qrContent response account_number',
			'v2: payout queries and actions › v2.banks.qrContent response bank_name',
			'v2: payout queries and actions › v2.banks.qrContent response swift_code',
		],
	},
	{
		quote: '`POST /v2/banks/lookup/qr_image`: body carries a Base64 image of the Q',
		hash: '61548a986f42',
		rows: [
			'v2: payout queries and actions › v2.banks.qrImage',
			'v2: payout queries and actions › v2.banks.qrImage body qr_image',
			'v2: payout queries and actions › v2.banks.qrImage response account_name',
			'v2: payout queries and actions › v2.banks.qrImage response account_number',
			'v2: payout queries and actions › v2.banks.qrImage response bank_name',
			'v2: payout queries and actions › v2.banks.qrImage response swift_code',
		],
	},
	{
		quote: '`POST /v2/transfers/simulate` (sandbox only): body `uuid` (the Balance',
		hash: '5b6a68e63bd8',
		rows: [
			'v2: payout queries and actions › v2.payouts.detail query uuid',
			'v2: payout queries and actions › v2.payouts.cancelScheduled body uuid',
			'v2: payout queries and actions › v2.payouts.simulate body uuid',
			'v2: payout queries and actions › v2.payouts.simulate body status',
			'v2: payout queries and actions › v2.transfers.simulate',
			'v2: payout queries and actions › v2.transfers.simulate body uuid',
			'v2: payout queries and actions › v2.transfers.simulate body status',
		],
	},
	{
		quote: 'The exact body field names of cancel_scheduled, payout simulate and th',
		hash: '3ff26f31236c',
		without: 'not shown',
		rows: [],
	},
	// v2: balances
	{
		quote: '`GET /v2/balances/detail`: query `currency` (string, required, must be',
		hash: '9c90101eaabd',
		rows: ['v2: balances › v2.balances.detail', 'v2: balances › v2.balances.detail query currency'],
	},
	{
		quote: 'Response per Balance (v2, without retrieved_at).',
		hash: '6c0d2ab6a893',
		rows: ['v2: balances › v2.balances.detail'],
	},
	{
		quote: '`GET /v2/balances/history`: query `from_date`, `to_date` (date-time `Y',
		hash: '5131a567a04d',
		rows: [
			'v2: balances › v2.balances.history',
			'v2: balances › v2.balances.history query from_date',
			'v2: balances › v2.balances.history query to_date',
			'v2: balances › v2.balances.history query cursor',
			'v2: balances › v2.balances.history query size',
		],
	},
	{
		quote: 'Cursor pagination: first page without cursor; while has_more is true p',
		hash: '69fcb071cb71',
		rows: [
			'v2: balances › v2.balances.history query from_date',
			'v2: balances › v2.balances.history query to_date',
			'v2: balances › v2.balances.history query cursor',
			'v2: balances › v2.balances.history query size',
			'v2: balances › While has_more is true pass the previous next_cursor with the same from_date, to_date and size',
			'v2: balances › next_cursor is null when has_more is false',
		],
	},
	{
		quote: 'Treat the cursor as opaque.',
		hash: 'a11c3ffd5794',
		rows: ['v2: balances › v2.balances.history query cursor', 'v2: balances › Treat the cursor as opaque'],
	},
	// v2: contacts and reporting
	{
		quote: '`POST /v2/contacts/resend_verification`: re-sends the verification lin',
		hash: '636348ce26ed',
		rows: [
			'v2: contacts and reporting › v2.contacts.resendVerification',
			'v2: contacts and reporting › v2.contacts.resendVerification body email',
			'v2: contacts and reporting › v2.contacts.resendVerification body resend_to',
			'v2: contacts and reporting › resendChannels email',
			'v2: contacts and reporting › resendChannels phone',
		],
	},
	{
		quote: '`GET /v2/reports/settlements`: same credentials; returns reports for t',
		hash: '1902d2ac70ee',
		rows: [
			'v2: contacts and reporting › v2.settlements.list',
			'v2: contacts and reporting › v2.settlements.list query size',
			'v2: contacts and reporting › v2.settlements.list query report_frequency',
			'v2: contacts and reporting › Returns reports for the currency tied to the app-id',
		],
	},
	{
		quote: 'Other query parameters and the envelope: not shown.',
		hash: 'e53395307bc6',
		without: 'not shown',
		rows: [],
	},
	{
		quote: 'Endpoints to create customers and contacts and to submit identity docu',
		hash: 'e39f68f266ae',
		without: 'not shown',
		rows: [],
	},
	// v3: hosted checkout
	{
		quote: '`GET /v3/payin_methods`: response {records: [...]} per v3 method recor',
		hash: 'ce5c17e37054',
		rows: ['v3: hosted checkout › v3.methods'],
	},
	{
		quote: '`POST /v3/payin_links`: body below; response {uuid, payment_url, expir',
		hash: '8930369c8d86',
		rows: [
			'v3: hosted checkout › v3.links.create',
			'v3: hosted checkout › v3.links.list',
			'v3: hosted checkout › v3.links.detail params uuid',
		],
	},
	{
		quote: '| amount | number | yes | |',
		hash: 'fa653d550a4d',
		rows: ['v3: hosted checkout › v3.links.create body amount'],
	},
	{
		quote: '| description | string | yes | |',
		hash: '6b5ffa88c204',
		rows: ['v3: hosted checkout › v3.links.create body description'],
	},
	{
		quote: '| sender_info | object | yes | see Resources |',
		hash: '0173555e74d8',
		rows: ['v3: hosted checkout › v3.links.create body sender_info'],
	},
	{
		quote: '| payin_method_code | string or null | no | omit to show all methods o',
		hash: '5fa63ae69490',
		rows: ['v3: hosted checkout › v3.links.create body payin_method_code'],
	},
	{
		quote: '| expires_in | integer seconds | no | default 1800, minimum 900 |',
		hash: '3ede3ee284b3',
		rows: ['v3: hosted checkout › v3.links.create body expires_in'],
	},
	{
		quote: '| redirect_url | object | no | `success` and `failure`, each optional ',
		hash: 'ccc7d6964fea',
		rows: [
			'v3: hosted checkout › v3.links.create body redirect_url',
			'v3: hosted checkout › v3.links.create body redirect_url.success',
			'v3: hosted checkout › v3.links.create body redirect_url.failure',
		],
	},
	{
		quote: '| webhook_notification | object | no | `authorization_header`, `endpoi',
		hash: 'd6a84c58bedc',
		rows: [
			'v3: hosted checkout › v3.links.create body webhook_notification',
			'v3: hosted checkout › v3.links.create body webhook_notification.authorization_header',
			'v3: hosted checkout › v3.links.create body webhook_notification.endpoint_url',
		],
	},
	{
		quote: 'Without `redirect_url.failure` the customer stays on the hosted page a',
		hash: 'fe9cc1c08aa4',
		rows: [
			'v3: hosted checkout › v3.links.create body redirect_url',
			'v3: hosted checkout › v3.links.create body redirect_url.failure',
			'v3: hosted checkout › Without redirect_url.failure the customer stays on the hosted page',
		],
	},
	{
		quote: 'Opening `payment_url` in a new tab, the same tab or a popup are all po',
		hash: '74f6781de9c3',
		rows: ['Events › Popup messages (v3): svc_payment_event; onChange or onDone, success or failed'],
	},
	{
		quote: '`GET /v3/payin_links` (list, filterable for reconciliation), `GET /v3/',
		hash: '2fc2b1eb1af4',
		rows: [
			'v3: hosted checkout › v3.links.create',
			'v3: hosted checkout › v3.links.list',
			'v3: hosted checkout › v3.links.detail',
			'v3: hosted checkout › v3.links.detail params uuid',
			'v3: hosted checkout › v3.links.refund',
			'v3: hosted checkout › Refund a completed payin',
		],
	},
	{
		quote: 'Mobile money methods (ke_mobile_money_kes, mw_mobile_money_mwk, bw_mob',
		hash: '21f3dd8d5edc',
		rows: [
			'v3: hosted checkout › mobileMoneyMethods ke_mobile_money_kes',
			'v3: hosted checkout › mobileMoneyMethods mw_mobile_money_mwk',
			'v3: hosted checkout › mobileMoneyMethods bw_mobile_money_bwp',
			'v3: hosted checkout › mobileMoneyMethods gh_mobile_money_ghs',
			'v3: hosted checkout › mobileMoneyMethods cm_mobile_money_xaf',
			'v3: hosted checkout › mobileMoneyMethods ci_mobile_money_xof',
			'v3: hosted checkout › Mobile money is confirmed on the handset and then by the customer selecting I have paid',
			'v3: hosted checkout › Mobile money is not refundable through the API',
			'v3: hosted checkout › Mobile money is not cancellable through the API',
		],
	},
	{
		quote: 'Prompts expire, which surfaces as a failed payment.',
		hash: '46cd3d10f816',
		rows: ['v3: hosted checkout › Prompts expire, which surfaces as a failed payment'],
	},
	{
		quote: 'For MWK only numbers of two specific networks work.',
		hash: '0c3e6d1dec56',
		rows: ['v3: hosted checkout › For MWK only numbers of two specific networks work'],
	},
	{
		quote: 'Hosted checkout collects a billing address for some methods with addre',
		hash: '1e37c0b94e55',
		rows: [
			'v3: hosted checkout › v3.links.create body sender_info',
			'v3: hosted checkout › Values given in sender_info are prefilled but still validated',
		],
	},
	// Authentication
	{
		quote: 'Every request on v1, v2, v3, Card and Cashback carries two headers: `a',
		hash: 'c07995362f85',
		rows: [
			'Authentication › 1. Every request carries app-id and secret-key; sandbox credentials go with the sandbox address',
		],
	},
	{
		quote: 'Credentials are issued from the merchant dashboard for a payments acco',
		hash: 'f8e8165f3820',
		rows: [
			'Authentication › 1. Every request carries app-id and secret-key; sandbox credentials go with the sandbox address',
		],
	},
	{
		quote: 'Sandbox credentials go with {sandbox_base_url}, live credentials with ',
		hash: 'e549a118c377',
		rows: [
			'Authentication › 1. Every request carries app-id and secret-key; sandbox credentials go with the sandbox address',
		],
	},
	{
		quote: 'The secret-key stays on the merchant server and never appears in clien',
		hash: 'aac1d5264548',
		rows: ['Authentication › 2. The secret-key stays on the server; use HTTPS'],
	},
	{
		quote: 'Exception: `POST /v1/payment_gateways/create_payment` also requires he',
		hash: 'fbcceceec056',
		rows: ['Authentication › 3. create_payment also requires access-token; after expiry request a new one and retry'],
	},
	{
		quote: 'After expiry request a new one and retry.',
		hash: '4e8541bf3df7',
		rows: ['Authentication › 3. create_payment also requires access-token; after expiry request a new one and retry'],
	},
	{
		quote: 'All other v1 endpoints use only the two headers.',
		hash: 'f6577d34626e',
		rows: ['Authentication › 3. create_payment also requires access-token; after expiry request a new one and retry'],
	},
	{
		quote: 'A separate merchant-level Webhook Secret Key, shared by all sites of t',
		hash: '9801dffcbe8c',
		rows: ['Authentication › 4. A merchant-level Webhook Secret Key signs webhook payloads'],
	},
	{
		quote: 'The signing algorithm and the header carrying the signature: not shown',
		hash: '8d526804f4ce',
		without: 'not shown',
		rows: [],
	},
	{
		quote: 'Each webhook request also carries the merchant-chosen `authorization_h',
		hash: '29fb638a071a',
		rows: ['Authentication › 5. Each webhook request carries the merchant-chosen authorization_header value'],
	},
	{
		quote: 'Whoever may decide payout approvals: Admin and Finance users only (por',
		hash: '946dcdd7bb6d',
		rows: ['Authentication › 6. Only Admin and Finance users decide payout approvals (portal)'],
	},
	// Events
	{
		quote: 'The service sends HTTP POST notifications with a JSON body to a mercha',
		hash: '28d6e2347493',
		rows: ['Events › notificationSources payin'],
	},
	{
		quote: '| Payin (v2) | webhook_notification.endpoint_url of the payin | status',
		hash: '14bbdacd7492',
		rows: ['Events › notificationSources payin'],
	},
	{
		quote: '| Card and payment status changes | endpoint_url given at creation, or',
		hash: '4b0a97bcad12',
		rows: [
			'Events › Card payments of an SDK are told at a default URL, unless a payment names its own',
			'Events › notificationSources card',
		],
	},
	{
		quote: '| Payin for jp_bank_jpy, ar_bank_ars, kr_bank_va_kyc_krw | same | afte',
		hash: '2540bdfe7cac',
		rows: ['Events › notificationSources payinCredentials'],
	},
	{
		quote: '| Static PayID | customer_notification.endpoint_url | PayID status or ',
		hash: '21e279e91525',
		rows: ['Events › notificationSources payid'],
	},
	{
		quote: '| One-time PayID | callback URL of the request | status change | PayID',
		hash: '9e37790be144',
		rows: ['Events › notificationSources payid'],
	},
	{
		quote: '| Payout | payout webhook_notification.endpoint_url | payout status ch',
		hash: '4f5e447ec452',
		rows: ['Events › notificationSources payout'],
	},
	{
		quote: '| v3 payment link | webhook_notification.endpoint_url | each status ch',
		hash: '1b805958a207',
		rows: ['Events › notificationSources checkoutLink'],
	},
	{ quote: 'Delivery rules:', hash: '9b81895bc2be', without: 'introduction', rows: [] },
	{
		quote: 'Delivery is best effort.',
		hash: '6649736dfa9f',
		rows: ['Events › Delivery 1. Best effort; the receiver must answer HTTP 200'],
	},
	{
		quote: 'The receiver must answer HTTP 200.',
		hash: 'e2bd00319f81',
		rows: ['Events › Delivery 1. Best effort; the receiver must answer HTTP 200'],
	},
	{
		quote: 'When the response is not 200 the service retries 3 times, 15 minutes a',
		hash: '340d8f3cd001',
		rows: ['Events › Delivery 2. When the response is not 200 the service retries 3 times, 15 minutes apart'],
	},
	{
		quote: 'Deliveries can repeat, so handlers must be idempotent and de-duplicate',
		hash: '8817b0d9184f',
		rows: ['Events › Delivery 3. Deliveries can repeat, so handlers must be idempotent and de-duplicate by uuid'],
	},
	{
		quote: 'Webhooks are the source of truth for status.',
		hash: '71eb5b6e3f69',
		rows: ['Events › Delivery 4. Webhooks are the source of truth for status'],
	},
	{
		quote: 'A redirect to a success URL is not proof of payment.',
		hash: 'b61b9a3db389',
		rows: ['Events › Delivery 4. Webhooks are the source of truth for status'],
	},
	{
		quote: 'The `token` object appears only for `authorised` or `waiting`.',
		hash: 'f6272c35aba2',
		rows: ['Events › tokenStatuses authorised', 'Events › tokenStatuses waiting'],
	},
	{
		quote: 'Endpoint URL requirement: HTTPS, TLS 1.2, certificate from a recognise',
		hash: 'a8e362aa011c',
		rows: ['Events › Delivery 6. HTTPS', 'Events › Delivery 6. TLS 1.2, certificate from a recognised authority'],
	},
	{
		quote: 'For `in_dispute` payments the merchant contacts support to submit evid',
		hash: 'adaef32012a3',
		rows: ['Events › Delivery 7. For in_dispute the merchant contacts support'],
	},
	{
		quote: 'Hosted popup messages (v3): the checkout page posts a browser message ',
		hash: '0b2e04ebe58d',
		rows: [
			'Events › schema popupMessage event_type',
			'Events › schema popupMessage page_state',
			'Events › schema popupMessage redirect_url',
			'Events › schema popupMessage redirect_url.success',
			'Events › schema popupMessage redirect_url.failure',
			'Events › Popup messages (v3): for immediate feedback only; webhooks remain authoritative',
			'Events › Popup messages (v3): svc_payment_event; onChange or onDone, success or failed',
		],
	},
	{
		quote: 'The message is for immediate feedback only; webhooks remain authoritat',
		hash: '223110ad2785',
		rows: ['Events › Delivery 4. Webhooks are the source of truth for status'],
	},
	// Errors
	{
		quote: '| Static PayID create: malformed request | 400 |',
		hash: 'ca6d0fe30e25',
		rows: ['Errors › Static PayID create: malformed request → 400'],
	},
	{
		quote: '| Static PayID create: bad credentials | 401 |',
		hash: '3236e3915d2b',
		rows: ['Errors › Static PayID create: bad credentials → 401'],
	},
	{
		quote: '| Static PayID create: semantic validation failure | 422 |',
		hash: 'b2cb11473648',
		rows: ['Errors › Static PayID create: semantic validation failure → 422'],
	},
	{
		quote: '| Static PayID callback receiver | 200 accepted, 400, 401 |',
		hash: 'feec701b99dd',
		rows: [
			'Errors › Static PayID callback receiver → 200 accepted, 400, 401',
			'Errors › staticPayidReceiverStatuses 200',
			'Errors › staticPayidReceiverStatuses 400',
			'Errors › staticPayidReceiverStatuses 401',
		],
	},
	{
		quote: "| v1 balance endpoints: bad credentials | 401 with body {error: 'Unaut",
		hash: '6c454f4f61b6',
		rows: ["Errors › v1 balance endpoints: bad credentials → 401 {error: 'Unauthorized', message}"],
	},
	{
		quote: '| v1 balance history: from_date or to_date missing | 422 with body {er',
		hash: 'c9e77fd22089',
		rows: ["Errors › v1 balance history: from_date or to_date missing → 422 {error: 'UnprocessableEntity', message}"],
	},
	{
		quote: "| Authorise-STK (sandbox): not authorised | body {errors: {code: 'REQU",
		hash: '037764515995',
		rows: ["Errors › Authorise-STK: not authorised → {errors: {code: 'REQUIRE_LOGIN', message}}"],
	},
	{
		quote: '| v2 payin with transliterate and non-romaji name (jp_bank_jpy) | vali',
		hash: '206fbde5a2f6',
		rows: ['Errors › v2 payin with transliterate and non-romaji name → validation error'],
	},
	{
		quote: '| v1 AUD payout batch mixing payid and bsb/account_number | rejected |',
		hash: '54b3fe8dd0ee',
		rows: ['Errors › v1 AUD payout batch mixing payid and bsb/account_number → rejected'],
	},
	{
		quote: '| Mobile money prompt ignored or dismissed | payment becomes failed (n',
		hash: 'fb0d1477224f',
		rows: ['Errors › Mobile money prompt ignored or dismissed → payment becomes failed'],
	},
	{
		quote: '| Payout held by approvals then rejected | status Rejected (terminal, ',
		hash: '2997b9a1eb52',
		rows: ['Errors › Payout held by approvals then rejected → status Rejected'],
	},
	{
		quote: '| Webhook pay_code on failed card payment | error_code (example issuer',
		hash: '6eac22889b77',
		rows: [
			'Errors › Webhook pay_code on failed card payment → error_code (issuer_declined) and error_message',
			'Errors › Example code of a declined card: issuer_declined',
		],
	},
	{
		quote: 'The complete catalogue of error codes and the error bodies of most end',
		hash: '306cc105c81c',
		without: 'not shown',
		rows: [],
	},
	{
		quote: 'Status codes other than the ones above for the v2 and v3 endpoints: no',
		hash: 'acb94f7961b5',
		without: 'not shown',
		rows: [],
	},
	// Limits
	{
		quote: '| Access token lifetime | gateway link token | 3600 seconds |',
		hash: '315e82b349f9',
		rows: ['Limits › Access token lifetime: 3600 seconds'],
	},
	{
		quote: '| expires_in | v3 payin link | default 1800 s, minimum 900 s |',
		hash: 'f162b9020c06',
		rows: ['Limits › expires_in: default 1800 s', 'Limits › expires_in: minimum 900 s'],
	},
	{
		quote: '| expired_at | v2 payin, vn_<qr_scheme>_vnd only | at least 15 minutes',
		hash: '278a69407b07',
		rows: ['Limits › expired_at (vn_<qr_scheme>_vnd): at least 15 minutes in the future'],
	},
	{
		quote: '| Webhook retries | all webhooks | 3 retries, 15 minutes apart |',
		hash: '6de215e122ea',
		rows: ['Limits › Webhook retries: 3', 'Limits › Webhook retries: 15 minutes apart'],
	},
	{
		quote: '| Refund expiry | return_expired | 10 days |',
		hash: '616c90209d6b',
		rows: ['Limits › Refund expiry: 10 days'],
	},
	{
		quote: '| Partial refund timing | payin refund | full refund only right after ',
		hash: '92b50f10b8b9',
		rows: [
			'Limits › Partial refund: not before 30 minutes after completion',
			'Limits › Partial refund: by 60 minutes after completion',
		],
	},
	{
		quote: '| Payout description | v2 create payout | at least 5 characters |',
		hash: 'd8dd6b0b0522',
		rows: ['Limits › Payout description: at least 5 characters'],
	},
	{
		quote: '| Refund reason | v2 refund | at least 5 characters |',
		hash: '754a7bc55956',
		rows: ['Limits › Refund reason: at least 5 characters'],
	},
	{
		quote: '| Payout list period | payouts/all | up to 1 year |',
		hash: 'a9addbd427a4',
		rows: ['Limits › Payout list period: up to 1 year'],
	},
	{
		quote: '| Default page size | payins/all, v1 history | 20; page defaults to 1 ',
		hash: '4389b70f8216',
		rows: [
			'Limits › Default page size (payins/all, v1 history): 20',
			'Limits › page defaults to 1',
			'Limits › Balance history size: default 20',
		],
	},
	{
		quote: '| Balance history size | v2 | default 20 |',
		hash: 'c28aa305c844',
		rows: ['Limits › Balance history size: default 20'],
	},
	{
		quote: '| prefix_static_payid | static PayID | 3 to 35 characters |',
		hash: 'b8f055853c87',
		rows: ['Limits › prefix_static_payid: from 3 characters', 'Limits › prefix_static_payid: to 35 characters'],
	},
	{
		quote: '| Branch code | vn_bank_vnd payout | required above 300,000,000 VND or',
		hash: '55c844d67979',
		rows: ['Limits › Branch code: required above 300,000,000 VND or if bank requires'],
	},
	{
		quote: '| th_bank_thb payout amount | | 300 to 2,000,000 THB |',
		hash: '2ccc7e356f41',
		rows: ['Limits › th_bank_thb payout: from 300 THB', 'Limits › th_bank_thb payout: to 2,000,000 THB'],
	},
	{
		quote: '| ug_bank_ugx amount | payin and payout | 15,000 to 36,000,000 UGX |',
		hash: '12d50419bdf5',
		rows: [
			'Limits › ug_bank_ugx payin: from 15,000 UGX',
			'Limits › ug_bank_ugx payin: to 36,000,000 UGX',
			'Limits › ug_bank_ugx hosted checkout: from 15,000 UGX',
			'Limits › ug_bank_ugx hosted checkout: to 36,000,000 UGX',
			'Limits › ug_bank_ugx payout: from 15,000 UGX',
			'Limits › ug_bank_ugx payout: to 36,000,000 UGX',
		],
	},
	{
		quote: '| au_payid_npp_aud payout | | minimum 1 AUD |',
		hash: '59a037808c92',
		rows: ['Limits › au_payid_npp_aud payout: minimum 1 AUD'],
	},
	{
		quote: '| Card caps and floors | v3 | NZD and HKD card payments cap at 10,000;',
		hash: 'e6253dc08ca9',
		rows: [
			'Limits › NZD card payments cap at 10,000',
			'Limits › HKD card payments cap at 10,000',
			'Limits › MWK methods start at 2,000; mw_bank_mwk minimum 2,000 MWK',
		],
	},
	{
		quote: '| Per-method min_amount, max_amount | v2 and v3 | returned by the meth',
		hash: 'f1331a62e6d8',
		rows: ['Limits › Per-method min_amount, max_amount: returned by the methods endpoints'],
	},
	{
		quote: '| Settlement report file_url | reporting | pre-signed, valid 3 minutes',
		hash: 'd48594a4fb7a',
		rows: [
			'Limits › Settlement report file_url: pre-signed, valid 3 minutes',
			'Limits › file_url: fetch with plain GET without auth headers',
		],
	},
	{
		quote: '| Webhook endpoint TLS | all | TLS 1.2 or higher |',
		hash: 'b31db24dda49',
		rows: ['Limits › Webhook endpoint TLS: 1.2 or higher'],
	},
	{ quote: 'Rate limits: not shown.', hash: 'ae4ddaf5d13b', without: 'not shown', rows: [] },
	// Versioning
	{
		quote: 'Version is carried in the path prefix: `/v1`, `/v2`, `/v3`.',
		hash: 'd1ec9cc5053a',
		rows: ['Versioning › 1. Version is carried in the path prefix'],
	},
	{
		quote: 'Card and Cashback APIs have their own sections.',
		hash: 'c39127a65f8c',
		rows: [
			'Not shown by the specification › v2.cards.createPayment',
			'Not shown by the specification › v2.cards.capturePayment',
			'Not shown by the specification › v2.cards.refundPayment',
			'Not shown by the specification › v2.cards.list',
			'Not shown by the specification › v2.cards.detail',
			'Not shown by the specification › v2.cashbacks.activate',
			'Not shown by the specification › v2.cashbacks.deliver',
			'Not shown by the specification › v2.cashbacks.campaigns',
		],
	},
	{
		quote: 'The v1 reference carries the document version 1.0.11.',
		hash: '7248188852b5',
		rows: ['Versioning › 1. Version is carried in the path prefix'],
	},
	{
		quote: 'v1 covers AUD only; v2 covers all configured currencies; v3 is the hos',
		hash: 'df2755ccf90c',
		rows: ['Versioning › 2. v1 covers AUD only; v2 all configured currencies; v3 is the hosted checkout'],
	},
	{
		quote: 'v1 to v2 balance history changes: cursor and size instead of page and ',
		hash: '56aad0048630',
		rows: [
			'Versioning › 3. v1 to v2 balance history: cursor and size, timestamps, records, unsigned amount, fee breakdown',
		],
	},
	{
		quote: 'v2 to v3 differences: v2 uses top-level name and email, `expired_at` a',
		hash: '07cb4bf7661d',
		rows: [
			'Versioning › 4. v2 to v3: name, email, expired_at, payin_method_name become sender_info, expires_in, redirect_url, payin_method_code',
		],
	},
	{
		quote: 'Breaking changes announced: th_qrpay_thb request and pay_code shape re',
		hash: 'd5fe0bd5c591',
		rows: [
			'Versioning › 5. th_qrpay_thb: payment_url removed, qr_string used',
			'Versioning › 5. th_bank_thb identifies banks by SWIFT code',
			'Versioning › 5. v1 AUD batch payouts must use one addressing method per request',
		],
	},
	{
		quote: 'Additive changes: MWK and TZS in v2 and v3, failure redirects, failure',
		hash: '102f880adb08',
		rows: [
			'Supported v2 currencies (ISO 4217) › v2Currencies MWK',
			'Supported v2 currencies (ISO 4217) › v2Currencies TZS',
			'Method identifiers › v3PayinMethodCodes.MWK mw_mobile_money_mwk',
			'Method identifiers › v3PayinMethodCodes.MWK mw_bank_mwk',
			'Versioning › 6. TZS in v3',
			'v3: hosted checkout › v3.links.create body redirect_url.failure',
			'v2: create payin › schema redirectPayinParams failure_callback_url',
			'Static PayID callback object (PayIDObject) › notification payid metadata',
			'v1: one-time PayID › v1.oneTimePayid.create body metadata',
			'v1: sandbox deposit simulation (sandbox only) › v1.deposits.simulate',
			'v2: payout queries and actions › v2.transfers.simulate',
			'Payout batch status (v2) › created → approved by an Admin or Finance user in the portal → processing begins',
			'Payout batch status (v2) › created → rejected → Rejected (terminal; never processed)',
			'v2: payout methods › audPayoutMethodNames au_payid_npp_aud',
			'v2: create payout › schema auPayidPayoutParams pay_id',
			'v2: create payout › schema auPayidPayoutParams pay_id_type',
			'Supported v2 currencies (ISO 4217) › v2Currencies UGX',
			'Method identifiers › v3PayinMethodCodes.UGX ug_bank_ugx',
			'v2: contacts and reporting › v2.settlements.list',
		],
	},
	{
		quote: 'Deprecation schedule and compatibility guarantees: not shown.',
		hash: 'a818bf8acd91',
		without: 'not shown',
		rows: [],
	},
];
