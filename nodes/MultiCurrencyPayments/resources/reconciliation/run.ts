import type { IDataObject } from 'n8n-workflow';
import { attempt } from '../../../../core/attempt';
import { daysIn } from '../../../../core/dates';
import { grouped } from '../../../../core/grouped';
import { nameKey } from '../../../../core/payeeName';
import type { LedgerEntry } from '../../../../core/reconciliation/entries';
import { Matching } from '../../../../core/reconciliation/matching';
import { TimeSlice } from '../../../service/timeSlice';
import { readOptions, withOptions } from '../../form/fields';
import { periodFields, periodOf } from '../../form/filters';
import type { ItemCall } from '../../form/itemCall';
import type { ItemResult, Operation } from '../../operation';
import { currenciesOf } from '../balance/ownCurrency';
import { readAccount } from './account';
import { expectationFields, expectationOf } from './expectations';
import { lookBackField, lookingBack, readPayins, readRecords, Records } from './records';
import { checkReports } from './settlements';
import { Explained, presentResult } from './summary';

const MOST_LOOK_UPS = 1000;

export const run: Operation = {
	value: 'run',
	name: 'Run',
	action: 'Run reconciliation',
	description: 'Moves no money. Compare payments that you expect, one per item, with what the account has moved.',
	properties: [
		...periodFields,
		...expectationFields,
		withOptions(
			readOptions,
			{
				displayName: 'Guess',
				name: 'guess',
				type: 'boolean',
				default: false,
				description: 'Whether to match what is left by amount, day and name. Such an item says guess: true.',
			},
			{
				displayName: 'Include Settlement Reports',
				name: 'includeSettlementReports',
				type: 'boolean',
				default: false,
				description:
					'Whether to compare the reports of the period with the balance history. Takes one file per report.',
			},
			lookBackField,
			{
				displayName: 'Most Look-Ups',
				name: 'mostLookUps',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: MOST_LOOK_UPS,
				description:
					'How many payins may be read one by one, a request each. Only they show refunds, and only while an expected payin or refund is still missing.',
			},
		),
	],
	async executeAll(items, goOn) {
		const failed: ItemResult[] = [];
		const taking: ItemCall[] = [];
		for (const item of items) {
			const taken = await attempt(async () => await item.takeAccount());
			if ('value' in taken) taking.push(item);
			else failed.push({ item: item.index, failure: taken.failure });
		}
		if (failed.length > 0 && !goOn) return failed;
		const results: ItemResult[][] = [];
		for (const part of grouped(taking, ({ run: account }) => account)) results.push(await reconcile(part, goOn));
		return [failed, ...results].flat();
	},
};

/** Compares the payments that are expected of one account with what it has moved. */
async function reconcile(items: readonly [ItemCall, ...ItemCall[]], goOn: boolean): Promise<ItemResult[]> {
	const [first] = items;
	const dayOf = daysIn(first.n8n.getTimezone());
	const options = first.collection('options');
	const matching = new Matching(nameKey);
	const results: ItemResult[] = [];
	const asking: ItemCall[] = [];
	const slice = new TimeSlice();
	for (const item of items) {
		const read = await attempt(async () => expectationOf(item, dayOf, options.guess === true));
		if ('failure' in read) results.push({ item: item.index, failure: read.failure });
		else if (read.value) {
			matching.expect(read.value);
			asking.push(item);
		}
		if (slice.isOver) await slice.giveWay();
	}
	if (results.length > 0 && !goOn) return results;

	const period = periodOf(first);
	let entries: LedgerEntry[] = [];
	const currencies = await currenciesOf(first);
	const take = (entry: LedgerEntry) => void entries.push(entry);
	const account = await readAccount(first, period, currencies, take, () => (entries = []));
	const records = new Records(period.from.getTime(), dayOf);
	const lacking = { facts: new Set<string>(), reference: new Set<string>() };
	await readRecords(first, lookingBack(first, period), records, (record) => {
		matching.add(record);
		if (record.lacks) lacking[record.lacks].add(record.uuid);
	});
	const leftOut = await lookUp(first, matching, entries, records, lacking);
	for (const entry of entries) {
		matching.attach(entry, dayOf(entry.created_at));
		if (slice.isOver) await slice.giveWay();
	}
	await finish(matching.match(options.guess === true));

	const explained = new Explained();
	let place = 0;
	for (const result of matching.expected()) {
		explained.add(result.verdict, result.found?.entries ?? []);
		// There are as many results as expectations.
		results.push({ item: asking[place++]?.index ?? 0, items: [{ json: presentResult(result) }] });
		if (slice.isOver) await slice.giveWay();
	}
	const others: { json: IDataObject; pairedItem: undefined }[] = [];
	for (const result of matching.unexpected()) {
		if (slice.isOver) await slice.giveWay();
		if (!result) continue;
		explained.add(result.verdict, result.found?.entries ?? []);
		others.push({ json: presentResult(result), pairedItem: undefined });
	}
	const reports =
		options.includeSettlementReports === true
			? await checkReports(first, period, entries, account.movements)
			: undefined;
	const summary: IDataObject = {
		kind: 'summary',
		from_date: period.from.toISOString(),
		to_date: period.to.toISOString(),
		expectations: place,
		...explained.present(account.movements),
		balance_is_exact: account.isExact,
		records_without_money: matching.withoutMoney,
		look_ups_left_out: leftOut,
		...(reports && { settlement_reports: reports as unknown as IDataObject[] }),
	};
	others.push({ json: summary, pairedItem: undefined });
	return [...results, { item: items.at(-1)?.index ?? 0, items: others }];
}

/** Runs a generator to its end, and lets n8n serve others meanwhile. */
async function finish<T>(steps: Generator<unknown, T>): Promise<T> {
	const slice = new TimeSlice();
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
		if (slice.isOver) await slice.giveWay();
	}
}

/**
 * Reads the payins whose status or amount no list has shown and, while something expected is missing, those that entries
 * name, those that were refunded and those without their external ID. @returns how many were left out
 */
async function lookUp(
	item: ItemCall,
	matching: Matching,
	entries: readonly LedgerEntry[],
	records: Records,
	lacking: Record<'facts' | 'reference', ReadonlySet<string>>,
): Promise<number> {
	const { mostLookUps = MOST_LOOK_UPS } = item.collection('options');
	const most = Math.max(0, Number(mostLookUps));
	const named = new Set(lacking.facts);
	if (await finish(matching.lacksAny())) {
		const slice = new TimeSlice();
		for (const { transaction_type: type, reference_id } of entries) {
			if (type === 'refund' || (type === 'payment' && !matching.has(reference_id))) named.add(reference_id);
			if (slice.isOver) await slice.giveWay();
		}
		for (const uuid of lacking.reference) named.add(uuid);
	}
	const uuids = [...named];
	await readPayins(item, uuids.slice(0, most), records, (record) => matching.add(record));
	return Math.max(0, uuids.length - most);
}
