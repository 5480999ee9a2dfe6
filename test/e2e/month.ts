import { inCurrency, subtractAmounts, sumAmounts } from '../../core/money';
import type { Emulator } from '../../emulator/server';
import { filesFolder } from '../../runtime/n8n';
import type { Stage } from '../../runtime/stage';
import { amountOf, sumOf } from '../../start/amounts';
import { eventOf, paymentsOf } from '../../start/month/events';
import { MISTAKES } from '../../start/month/mistakes';
import { Month } from '../../start/month/month';
import { paymentDay, startServiceBefore, TOP_UP } from '../../start/month/service';
import { CURRENCIES, payees } from '../../start/month/sheet';

const sheet = payees();
const of = (currency: string) => sheet.filter((payee) => payee.currency === currency);
const lines = (rows: readonly { external_id?: unknown; amount?: unknown }[]) =>
	rows.map(({ external_id, amount }) => `${String(external_id)} ${amountOf(amount)}`);
const asked = (currency: string) => lines(of(currency));

/** A list of 500 payees in five currencies, from the sheet to the books of the next day. */
export function monthTests(stage: () => Stage): void {
	describe(`a month: ${sheet.length} payees in ${CURRENCIES.length} currencies, one credential`, () => {
		let emulator: Emulator;
		let month: Month;
		let before: Readonly<Record<string, string>>;

		beforeAll(async () => {
			// A separate service, because a day passes on its clock.
			const day = paymentDay();
			emulator = await startServiceBefore(day);
			const { client, userFolder } = stage();
			month = await Month.begin({ client, emulator, folder: filesFolder(userFolder), day });
			before = await month.balances();
		});

		afterAll(async () => await emulator?.close());

		const paid = async (currency: string) =>
			(await month.control.payments(currency)).payouts.filter(({ external_id }) => external_id?.startsWith('april-'));

		test('the preview finds the planted mistakes, each in its row, and nothing else', async () => {
			const { rows, toCorrect, totals } = await month.previewMistakes();
			expect(rows).toHaveLength(sheet.length);
			expect(MISTAKES).toHaveLength(12);
			expect(toCorrect).toEqual(MISTAKES.map(({ row }) => row));
			for (const { row, verdict, says } of MISTAKES) {
				expect(rows[row]).toMatchObject({ verdict, reasons: expect.stringMatching(/./) });
				expect(rows[row]?.reasons.startsWith(`${says}.`)).toBe(true);
			}
			expect(rows.filter(({ verdict, reasons }) => verdict === 'pay' && reasons === '')).toHaveLength(
				sheet.length - MISTAKES.length,
			);
			const counts = `${sheet.length} rows: ${sheet.length - MISTAKES.length} pay, `;
			for (const total of totals)
				expect(total).toMatchObject({ verdict: 'stop', reasons: expect.stringContaining(counts) });
			expect((await Promise.all(CURRENCIES.map(paid))).flat()).toEqual([]);
		});

		test('the corrected sheet is in order, and the balances cover it', async () => {
			const { toCorrect, totals } = await month.previewCorrected();
			expect(toCorrect).toEqual([]);
			expect(totals.map(({ verdict }) => verdict)).toEqual(CURRENCIES.map(() => 'pay'));
			expect(totals.map(({ currency, payee, amount }) => [currency, payee, amountOf(amount)])).toEqual(
				CURRENCIES.map((currency) => [
					currency,
					`${of(currency).length} payees`,
					sumOf(of(currency).map(({ amount }) => amount)),
				]).sort(),
			);
		});

		test('one run pays everybody once, although an account refuses twice and an answer is lost', async () => {
			const items = await month.pay();
			expect(lines(items)).toEqual(lines(sheet));
			const failures = await month.control.failures();
			expect(failures.map(({ fault, effect }) => [fault, effect])).toEqual([
				['status', false],
				['status', false],
				['reset', true],
			]);
			for (const currency of CURRENCIES) {
				expect(lines(await paid(currency)).sort()).toEqual(asked(currency).sort());
				const { payout_batches: batches } = (await month.control.books(currency)).payments;
				const inAdvance = CURRENCIES.indexOf(currency) < 2 ? 1 : 0;
				expect(batches?.count).toBe(1 + inAdvance);
			}
		});

		test('one trigger receives each event of all accounts once, and so the end of each payment', async () => {
			const { sent, items } = await month.events();
			expect(sent).toMatchObject({ deliveries: 2 * sent.events.length, accepted: 2 * sent.events.length });
			expect(items.map(({ uuid, status }) => eventOf(uuid, status)).sort()).toEqual([...sent.events].sort());
			expect(new Set(items.map(({ event_id }) => event_id)).size).toBe(items.length);
			const final = items.filter(({ is_final }) => is_final === true);
			expect(final.map(({ currency, status }) => [currency, status]).sort()).toEqual(
				CURRENCIES.map((currency) => [currency, 'completed']).sort(),
			);
			expect(final.flatMap(paymentsOf).sort()).toEqual(sheet.map(({ external_id }) => external_id).sort());
			for (const currency of CURRENCIES)
				expect(new Set((await paid(currency)).map(({ status }) => status))).toEqual(new Set(['settled']));
		});

		test('the next day every cent is explained, by the history and by the settlement reports', async () => {
			const items = await month.reconcile();
			const summaries = items.filter(({ kind }) => kind === 'summary');
			const results = items.filter(({ kind }) => kind !== 'summary');
			const matched = results.filter(({ verdict }) => verdict === 'matched');
			expect(matched.map(({ external_id }) => external_id).sort()).toEqual(sheet.map(({ external_id }) => external_id));
			const others = results.filter(({ verdict }) => verdict !== 'matched');
			expect(others.map(({ verdict, currency, gross }) => [verdict, currency, gross])).toEqual(
				CURRENCIES.map((currency) => ['transfer', currency, inCurrency(TOP_UP, currency)]),
			);

			const after = await month.balances();
			expect(summaries).toHaveLength(CURRENCIES.length);
			for (const [index, currency] of CURRENCIES.entries()) {
				const own = matched.filter((item) => item.currency === currency);
				const amount = sumOf(of(currency).map((payee) => payee.amount));
				const fees = sumOf(own.map((item) => item.fees));
				const net = subtractAmounts(String(TOP_UP), [amount, fees]);
				expect(summaries[index]).toMatchObject({
					expectations: of(currency).length,
					balance_is_exact: true,
					currencies: [
						{
							currency,
							opening_balance: before[currency],
							...{ gross: subtractAmounts(String(TOP_UP), [amount]), fees, net },
							closing_balance: after[currency],
							entries: of(currency).length + 1,
							explained: { matched: subtractAmounts('0', [amount, fees]), transfer: String(TOP_UP) },
							unexplained: '0',
						},
					],
					settlement_reports: expect.arrayContaining([
						expect.objectContaining({
							...{ currency, closing_balance: after[currency], history_balance: after[currency], difference: '0' },
							...{ rows: of(currency).length + 1, differing_rows: 0, unknown_rows: 0 },
						}),
					]),
				});
				expect(sumAmounts([before[currency] ?? '', net])).toBe(after[currency]);
			}
		});
	});
}
