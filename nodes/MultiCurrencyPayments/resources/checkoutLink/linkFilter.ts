import type { IDataObject } from 'n8n-workflow';
import type { ShownLink } from '../../../service/checkoutLinks';
import { shownKey } from '../../../../core/paymentMatch';
import { mayBeWithin, timesIn } from '../../form/filters';
import { metadataOf, paymentOf } from '../../../service/checkoutLinks';

/**
 * Applies the filters to the answered list again: the specification says that the list can be filtered, but not by what,
 * and the service might ignore a filter. A link that does not show a field passes, except that an external ID must show.
 */
export function linkFilter(filters: IDataObject): { keeps: (link: ShownLink) => boolean; readonly hidden: number } {
	const { status, payin_method_code: code, external_id: externalId } = filters;
	let hidden = 0;
	let isShown = false;
	const passes = (wanted: unknown, shown: unknown) =>
		wanted === undefined || shown === undefined || String(shown).toLowerCase() === String(wanted).toLowerCase();

	function hasExternalId(link: ShownLink): boolean {
		if (externalId === undefined) return true;
		const metadata = metadataOf(link);
		if (metadata === undefined) hidden += 1;
		else isShown = true;
		return shownKey(metadata?.external_id) === externalId;
	}

	return {
		/** A link that shows no status counts as `pending`: its payment has not begun. */
		keeps: (link) =>
			hasExternalId(link) &&
			passes(status, paymentOf(link).status ?? 'pending') &&
			passes(code, link.payin_method_code) &&
			mayBeWithin(filters, ...timesIn(link), ...timesIn(link.transaction_info)),
		/** How many links were left out although they may be the ones asked for. */
		get hidden() {
			return isShown ? 0 : hidden;
		},
	};
}
