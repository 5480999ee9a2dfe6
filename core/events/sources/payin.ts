import { isPayment, isShownPayment, payment } from '../payments';
import type { Source } from '../source';

/** Specification: Events, "Payin (v2)". Asked last: it takes every payment that no other source recognises. */
export const payin: Source = {
	...payment,
	name: 'payin',
	title: 'Payin',
	action: 'On payin status',
	description: 'A payin changes its status: received, expired, refunded, disputed',
	shows: isShownPayment,
	recognises: isPayment,
};
