import type { IDataObject } from 'n8n-workflow';
import { outputJson } from '../../../runtime/executionOutput';
import { until } from '../../../runtime/until';
import { post, signatureOf } from '../post';
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
		expect(outputJson(first, 'Preview').at(-1)).toMatchObject({ kind: 'total', verdict: 'pay', payee: '3 payees' });
		expect(outputJson(first, 'Pay everybody in one batch')).toHaveLength(3);
		const again = await on.run('preview-a-payroll');
		expect(outputJson(again, 'Preview').at(-1)).toMatchObject({ kind: 'total', reasons: '3 rows: 3 paid_before.' });
		expect(paid()).toHaveLength(before + 3);
	});

	test('pay a list in several currencies: each payee once, from the account of the currency, and every account is heard', async () => {
		const example = 'pay-a-list-in-several-currencies';
		await on.whilePublished('receive-events-of-several-currencies', async (workflowId) => {
			const first = await on.run(example);
			const totals = outputJson(first, 'Preview').filter(({ kind }) => kind === 'total');
			expect(totals.map(({ verdict, payee }) => [verdict, payee])).toEqual([
				['pay', '2 payees'],
				['pay', '1 payee'],
				['pay', '2 payees'],
			]);
			const payees = outputJson(first, 'Pay everybody');
			expect(payees.map(({ amount, currency }) => [amount, currency])).toEqual([
				['1250.00', 'AUD'],
				['18500.00', 'PHP'],
				['42000.00', 'INR'],
				['980.50', 'AUD'],
				['9200.00', 'PHP'],
			]);
			const balances = outputJson(first, 'Before and after');
			expect(balances.map(({ currency }) => currency)).toEqual(['AUD', 'INR', 'PHP']);
			expect(balances.filter(({ before, after }) => Number(after) >= Number(before))).toEqual([]);

			await payoutsEnd();
			const heard = async () =>
				(await on.stage.client.executions({ workflowId, includeData: true })).flatMap((execution) =>
					'Act on it' in (execution.data?.resultData.runData ?? {}) ? outputJson(execution, 'Act on it') : [],
				);
			const currencies = await until(
				async () => {
					const ended = (await heard()).map(({ currency }) => currency);
					return ended.length >= 3 && ended.sort();
				},
				{ otherwise: 'Not every account was heard' },
			);
			expect(currencies).toEqual(['AUD', 'INR', 'PHP']);
			const again = outputJson(await on.run(example), 'Preview').at(-1);
			expect(again).toMatchObject({ kind: 'total', reasons: '5 rows: 5 paid_before.' });
		});
	});

	test('reconcile your books: what differs in a ledger about the wages of the first example, and a statement', async () => {
		await on.run('pay-payees-from-csv');
		await payoutsEnd();
		const execution = await on.run('reconcile-your-books');
		const compared = outputJson(execution, 'Compare');
		const verdicts = compared.slice(0, 4).map(({ external_id, verdict }) => [external_id, verdict]);
		expect(verdicts).toEqual([
			['wages-2031-03-01', 'matched'],
			['wages-2031-03-02', 'matched'],
			['wages-2031-03-03', 'amount_differs'],
			['wages-2031-03-99', 'missing_at_service'],
		]);
		const others = compared.filter(({ verdict, kind }) => verdict === 'not_expected' && kind === 'payout');
		expect(others.length).toBeGreaterThanOrEqual(22);
		expect(compared.at(-1)).toMatchObject({ kind: 'summary', currencies: [{ currency: 'AUD', unexplained: '0' }] });
		const shown = outputJson(execution, 'What needs a look').map(({ verdict }) => verdict);
		expect(shown).toHaveLength(compared.length - 3);
		const [statement] = outputJson(execution, 'Statement for accounting');
		expect(statement).toMatchObject({ currency: 'AUD', closing_balance: expect.stringMatching(/^-?[\d.]+$/) });
	});

	test('pay a list from a sheet: payments, statuses and reasons are in the sheet, and a second run pays nobody again', async () => {
		const { sheet } = on.services;
		sheet.add('sheet-1', 'Amelia', 1250);
		sheet.add('sheet-2', 'Ben', 'a lot');
		sheet.add('sheet-3', 'Chloe', '980.50', 'chloe90001@payees.example');
		const before = paid().length;
		await on.whilePublished('write-payout-statuses-to-a-sheet', async () => {
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
		await on.order('pay-a-list-from-a-sheet', 'write-payout-statuses-to-a-sheet', 'failed-payouts-to-a-ticket');
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
				description: expect.stringMatching(
					/^To Elena Okafor .*: 20\.00 AUD\nWhy: Blocked by a compliance check.*\nPayment \w+ of batch \w+$/,
				),
			},
		]);
	});

	describe('a payment that the service tells of by itself', () => {
		/** A payee is paid, or not, and a published example is told of this payment instead of its batch. */
		async function tellOf(example: string, key: string, outcome: 'completed' | 'failed'): Promise<IDataObject> {
			const { account, emulator, n8n } = on.stage;
			const { uuid } = await account.createPayout(key, 'https://shop.example/nobody');
			emulator.account('AUD').payouts.simulate(uuid, outcome);
			const { deliveries } = emulator.world.notifications;
			const { body } = deliveries.findLast(({ about }) => about === uuid) ?? {};
			const [payment] = (body as { payout_transactions: IDataObject[] }).payout_transactions;
			const text = JSON.stringify(payment);
			const headers = {
				'content-type': 'application/json',
				authorization: account.authorization(key),
				'x-signature': signatureOf(text, account.webhookSecretKey),
			};
			await on.whilePublished(example, async (workflowId) => {
				const { length: before } = await on.stage.client.executions({ workflowId });
				const { status } = await post(`${n8n.url}/webhook/${example}`, headers, text);
				expect(status).toBe(200);
				await on.executions(workflowId, before + 1);
			});
			return payment ?? {};
		}

		test('has its status written into the sheet', async () => {
			const { sheet } = on.services;
			for (const key of ['alone-1', 'alone-2']) sheet.add(key, 'Ben', '980.50');
			await tellOf('write-payout-statuses-to-a-sheet', 'alone-1', 'completed');
			expect(sheet.row('alone-1')).toMatchObject({ status: 'settled' });
			const { error_message: why } = await tellOf('write-payout-statuses-to-a-sheet', 'alone-2', 'failed');
			expect(sheet.row('alone-2')).toMatchObject({ status: 'failed', note: why });
		});

		test('has a ticket where it failed', async () => {
			const { tickets } = on.services;
			const before = tickets.length;
			await tellOf('failed-payouts-to-a-ticket', 'alone-3', 'completed');
			expect(tickets).toHaveLength(before);
			const { uuid, error_message: why } = await tellOf('failed-payouts-to-a-ticket', 'alone-4', 'failed');
			expect(tickets.slice(before)).toMatchObject([
				{
					summary: 'Payout to Ben Okafor failed: alone-4',
					description: `To Ben Okafor (ben@payees.example): 980.50 \nWhy: ${String(why)}\nPayment ${String(uuid)}`,
				},
			]);
		});
	});
}
