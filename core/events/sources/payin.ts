import { isPayment, payment } from '../payments';
import type { Source } from '../source';

/** Specification: Events, "Payin". Whatever is a payment, and of no source that shows more of what it is. */
export const payin: Source = {
	...payment,
	name: 'payin',
	title: 'Payin',
	description: 'A payin changes its status: received, expired, refunded, disputed',
	recognises: isPayment,
};
