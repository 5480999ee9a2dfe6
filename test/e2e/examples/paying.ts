import { outputJson } from '../../../runtime/executionOutput';
import { until } from '../../../runtime/until';
import type { ExampleStage } from './exampleStage';

/** More than a payout takes. */
const HOUR_MS = 3_600_000;

/** Examples that pay people. */
export function payingExamples(on: ExampleStage): void {
	const paid = () => on.stage.emulator.account('AUD').payouts.payments().payouts;

	/** Lets the service's time go on until payouts have ended, and every notification has been answered. */
	async function payoutsEnd(): Promise<void> {
		await on.stage.emulator.world.clock.advance(HOUR_MS);
		await on.stage.account.delivered();
	}

	test('pay payees from a CSV file: everybody once, however often it runs', async () => {
		const before = paid().length;
		const first = outputJson(await on.run('pay-payees-from-csv'), 'Pay everybody in one batch');
		const again = outputJson(await on.run('pay-payees-from-csv'), 'Pay everybody in one batch');
		expect(first).toHaveLength(25);
		expect(again.map(({ uuid }) => uuid)).toEqual(first.map(({ uuid }) => uuid));
		expect(paid()).toHaveLength(before + 25);
	});

	test('preview a payroll: it is paid when all of it is in order, and what was paid is not paid again', async () => {
		const before = paid().length;
		const first = await on.run('preview-a-payroll');
		expect(outputJson(first, 'Preview').at(-1)).toMatchObject({ kind: 'summary', verdict: 'pay', pay: 3 });
		expect(outputJson(first, 'Pay everybody in one batch')).toHaveLength(3);
		const again = await on.run('preview-a-payroll');
		expect(outputJson(again, 'Preview').at(-1)).toMatchObject({ kind: 'summary', paid_before: 3 });
		expect(paid()).toHaveLength(before + 3);
	});

	test('pay a list from a sheet: payments, statuses and reasons are in the sheet, and a second run pays nobody again', async () => {
		const { sheet } = on.services;
		sheet.add('sheet-1', 'Amelia', 1250);
		sheet.add('sheet-2', 'Ben', 'a lot');
		sheet.add('sheet-3', 'Chloe', '980.50', 'chloe90001@payees.example');
		const before = paid().length;
		await on.whilePublished('pay-a-list-from-a-sheet', async () => {
			await on.run('pay-a-list-from-a-sheet');
			await payoutsEnd();
			await until(() => sheet.row('sheet-1').status === 'settled' && sheet.row('sheet-3').status === 'failed', {
				otherwise: () => `The sheet holds ${JSON.stringify(sheet.values)}`,
			});
		});
		expect(sheet.row('sheet-1')).toMatchObject({ payment: expect.stringMatching(/^\w+$/), note: '' });
		expect(sheet.row('sheet-2')).toMatchObject({ payment: '', status: '', note: expect.stringContaining('mount') });
		expect(sheet.row('sheet-3')).toMatchObject({ note: 'Account not found' });

		await on.run('pay-a-list-from-a-sheet');
		expect(paid()).toHaveLength(before + 2);
	});

	test('failed payouts to a ticket: one ticket for the payee who was not paid', async () => {
		const { sheet, tickets } = on.services;
		sheet.add('ticket-1', 'Daniel', 10);
		sheet.add('ticket-2', 'Elena', 20, 'elena90002@payees.example');
		await on.whilePublished('failed-payouts-to-a-ticket', async () => {
			await on.run('pay-a-list-from-a-sheet');
			await payoutsEnd();
			await until(() => tickets.length > 0, { otherwise: 'No ticket was opened' });
		});
		expect(tickets).toEqual([
			{
				project: { id: '10000' },
				issuetype: { id: '10001' },
				summary: expect.stringContaining('ticket-2'),
				description: expect.stringMatching(/^20\.00 AUD to Elena Okafor .*\nWhy: Blocked by a compliance check/),
			},
		]);
	});
}
