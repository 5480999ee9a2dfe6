import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { attempt, attemptNow } from '../../../../core/attempt';
import { daysIn } from '../../../../core/time/dates';
import { grouped } from '../../../../core/grouped';
import { nameKey } from '../../../../core/payments/payeeName';
import type { LedgerEntry } from '../../../../core/reconciliation/entries';
import { Matching } from '../../../../core/reconciliation/matching';
import type { Expectation } from '../../../../core/reconciliation/payments';
import { Explained } from '../../../../core/reconciliation/summary';
import { isBlankRow, isUnused } from '../../../../core/text/blankRow';
import { finish, TimeSlice } from '../../../service/time';
import { readOptions, withOptions } from '../../form/fields';
import { periodFields } from '../../form/filters';
import type { ItemCall } from '../../run/itemCall';
import type { ItemResult } from '../../run/lanes';
import type { Operation } from '../../operation';
import { currenciesOf } from '../balance/ownCurrency';
import { accountPeriodOf, readAccount } from './account';
import { findRecords, MOST_LOOK_UPS } from './lookUps';
import { lookBackField, lookBackOf, lookingBack, Records } from './records';
import { checkReports } from './settlements';

/** @param key the column that it takes, unless it is called as the field is */
const field = (displayName: string, name: string, description: string, key = name): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: `={{ $json.${key} }}`,
	description,
});

/** Which fields of an item say what is expected. */
const expectationFields: INodeProperties[] = [
	field('External ID', 'externalId', 'Your own reference of the payment, by which it is found', 'external_id'),
	{ ...field('Amount', 'amount', 'In the currency’s main unit, such as 1250.50'), required: true },
	field('Currency', 'currency', 'Code such as AUD. Left empty, it is not compared; several accounts need it.'),
	field('Kind', 'kind', 'Payin, payout or refund. Left empty, any of them.'),
	field('Payment ID', 'uuid', 'The uuid of the payment at the service, for a payment without External ID'),
	field('Date', 'date', 'Compared only with the option Guess'),
	field('Name', 'name', 'The payer or payee. Compared only with the option Guess.'),
];

/** The fields that tell one payment from others. */
const TELLING = ['externalId', 'uuid', 'amount', 'date', 'name'];

export const run: Operation = {
	value: 'run',
	name: 'Run',
	action: 'Run reconciliation',
	description: 'Compare payments that you expect, one per item, with what the account has moved',
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
					'How many requests may be spent on what is still missing: payins read one by one, because only they show refunds, and pages of earlier payouts',
			},
		),
	],
	async executeAll(items, goOn) {
		const rows = items.filter((item) => !isBlankItem(item));
		let blankRows = items.length - rows.length;
		// Blank rows name no account, so they are counted with whatever the others name.
		const { taken, failed } = await takeEach(rows.length > 0 ? rows : items, (item) => item.takeAccount());
		if (failed.length > 0 && !goOn) return failed;
		const results: ItemResult[][] = [];
		for (const part of grouped(taken, ({ run: account }) => account)) {
			const done = await attempt(() => reconcile(part, goOn, blankRows));
			blankRows = 0;
			if ('value' in done) results.push(done.value);
			else {
				results.push(part.map(({ index: item }) => ({ item, failure: done.failure })));
				if (!goOn) break;
			}
		}
		return [failed, ...results].flat();
	},
};

/**
 * Compares the payments that are expected of one account with what it has moved.
 * @param blankRows how many rows of the sheet were skipped
 */
async function reconcile(
	items: readonly [ItemCall, ...ItemCall[]],
	goOn: boolean,
	blankRows: number,
): Promise<ItemResult[]> {
	const [first] = items;
	const dayOf = daysIn(first.n8n.getTimezone());
	const isGuessing = first.parsedFlag(first.options.guess, 'Guess');
	const wantsReports = first.parsedFlag(first.options.includeSettlementReports, 'Include Settlement Reports');
	const matching = new Matching(nameKey);
	const { taken: asking, failed } = await takeEach(items, (item) => {
		const expectation = expectationOf(item, dayOf, isGuessing);
		if (expectation) matching.expect(expectation);
		return expectation;
	});
	if (failed.length > 0 && !goOn) return failed;

	const period = accountPeriodOf(first);
	let [entries, later]: LedgerEntry[][] = [[], []];
	const soon = period.to.getTime() + lookBackOf(first);
	const account = await readAccount(first, period, await currenciesOf(first), {
		take: (entry, before) => {
			if (!before) entries.push(entry);
		},
		// They may belong to records of the period.
		later: (entry) => {
			if (Date.parse(entry.created_at) <= soon) later.push(entry);
		},
		restart: () => ([entries, later] = [[], []]),
	});
	const read = { period: lookingBack(first, period), entries, later };
	const lookedUp = await findRecords(first, matching, new Records(period, dayOf), read);
	await finish(matching.attach(entries, later, dayOf));
	await finish(matching.match(isGuessing));

	const explained = new Explained();
	const expected = await finish(explained.rows(matching.expected()));
	const unexpected = await finish(explained.rows(matching.unexpected()));
	const reports = wantsReports ? await checkReports(first, period, entries, account.movements) : undefined;
	const summary: IDataObject = {
		kind: 'summary',
		from_date: period.from.toISOString(),
		to_date: period.to.toISOString(),
		expectations: expected.length,
		blank_rows: blankRows,
		...explained.present(account.movements),
		balance_is_exact: account.isExact,
		records_without_money: matching.withoutMoney,
		...lookedUp,
		...(reports && { settlement_reports: reports }),
	};
	const results = expected.map((json, place) => ({ item: asking[place]?.index ?? 0, items: [{ json }] }));
	const others = [...unexpected, summary].map((json) => ({ json, pairedItem: undefined }));
	const last = { item: items.at(-1)?.index ?? 0, items: others };
	return [...failed, ...results, last];
}

/** @returns the items of which something was taken, unless it was null, and those that failed */
async function takeEach(
	items: readonly ItemCall[],
	take: (item: ItemCall) => unknown,
): Promise<{ taken: ItemCall[]; failed: ItemResult[] }> {
	const [taken, failed]: [ItemCall[], ItemResult[]] = [[], []];
	const slice = new TimeSlice();
	for (const item of items) {
		const done = await attempt(() => take(item));
		if ('failure' in done) failed.push({ item: item.index, failure: done.failure });
		else if (done.value !== null) taken.push(item);
		if (slice.isOver) await slice.giveWay();
	}
	return { taken, failed };
}

/** Whether an item is a blank row of a sheet, of which the fields of the form show nothing either. */
function isBlankItem(item: ItemCall): boolean {
	if (!isBlankRow(item.n8n.getInputData()[item.index]?.json ?? {})) return false;
	const shown = attemptNow(() => TELLING.map((name) => item.value(name)));
	return 'value' in shown && shown.value.every(isUnused);
}

/**
 * What an item expects; null for an item without any data, and for a blank row.
 * @throws NodeOperationError when it cannot be compared
 */
function expectationOf(item: ItemCall, dayOf: (instant: Date) => string, mayGuess: boolean): Expectation | null {
	const json = item.n8n.getInputData()[item.index]?.json ?? {};
	if (Object.keys(json).length === 0 || isBlankItem(item)) return null;
	const [kind, currency] = [item.text('kind').toLowerCase(), item.text('currency').toUpperCase()];
	const [uuid, name] = [item.text('uuid'), item.text('name')];
	const externalId = item.reference(item.value('externalId'));
	const read = attemptNow(() => item.date('date', 'Date'));
	if ('failure' in read && mayGuess) throw read.failure;
	const date = 'value' in read ? read.value : undefined;
	if (externalId === '' && uuid === '' && !(mayGuess && date && name !== '')) {
		throw item.refusal(
			'External ID is empty',
			'Choose the field of the item that holds it. Without one, a Payment ID finds the payment, or, with the option Guess, its date and name.',
		);
	}
	if (kind !== '' && !['payin', 'payout', 'refund'].includes(kind)) {
		throw item.refusal(`Kind must be payin, payout or refund, not “${kind}”`, 'Correct the item, or leave Kind empty.');
	}
	if (currency !== '' && !/^[A-Z]{3,4}$/.test(currency)) {
		const message = `Currency must be a code such as AUD, not “${currency}”`;
		throw item.refusal(message, 'Write it like AUD, or leave it empty.');
	}
	if (currency === '' && item.run.accounts.length > 1) {
		throw item.refusal(
			'Currency is empty, and the credential holds several accounts',
			'Give each row its currency: it tells which account is compared.',
		);
	}
	return { externalId, uuid, kind, amount: item.amount('amount'), currency, day: date ? dayOf(date) : '', name };
}
