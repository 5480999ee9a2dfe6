import type { PayidObject } from '../../contract/payids';
import { formatMoney, shareOf, type Money } from '../ledger/money';

/** Goods and services tax of Australia, in basis points. */
const GST_BASIS_POINTS = 1_000;

/** Share of a PayID payment the service keeps, in basis points. */
export const PAYID_FEE_BASIS_POINTS = 100;

/** The tax on an AUD amount: a tenth when GST applies. */
export const gstOn = (amount: Money, gst: boolean): Money => (gst ? shareOf(amount, GST_BASIS_POINTS, 'AUD') : 0n);

/** The amounts of a PayID object: `amount` without tax, `total` with it (specification: PayIDObject). */
export function payidAmounts(
	amount: Money,
	gst: boolean,
): Pick<PayidObject, 'gst' | 'amount' | 'gst_amount' | 'total'> {
	const tax = gstOn(amount, gst);
	return { gst, amount: formatMoney(amount), gst_amount: formatMoney(tax), total: formatMoney(amount + tax) };
}
