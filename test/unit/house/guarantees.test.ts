import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOP } from './houseFiles';

/** Each row of README's table "what survives what" names the tests that prove it. */

const readme = readFileSync(join(TOP, 'README.md'), 'utf8');
const [, table = ''] = readme.split('| What happens |');
const rows = (table.split('\n\n')[0] ?? '').split('\n').slice(2);

it('says what survives what', () => {
	expect(rows.length).toBeGreaterThanOrEqual(15);
});

it.each(rows)('%s', (row) => {
	const held = [...(row.split('|').at(-2) ?? '').matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)];
	expect(held).not.toEqual([]);
	for (const [, text = '', path = ''] of held) {
		const title = text.replace(/^in a real n8n: /, '');
		expect(readFileSync(join(TOP, path), 'utf8')).toContain(title);
	}
});
