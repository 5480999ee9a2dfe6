import { parse } from 'csv-parse/sync';
import { operation } from '../action/orders';
import { runNode } from '../engine/execution';
import { longHistory, PERIOD } from '../engine/longHistory';
import { startWire } from '../transport/wire';

/** A history of one entry as a CSV file. */
async function file(fields: { payment_method?: string; amount?: string }, options = {}) {
	const wire = await startWire(longHistory(1, (entry) => ({ ...entry, ...fields })));
	const run = await runNode({
		credentials: wire.credentials,
		parameters: operation('balance', 'getHistory', {
			returnAll: true,
			fromDate: PERIOD.from.toISOString(),
			toDate: PERIOD.to.toISOString(),
			output: 'csv',
			binaryPropertyName: 'data',
			options,
		}),
	});
	await wire.close();
	return { error: run.error, text: Buffer.from(run.items[0]?.binary?.data?.data ?? '', 'base64').toString() };
}

/** The cells of the CSV line for a history entry with this method and amount. */
async function line(...given: Parameters<typeof file>) {
	const { error, text } = await file(...given);
	expect(error).toBeUndefined();
	const [first] = parse(text, { columns: true }) as [Record<string, string>];
	return first;
}

const formulas = ['=HYPERLINK("https://x.example")', '+1+cmd|x', '-2+3', '@SUM(A1)', '\t=1', '\r=1'];

it.each(formulas)('the cell %j is text to a spreadsheet, unless the options say otherwise', async (written) => {
	expect(await line({ payment_method: written })).toMatchObject({ payment_method: `'${written}` });
	expect(await line({ payment_method: written }, { keepFormulas: true })).toMatchObject({ payment_method: written });
});

it.each(['-12.50', '+3', '12', '-0.5'])('the amount %s stays a number', async (amount) => {
	expect(await line({ amount })).toMatchObject({ amount });
});

it('a name that begins with a letter stays as it is', async () => {
	expect(await line({ payment_method: 'a=b' })).toMatchObject({ payment_method: 'a=b' });
});

describe('the form of a CSV file', () => {
	const entry = { payment_method: 'Zoë; 10.07, "愛"', amount: '-12.50' };

	it.each([undefined, '', 'plain', 'spreadsheet', 'spreadsheetDecimalComma'])('%j holds the same', async (csvForm) => {
		const { text, error } = await file(entry, csvForm === undefined ? {} : { csvForm });
		const [isPlain, isComma] = [!csvForm?.startsWith('spreadsheet'), csvForm !== 'spreadsheetDecimalComma'];
		expect([error, text.startsWith('\uFEFF')]).toEqual([undefined, !isPlain]);
		const [first] = parse(text, { columns: true, bom: true, delimiter: isComma ? ',' : ';' }) as [object];
		expect(first).toMatchObject({ payment_method: entry.payment_method, amount: isComma ? '-12.50' : '-12,50' });
	});

	it('is refused where there is no such form', async () => {
		expect((await file(entry, { csvForm: 'excel' })).error?.message).toMatch(/^CSV Form must be plain or spreadsheet/);
	});
});
