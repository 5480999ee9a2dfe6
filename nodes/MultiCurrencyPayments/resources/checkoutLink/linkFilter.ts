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
	const [ofExternalId, ofStatus] = [new Showing('external ID'), new Showing('status')];
	const passes = (wanted: unknown, shown: unknown) =>
		wanted === undefined || !isShown(shown) || String(shown).toLowerCase() === String(wanted).toLowerCase();

	function hasExternalId(link: ShownLink): boolean {
		if (externalId === undefined) return true;
		const is = shownKey(metadataOf(link)?.external_id) === externalId;
		ofExternalId.note(showsMetadata(link), is);
		return is;
	}

	/** A link that shows no status counts as `pending`: its payment has not begun. */
	function hasStatus(link: ShownLink): boolean {
		if (status === undefined) return true;
		const { status: shown } = paymentOf(link);
		const is = passes(status, isShown(shown) ? shown : 'pending');
		ofStatus.note(isShown(shown), is);
		return is;
	}

	return {
		keeps: (link) =>
			hasExternalId(link) &&
			hasStatus(link) &&
			passes(code, link.payin_method_code) &&
			mayBeWithin(period, ...timesIn(link), ...timesIn(link.transaction_info)),
		/** By what links were left out although they may be the ones asked for; empty when none were. */
		get hidden() {
			return ofExternalId.hidden || ofStatus.hidden;
		},
	};
}

/** Whether a list shows something of its links. Where no link does, the list may hide it. */
class Showing {
	private isShown = false;
	private hasLeftOut = false;

	constructor(private readonly what: string) {}

	note(isShown: boolean, isKept: boolean): void {
		this.isShown ||= isShown;
		this.hasLeftOut ||= !isShown && !isKept;
	}

	get hidden(): string {
		return this.hasLeftOut && !this.isShown ? this.what : '';
	}
}
