import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { attempt } from '../../../core/attempt';
import { inParallel } from '../../../core/service/parallelPages';
import { labelOfMethod, withSeparators } from '../../../core/text/words';
import { readCheckoutMethods } from '../../service/checkoutLinks';
import { readMethod, readMethods, type MethodKind } from '../../service/methods';
import type { SettlementReport } from '../../../contract';
import { LANES } from '../../service/lists';
import { identifyReport, reportPages } from '../../service/settlements';
import { askAllForEditor, askForEditor } from './designTime';
import { limitsInWords } from './methodParameters';
import { asText } from '../../../core/text/values';

/** Stands for the newest settlement report, so that a workflow need not name one. */
export const NEWEST_REPORT = 'latest';

/** Lists that the editor fills from the service; fields name them as their `searchListMethod`. */
export const listSearch = {
	searchPayinMethods: methodChoices('payin'),
	searchPayoutMethods: methodChoices('payout'),

	/** The methods of the hosted page; the empty value lets the customer choose. */
	async searchCheckoutMethods(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		const { records } = await askForEditor(this, readCheckoutMethods);
		const choices = records.map(({ payin_method_code: code, payin_method_name: name, currency }) => ({
			name: `${name} (${code}, ${currency})`,
			value: code,
		}));
		return { results: matching([{ name: 'All Methods', value: '' }, ...choices.sort(byName)], filter) };
	},

	/** One page of reports; n8n asks for the next one when the user scrolls. */
	async searchSettlementReports(
		this: ILoadOptionsFunctions,
		filter?: string,
		cursor?: string,
	): Promise<INodeListSearchResult> {
		const page = await askForEditor(
			this,
			async (client) => await reportPages(client)(cursor && (JSON.parse(cursor) as string | number)),
		);
		const results = page.records.map((report) => ({ name: reportTitle(report), value: identifyReport(report) }));
		const newest = { name: 'Newest Report', value: NEWEST_REPORT };
		return {
			results: matching(cursor === undefined ? [newest, ...results] : results, filter),
			paginationToken: page.next === null ? undefined : JSON.stringify(page.next),
		};
	},
};

/** The title of a report. The specification shows only the frequency of its metadata, so the rest may be missing. */
function reportTitle(report: Partial<SettlementReport> & Pick<SettlementReport, 'id'>): string {
	const [name, frequency, end] = [report.file_name, report.report_frequency, report.period_end].map(asText);
	const about = [frequency, end && `to ${end.slice(0, 10)}`].filter(Boolean).join(', ');
	return `${name || `Report ${report.id}`}${about && ` (${about})`}`;
}

function methodChoices(kind: MethodKind) {
	return async function (this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		const methods = await askAllForEditor(this, async (client) => {
			const named = (await readMethods(client, kind)).map((method) => {
				const value = method[`${kind}_method_name`] ?? '';
				return { name: labelOfMethod(value, method.currency), value };
			});
			const choices = matching(named, filter);
			await inParallel(choices, LANES, async (choice) => {
				// A method whose record cannot be read can be chosen all the same.
				const read = await attempt(() => readMethod(client, kind, choice.value));
				if ('value' in read) choice.name = labelOfMethod(choice.value, limitsInWords(read.value, withSeparators));
			});
			return choices;
		});
		// In the order of their words, which is the same for payins and payouts, whatever order the service has.
		return { results: methods.flat().sort(byName) };
	};
}

const byName = (one: { name: string }, other: { name: string }): number => one.name.localeCompare(other.name, 'en');

function matching<T extends { name: string }>(choices: T[], filter = ''): T[] {
	const wanted = filter.trim().toLowerCase();
	return choices.filter(({ name }) => name.toLowerCase().includes(wanted));
}
