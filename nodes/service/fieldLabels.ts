import { labelOfKey } from '../../core/text/words';

/** Fields whose label in the form is not simply their name in words. */
export const LABELS: Readonly<Record<string, string>> = {
	child_uuid: 'Transaction ID',
	dob: 'Date of Birth',
	expired_at: 'Expires At',
	expires_in: 'Expires In (Seconds)',
	failure: 'Failure URL',
	file: 'Input Binary Field',
	is_retry: 'Retry Until Funded',
	meta_data: 'Metadata',
	order_success_url: 'Success URL',
	payin_method_code: 'Payin Method',
	payin_method_name: 'Payin Method',
	payin_method_params: 'Method Parameters',
	payout_method_name: 'Payout Method',
	payout_method_params: 'Method Parameters',
	prefix_static_payid: 'Prefix of the PayID',
	qr_content: 'QR Text',
	qr_image: 'Input Binary Field',
	reg_no: 'Registration Number',
	success: 'Success URL',
	zip_code: 'Postal Code',
};

/** Fields whose label depends on the request. */
export const LABELS_OF_REQUESTS: readonly (readonly [path: RegExp, labels: Readonly<Record<string, string>>])[] = [
	[/\/payins$/, { name: 'Customer Name', email: 'Customer Email' }],
	[/\/payin_links$/, { email: 'Customer Email' }],
	[/\/refund$/, { description: 'Reason' }],
	[/\/confirm_otp$/, { code: 'OTP' }],
	[/\/simulate$/, { status: 'Outcome' }],
	[/\/contacts$/, { type: 'Contact Type' }],
	[/\/payins\//, { uuid: 'Payin' }],
	[/\/payouts\//, { uuid: 'Payout' }],
	[/\/payin_links\//, { uuid: 'Checkout Link' }],
	[/\/transfers\//, { uuid: 'Balance ID' }],
];

/**
 * The form's label of a field that the service refuses.
 * @param path of the request, such as `/v2/payouts`
 * @param field the service's name for it, with or without its place in the body: `payout_transaction_details[0].bsb`
 */
export function formLabel(path: string, field: string): string {
	const key = field.replace(/\[\d+\]/g, '').replace(/^.*\.(?!\d+$)/, '');
	const ofRequest = LABELS_OF_REQUESTS.find(([pattern, labels]) => key in labels && pattern.test(path))?.[1][key];
	return ofRequest ?? LABELS[key] ?? labelOfKey(key);
}
