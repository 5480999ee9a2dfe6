import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { explain } from '../../service/explain';
import type { MethodKind } from '../../service/methods';
import { readMethods } from '../../service/methods';
import { openClient } from '../../service/openClient';
import { readCheckoutMethods } from '../resources/checkoutLink/checkoutMethods';
import { reportPages } from '../resources/settlementReport/reports';

/** Pickers filled by the service. A failure is told in the list, in the words the node itself would use. */
export const listSearch = {
	async searchPayinMethods(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		return await methodChoices(this, 'payin', filter);
	},

	async searchPayoutMethods(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		return await methodChoices(this, 'payout', filter);
	},

	/** The methods of the hosted page; the empty value lets the customer choose. */
	async searchCheckoutMethods(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		const { records } = await told(this, async () => await readCheckoutMethods(await openClient(this)));
		const choices = records.map(({ payin_method_code: code, payin_method_name: name, currency }) => ({
			name: `${name} (${code}, ${currency})`,
			value: code,
		}));
		return { results: matching([{ name: 'All Methods', value: '' }, ...choices], filter) };
	},

	/** A page of reports at a time; n8n asks for the next one when the user scrolls. */
	async searchSettlementReports(
		this: ILoadOptionsFunctions,
		filter?: string,
		cursor?: string,
	): Promise<INodeListSearchResult> {
		const page = await told(this, async () => await reportPages(await openClient(this))(cursor));
		const results = page.records.map(({ id, file_name, report_frequency, period_end }) => ({
			name: `${file_name} (${report_frequency}, to ${period_end.slice(0, 10)})`,
			value: id,
		}));
		const newest = { name: 'Newest Report', value: 'latest' };
		return {
			results: matching(cursor === undefined ? [newest, ...results] : results, filter),
			paginationToken: page.next === null ? undefined : String(page.next),
		};
	},
};

async function methodChoices(
	context: ILoadOptionsFunctions,
	kind: MethodKind,
	filter?: string,
): Promise<INodeListSearchResult> {
	const methods = await told(context, async () => await readMethods(await openClient(context), kind));
	const choices = methods.map((method) => {
		const value = method[`${kind}_method_name`] ?? '';
		return { name: `${value} (${method.currency})`, value };
	});
	return { results: matching(choices, filter) };
}

function matching<T extends { name: string }>(choices: T[], filter = ''): T[] {
	const wanted = filter.trim().toLowerCase();
	return choices.filter(({ name }) => name.toLowerCase().includes(wanted));
}

async function told<T>(context: ILoadOptionsFunctions, work: () => Promise<T>): Promise<T> {
	return await work().catch((failure: unknown) => Promise.reject(explain(failure, context.getNode())));
}
