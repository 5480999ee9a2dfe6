import type { IDataObject } from 'n8n-workflow';
import { shownKey } from '../../../../core/payments/match';
import { isShown } from '../../../../core/service/payload';
import { metadataOf, paymentOf, showsMetadata, type ShownLink } from '../../../service/checkoutLinks';
import { mayBeWithin, timesIn } from '../../form/filters';

/**
 * Applies the filters to the answered list again: the specification says that the list can be filtered, but not by what,
 * and the service might ignore a filter. A link that does not show a field passes, except that an external ID must show.
 */
export function linkFilter(
	filters: IDataObject,
	period: Parameters<typeof mayBeWithin>[0],
): { keeps: (link: ShownLink) => boolean; readonly hidden: string } {
	const { status, payin_method_code: code, external_id: externalId } = filters;
	/** What some link shows, and by what links that do not show it were left out. */
	const [shownOfOne, leftOutBy] = [new Set<string>(), new Set<string>()];
	function noted(what: 'external ID' | 'status', isShown: boolean, isKept: boolean): boolean {
		if (isShown) shownOfOne.add(what);
		else if (!isKept) leftOutBy.add(what);
		return isKept;
	}
	const passes = (wanted: unknown, shown: unknown) =>
		wanted === undefined || !isShown(shown) || String(shown).toLowerCase() === String(wanted).toLowerCase();

	const hasExternalId = (link: ShownLink): boolean =>
		externalId === undefined ||
		noted('external ID', showsMetadata(link), shownKey(metadataOf(link)?.external_id) === externalId);

	/** A link that shows no status counts as `pending`: its payment has not begun. */
	function hasStatus(link: ShownLink): boolean {
		if (status === undefined) return true;
		const { status: shown } = paymentOf(link);
		return noted('status', isShown(shown), passes(status, isShown(shown) ? shown : 'pending'));
	}

	return {
		keeps: (link) =>
			hasExternalId(link) &&
			hasStatus(link) &&
			passes(code, link.payin_method_code) &&
			mayBeWithin(period, ...timesIn(link), ...timesIn(link.transaction_info)),
		/** By what links were left out although they may be the ones asked for; empty when none were. */
		get hidden() {
			return [...leftOutBy].find((what) => !shownOfOne.has(what)) ?? '';
		},
	};
}
