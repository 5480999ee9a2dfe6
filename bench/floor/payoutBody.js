/** The body of a request that pays these payees. */
exports.bodyOf = (payees) => ({
	payout_method_name: 'au_payid_npp_aud',
	currency: 'AUD',
	description: 'Wages of March',
	external_id: payees[0].external_id,
	payout_transaction_details: payees.map((payee) => ({
		first_name: payee.first,
		last_name: payee.last,
		email: payee.email,
		amount: payee.amount,
		payout_method_params: { pay_id: payee.payid, pay_id_type: payee.payidType },
		external_id: payee.external_id,
	})),
	webhook_notification: { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'not needed here' },
});
