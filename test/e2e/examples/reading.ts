import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { outputJson } from '../../../runtime/executionOutput';
import { EmulatorControl } from '../../../runtime/emulatorControl';
import { filesFolder } from '../../../runtime/n8n';
import type { ExampleStage } from './exampleStage';

const PAST_ENTRIES = 300;

/** Examples that read reports, histories and other APIs. */
export function readingExamples(on: ExampleStage): void {
	/** The rows of the only file whose name begins like this. */
	function rowsOf(beginning: string): { name: string; rows: Record<string, string>[] } {
		const folder = filesFolder(on.stage.userFolder);
		const [name = ''] = readdirSync(folder).filter((file) => file.startsWith(beginning));
		return { name, rows: parse(readFileSync(join(folder, name)), { columns: true, bom: true }) };
	}

	describe('reports and histories', () => {
		let report: { id: string; summary: { settlement_count: number } };

		beforeAll(async () => {
			const control = new EmulatorControl(on.stage.emulator.controlUrl);
			report = await control.settlePastDays('AUD', PAST_ENTRIES);
		});

		const history = async () =>
			outputJson(await on.run('page-balance-history'), 'Read the whole history') as {
				id: string;
				created_at: string;
			}[];

		test('download the newest settlement report', async () => {
			const execution = await on.run('download-settlement-report');
			expect(outputJson(execution, 'Read the report')).toHaveLength(report.summary.settlement_count);
		});

		test('page the balance history', async () => {
			const entries = await history();
			expect(entries.length).toBeGreaterThanOrEqual(PAST_ENTRIES);
			expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
		});

		test('daily settlement report to a folder, the same file when it is the same report', async () => {
			await on.run('daily-settlement-report', 'Every morning');
			await on.run('daily-settlement-report', 'Every morning');
			const { name, rows } = rowsOf('settlement-');
			expect(name).toBe(`settlement-${report.id}.csv`);
			expect(rows).toHaveLength(report.summary.settlement_count);
		});

		test('nightly export of the balance history: all of yesterday, and nothing else', async () => {
			await on.run('nightly-history-export', 'Every night');
			const { name, rows } = rowsOf('balance-');
			const day = name.slice('balance-'.length, -'.csv'.length);
			const wanted = (await history()).filter(({ created_at }) => new Date(created_at).toISOString().startsWith(day));
			expect(rows.length).toBeGreaterThan(0);
			expect(rows.map(({ id }) => id).sort()).toEqual(wanted.map(({ id }) => id).sort());
		});
	});

	test('the HTTP Request node calls the Card and Cashback APIs with the same credential', async () => {
		const { counters } = on.stage.emulator.world;
		const endpoints = ['v2.cards.createPayment', 'v2.cards.list', 'v2.cashbacks.campaigns'] as const;
		const handled = () => endpoints.map((endpoint) => counters.counts()[endpoint]?.handled ?? 0);
		const before = handled();
		const execution = await on.run('call-card-and-cashback-apis');
		const [paid] = outputJson(execution, 'Pay with a card token');
		expect(paid).toMatchObject({ currency: 'AUD', payment_method: expect.stringContaining('card') });
		const [listed] = outputJson(execution, 'List card payments');
		expect(listed?.records).toContainEqual(expect.objectContaining({ uuid: paid?.uuid }));
		const [campaigns] = outputJson(execution, 'List cashback campaigns');
		expect(campaigns?.records).toEqual(expect.any(Array));
		expect(handled()).toEqual(before.map((count) => count + 1));
	});
}
