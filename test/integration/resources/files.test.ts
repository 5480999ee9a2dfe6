import { stringify } from 'csv-stringify/sync';
import fc from '../../seeded';
import { csvRows } from '../../../nodes/MultiCurrencyPayments/files/recordLines';
import { multipartForm } from '../../../nodes/MultiCurrencyPayments/files/inputFile';

describe('multipartForm', () => {
	it('arrives unchanged, whatever bytes and names it carries', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.uint8Array({ maxLength: 2_000 }),
				fc.string({ unit: 'binary', minLength: 1 }).filter((name) => !/[\r\n"%]/.test(name)),
				fc.dictionary(fc.stringMatching(/^[a-z_]{1,20}$/), fc.string({ unit: 'binary' })),
				async (bytes, name, fields) => {
					delete fields.file;
					const file = { field: 'file', name, mimeType: 'text/csv', content: Buffer.from(bytes) };
					const { body, contentType } = multipartForm({ ...fields, absent: undefined }, file);
					const form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
					const received = form.get('file') as File;
					expect(Buffer.from(await received.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
					expect(received.name).toBe(name);
					for (const [field, text] of Object.entries(fields)) expect(form.get(field)).toBe(text);
					expect([...form.keys()].sort()).toEqual([...Object.keys(fields), 'file'].sort());
				},
			),
			{ numRuns: 100 },
		);
	});

	it('escapes names that would end their quotes or their line', () => {
		const file = { field: 'file', name: 'a"\r\nx: y.csv', mimeType: 'text/csv', content: Buffer.from('') };
		expect(multipartForm({}, file).body.toString()).toContain('filename="a%22%0D%0Ax: y.csv"\r\n');
	});
});

describe('csvRows', () => {
	const cell = fc
		.string({ unit: fc.constantFrom('a', 'é', ' ', ',', '"', '\n', '\r\n', '1') })
		.map((text) => text.trim());
	const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 8 });

	it('reads what was written, and numbers the rows as a spreadsheet does', () => {
		fc.assert(
			fc.property(
				table,
				fc.constantFrom('\n', '\r\n'),
				fc.boolean(),
				fc.boolean(),
				(rows, record_delimiter, bom, quoted) => {
					const text = stringify(rows, { record_delimiter, bom, quoted, quoted_match: /[\r\n]/ });
					const expected = rows
						.map((cells, index) => ({ number: index + 1, cells }))
						.filter(({ cells }) => cells.some((content) => content !== ''));
					expect([...csvRows(text)]).toEqual(expected);
				},
			),
		);
	});

	it.each([
		['', []],
		['\n\na,b', [{ number: 3, cells: ['a', 'b'] }]],
		['a,', [{ number: 1, cells: ['a', ''] }]],
		['5" screw,b', [{ number: 1, cells: ['5" screw', 'b'] }]],
		['"a" b,c', [{ number: 1, cells: ['"a" b', 'c'] }]],
	])('reads %j without stumbling', (text, rows) => {
		expect([...csvRows(text)]).toEqual(rows);
	});

	it('takes time in proportion to the file, even when a quote never closes', () => {
		const started = performance.now();
		expect([...csvRows(`"${'a,"b\n'.repeat(20_000)}`)].length).toBeGreaterThan(0);
		expect(performance.now() - started).toBeLessThan(5_000);
	});
});
