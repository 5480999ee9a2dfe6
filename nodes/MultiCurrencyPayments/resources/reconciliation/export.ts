import type { IBinaryData } from 'n8n-workflow';
import { daysIn } from '../../../../core/time/dates';
import { subtractAmounts, sumAmounts } from '../../../../core/money';
import { ListChangedError, PagingError, untilItHoldsStill } from '../../../../core/service/paging';
import { placeIn } from '../../../../core/reconciliation/books';
import {
	statementEntry,
	statementHead,
	statementTail,
	type StatementHeader,
} from '../../../../core/reconciliation/camt';
import { Details } from '../../../../core/reconciliation/details';
import { ledgerEntry, type LedgerEntry } from '../../../../core/reconciliation/entries';
import {
	BANK_COLUMNS,
	balanceRow,
	BankRows,
	STATEMENT_COLUMNS,
	statementRow,
	type Line,
} from '../../../../core/reconciliation/lines';
import { aheadOf, type Period } from '../../../service/period';
import { TimeSlice } from '../../../service/time';
import { csvFormFields, csvFormOf, type CsvForm } from '../../files/recordLines';
import { outputFieldOf, outputFileField, storePieces, storeRecords } from '../../files/outputFile';
import { currencyField, readOptions, textField, withOptions } from '../../form/fields';
import { periodFields } from '../../form/filters';
import { checkedIdentifier } from '../../form/identifiers';
import type { ItemCall } from '../../run/itemCall';
import type { Operation } from '../../operation';
import { ownCurrency } from '../balance/ownCurrency';
import { entriesOf } from '../balance/windows';
import { accountPeriodOf, readAccount } from './account';
import { lookBackField, lookingBack, readLinks, readRecords, Records } from './records';

/** What the file holds: what came in, and what went out, in all. */
interface Statement extends Pick<StatementHeader, 'movement' | 'credits' | 'debits'> {
	period: Period;
	isExact: boolean;
	details: Details;
	/** The number of the account in CAMT.053. */
	account: string;
}

export const exportStatement: Operation = {
	value: 'export',
	name: 'Export',
	action: 'Export reconciliation statement',
	description: 'Write a statement of the account for accounting: gross, fee, tax and net, with balances',
	properties: [
		{
			displayName: 'Format',
			name: 'format',
			type: 'options',
			options: [
				{ name: 'Bank Statement CSV', value: 'bankCsv', description: 'Date, Amount, Payee, Description and Reference' },
				{ name: 'CAMT.053 XML', value: 'camt053', description: 'Bank statement of ISO 20022, camt.053.001.08' },
				{ name: 'CSV', value: 'csv', description: 'One row per entry with all amounts, between both balances' },
			],
			default: 'csv',
		},
		currencyField('the currency of the account'),
		...periodFields,
		outputFileField,
		withOptions(
			readOptions,
			textField('Account', 'account', 'e.g. 12345678', {
				displayOptions: { show: { '/format': ['camt053'] } },
				description:
					'The number by which your accounting software knows the account. Left out, it is PAYMENTS- and the currency.',
			}),
			...csvFormFields({ hide: { '/format': ['camt053'] } }),
			{
				displayName: 'Include Details',
				name: 'includeDetails',
				type: 'boolean',
				default: true,
				description:
					'Whether to read payins, payouts and checkout links as well: external IDs, names and tax come from them. Without them, fewer requests are needed.',
			},
			lookBackField,
		),
	],
	async execute(item) {
		const field = outputFieldOf(item);
		const period = accountPeriodOf(item);
		const format = item.choice('format', 'Format', ['csv', 'bankCsv', 'camt053']);
		const form = csvFormOf(item);
		const given = format === 'camt053' ? item.reference(item.options.account, 'Account') : '';
		const named = checkedIdentifier(item, given, 'Account');
		const isDetailed = item.parsedFlag(item.options.includeDetails ?? true, 'Include Details');
		let details: Details | undefined = isDetailed ? undefined : new Details();
		const currency = item.text('currency').toUpperCase() || (await ownCurrency(item));
		// ISO 20022 takes codes of three letters; a shortened one would name another currency.
		if (format === 'camt053' && !/^[A-Z]{3}$/.test(currency))
			throw item.refusal(`CAMT.053 cannot name the currency ${currency}`, 'Choose CSV as Format.');
		const account = named || `PAYMENTS-${currency}`;
		return await untilItHoldsStill(async () => {
			const read = await readStatement(item, period, currency);
			const known = (details ??= await detailsOf(item, period));
			const statement = { ...read, details: known, account };
			const binary = await write(item, format, form, statement).catch((failure: unknown) => {
				throw failure instanceof OtherBooksError ? new ListChangedError(failure.message) : failure;
			});
			const [from_date, to_date] = [period.from.toISOString(), period.to.toISOString()];
			const json = { from_date, to_date, ...read.movement, balance_is_exact: read.isExact };
			return [{ json, binary: { [field]: binary } }];
		});
	},
};

async function readStatement(item: ItemCall, period: Period, currency: string) {
	const nothing = () => ({ entries: 0, sum: '0' });
	let [credits, debits] = [nothing(), nothing()];
	const count = ({ in_balance, currency: other, net }: LedgerEntry, one = 1) => {
		if (!in_balance || other !== currency) return;
		const side = net.startsWith('-') ? debits : credits;
		side.entries += one;
		side.sum = one > 0 ? sumAmounts([side.sum, net]) : subtractAmounts(side.sum, [net]);
	};
	const { movements, isExact } = await readAccount(item, period, [currency], {
		take: (entry, before) => {
			if (before) count(before, -1);
			count(entry);
		},
		restart: () => ([credits, debits] = [nothing(), nothing()]),
	});
	const movement = movements.find((each) => each.currency === currency);
	if (!movement)
		throw item.refusal(`The account has no balance in ${currency}`, 'Correct Currency, or leave it empty.');
	return { period, movement, credits, debits, isExact };
}

async function write(item: ItemCall, format: string, form: CsvForm, statement: Statement): Promise<IBinaryData> {
	const { period, movement, account } = statement;
	const { currency, opening_balance, closing_balance } = movement;
	const lines = () => linesOf(item, statement);
	const dayOf = daysIn(item.n8n.getTimezone());
	const name = `statement-${currency}-${dayOf(period.from)}-${dayOf(period.to)}`;
	if (format === 'camt053') {
		// The ends in 14 digits.
		const ends = [period.from, period.to].map((end) => end.toISOString().replace(/\D/g, '').slice(0, 14));
		const named = { id: [currency, ...ends].join('-'), account, createdAt: new Date() };
		const head = statementHead({ ...statement, ...period, ...named }, dayOf);
		async function* xml() {
			yield Buffer.from(head);
			for await (const page of lines()) yield Buffer.from(page.map((line) => statementEntry(line, dayOf)).join(''));
			yield Buffer.from(statementTail(movement));
		}
		return await untilItHoldsStill(() => storePieces(item, xml(), `${name}.xml`, 'application/xml'));
	}
	const isBank = format === 'bankCsv';
	async function* pages() {
		const bank = new BankRows();
		if (!isBank) yield [balanceRow('opening_balance', period.from, currency, opening_balance)];
		for await (const page of lines()) {
			yield isBank ? page.flatMap((line) => bank.rowsOf(line, dayOf(line.entry.created_at))) : page.map(statementRow);
		}
		if (isBank) return;
		yield [balanceRow('closing_balance', period.to, currency, closing_balance)];
		if (movement.entries_waiting > 0) yield [balanceRow('waiting', period.to, currency, movement.waiting_net)];
	}
	const { binary } = await storeRecords(item, {
		...{ name, format: 'csv', columns: isBank ? BANK_COLUMNS : STATEMENT_COLUMNS },
		...{ form, pages },
	});
	return binary;
}

/** The entries are not those of which the balances were made: the balances have to be read again. */
class OtherBooksError extends PagingError {}

/** Lines that are made into text at once, so that n8n can serve others between. */
const LINES_AT_ONCE = 200;

/** What the records of a period say. @throws {ServiceFailure} {PagingError} */
async function detailsOf(item: ItemCall, period: Period): Promise<Details> {
	const [details, records, whole] = [new Details(), new Records(period, () => ''), lookingBack(item, period)];
	await readRecords(item, whole, records, (record) => details.add(record));
	await readLinks(item, whole, (link) => details.add(records.link(link)));
	return details;
}

/**
 * The entries of a period that have changed the balance, in the service's order.
 * @throws {OtherBooksError} at the end, when they do not add up to its movement
 */
async function* linesOf(item: ItemCall, { period, movement, details }: Statement): AsyncGenerator<Line[]> {
	const slice = new TimeSlice();
	let [entries, sum] = [0, '0'];
	let lines: Line[] = [];
	// As they were read before: the end of the period may be cut where it lies in the future for the service.
	const asked = new Date();
	const read = period.to < asked ? period : aheadOf({ from: period.from, asked });
	for await (const page of entriesOf(item.client, read)) {
		for (const raw of page) {
			const entry = ledgerEntry(raw);
			const isWithin = placeIn(period, entry) === 'within';
			if (!entry.in_balance || entry.currency !== movement.currency || !isWithin) continue;
			lines.push(details.lineOf(entry));
			entries++;
			sum = sumAmounts([sum, entry.net]);
			if (lines.length === LINES_AT_ONCE) {
				yield lines;
				lines = [];
			}
			if (slice.isOver) await slice.giveWay();
		}
	}
	if (lines.length > 0) yield lines;
	if (entries !== movement.entries || sum !== movement.net)
		throw new OtherBooksError('entries of the balance history changed');
}
