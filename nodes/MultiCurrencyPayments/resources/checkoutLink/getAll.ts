import type { IDataObject } from 'n8n-workflow';
import { shownKey } from '../../../../core/payments/match';
import { readList } from '../../../../core/service/paging';
import { isShown } from '../../../../core/service/payload';
import { linkPages, metadataOf, paymentOf, showsMetadata, type ShownLink } from '../../../service/checkoutLinks';
import { identifyRecord, pageSizeFor } from '../../../service/lists';
import { periodQuery, type OpenPeriod } from '../../../service/period';
import { recordOptions, textField } from '../../form/fields';
import {
	externalIdFilter,
	filterPeriod,
	filtersField,
	fromDateFilter,
	limitOf,
	mayBeWithin,
	payinStatusFilter,
	returnAllFields,
	timesIn,
	toDateFilter,
} from '../../form/filters';
import { presentAll } from '../../form/presentation';
import type { Operation } from '../../operation';
import { presentLink } from './linkRecord';

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many checkout links',
	description: 'List checkout links with the status of their payments, for reconciliation',
	properties: [
		...returnAllFields,
		filtersField(
			externalIdFilter('links whose metadata has exactly this external_id'),
			fromDateFilter,
			textField('Payin Method Code', 'payinMethodCode', 'e.g. au_card_aud', {
				description:
					'Only links for this method. Whether it shows those made for all methods too, the service decides.',
			}),
			payinStatusFilter('links whose payment has this status'),
			toDateFilter,
		),
		...recordOptions(),
	],
	async execute(item) {
		const { status, payinMethodCode, externalId } = item.filters;
		const limit = limitOf(item);
		const period = filterPeriod(item);
		const filters = {
			...periodQuery(period),
			status: item.parsedText(status, 'Status').toLowerCase() || undefined,
			payin_method_code: item.parsedText(payinMethodCode, 'Payin Method Code') || undefined,
			external_id: item.reference(externalId) || undefined,
		};
		const chosen = linkFilter(filters, period);
		const pages = linkPages(item.client, filters, pageSizeFor(limit));
		const links = await readList(pages, identifyRecord, limit, chosen.keeps);
		const { hidden } = chosen;
		if (hidden !== '') {
			throw item.refusal(
				`The service does not show the ${hidden} of its links, so it cannot be filtered by`,
				`Leave the filter ${hidden === 'status' ? 'Status' : 'External ID'} empty, or look for the link in the merchant dashboard.`,
			);
		}
		return await presentAll(links, (link) => presentLink(item, link));
	},
};

/**
 * Applies the filters to the answered list again: the specification says that the list can be filtered, but not by what,
 * and the service might ignore a filter. A link that does not show a field passes, except that an external ID must show.
 */
function linkFilter(
	filters: IDataObject,
	period: OpenPeriod,
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
