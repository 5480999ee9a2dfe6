import { isPayment, payment } from '../payments';
import type { Source } from '../source';

/** Specification: Events, "Payin (v2)". Asked last: whatever is a payment and of no more special source. */
export const payin: Source = {
	...payment,
	name: 'payin',
	title: 'Payin',
	description: 'A payin changes its status: received, expired, refunded, disputed',
	recognises: isPayment,
};
