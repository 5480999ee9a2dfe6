import { asUtcTimestamp } from '../../core/time/dates';
import { confirmed, refuted, unknown } from '../finding';
import { reasonOf, type Run } from '../run';

/** An identifier that no record has. */
const NO_RECORD = 'SANDBOX-CHECK-NOTHING';

const DAY_MS = 86_400_000;

/** Everything that changes nothing. */
export async function read(run: Run): Promise<void> {
	const { main } = run;
	const tomorrow = await run.ask('payins until tomorrow', main, 'v2.payins.list', { query: run.period() });
	if (tomorrow.result === 'refused') {
		run.endNow();
		const now = await run.ask('payins until now', main, 'v2.payins.list', { query: run.period() });
		const isAboutDate = now.result === 'answered';
		const text = `A period that ends tomorrow is refused: ${reasonOf(tomorrow)}.`;
		run.findings.set('futurePeriods', isAboutDate ? refuted(text) : unknown(text));
	}
	const now = Date.now();
	const nothing = { ...run.period(), external_id: `${run.setup.prefix}-nothing` };
	await run.ask('payins of no id', main, 'v2.payins.list', { query: nothing });
	await run.ask('payouts', main, 'v2.payouts.list', { query: run.period() });
	await run.ask('payins of a year', main, 'v2.payins.list', { query: run.period(363) });
	await run.ask('payouts of an older year', main, 'v2.payouts.list', {
		query: {
			from_date: asUtcTimestamp(new Date(now - 729 * DAY_MS)),
			to_date: asUtcTimestamp(new Date(now - 366 * DAY_MS)),
		},
	});
	await run.ask('a page of 1,000', main, 'v2.payins.list', { query: { ...run.period(), per_page: 1_000 } });
	await run.ask('balance', main, 'v2.balances.detail', { query: { currency: main.access.currency } });
	const cursor = { ...run.period(), cursor: 'sandbox-check' };
	await run.ask('a foreign cursor', main, 'v2.balances.history', { query: cursor });
	await run.ask('an unknown record', main, 'v2.payins.detail', { query: { uuid: NO_RECORD } });
	await run.ask('a missing field', main, 'v2.payins.detail');
	await run.ask('checkout methods', main, 'v3.methods');
	await run.ask('links', main, 'v3.links.list', { query: run.period() });
	await run.ask('contacts', main, 'v2.contacts.list');
	const reports = await run.ask('reports', main, 'v2.settlements.list');
	if (reports.result !== 'refused') return;
	const dated = await run.ask('reports of a period', main, 'v2.settlements.list', { query: run.period() });
	const text = `Without a period the list is refused: ${reasonOf(reports)}.`;
	run.findings.set('settlementListPeriod', dated.result === 'answered' ? refuted(text) : unknown(text));
}

/** Reads of accounts of one currency. */
export async function readOfCurrencies(run: Run): Promise<void> {
	const vietnam = run.ofCurrency('VND');
	if (vietnam) await readBranches(run);
	const tanzania = run.ofCurrency('TZS');
	if (tanzania) await run.ask('checkout methods TZS', tanzania, 'v3.methods');
	const australia = run.ofCurrency('AUD');
	if (australia) await run.ask('v1 balance', australia, 'v1.balances.detail');
	for (const id of ['v1', 'TZS', 'VND'])
		if (!run.ofCurrency(id === 'v1' ? 'AUD' : id)) run.skipped.set(id, `no account of ${id === 'v1' ? 'AUD' : id}`);
}

const BRANCH_METHOD = 'vn_bank_vnd';

async function readBranches(run: Run): Promise<void> {
	const service = run.ofCurrency('VND');
	const record = run.exchanges.get(`payout method ${BRANCH_METHOD}`)?.body as
		{ record?: { banks?: { code?: unknown }[] } } | undefined;
	const code = record?.record?.banks?.[0]?.code;
	if (!service || typeof code !== 'string') return;
	// Both names are assumed: one is tried with each name of the other.
	await run.tryNames(
		{
			id: 'branchCodeMethodQuery',
			assumed: 'payout_method_name',
			others: ['payout_method', 'method_name', 'method'],
			like: /method/i,
		},
		(method) =>
			run.tryNames(
				{
					id: 'branchCodeSwiftQuery',
					assumed: 'swift_code',
					others: ['bank_swift_code', 'bank_code', 'swift', 'bic'],
					like: /swift|bank|bic/i,
				},
				(swift) =>
					run.ask('branches', service, 'v2.payouts.branchCodes', { query: { [method]: BRANCH_METHOD, [swift]: code } }),
			),
	);
	if (run.exchanges.get('branches')?.result === 'answered') {
		const { names } = run;
		for (const id of ['branchCodeMethodQuery', 'branchCodeSwiftQuery'])
			if (names.get(id)?.verdict !== 'refuted') names.set(id, confirmed('The service takes the assumed name.'));
	}
}
