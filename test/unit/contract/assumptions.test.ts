import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ASSUMED, assumptions } from '../../../contract';

const top = join(__dirname, '../../..');
const ids = assumptions.map(({ id }) => id);

describe('the register of assumptions', () => {
	it('names each assumption once and says what is assumed', () => {
		expect(new Set(ids).size).toBe(ids.length);
		for (const { about, assumed, usedIn } of assumptions) {
			expect(about).toMatch(/\w/);
			expect(assumed).toMatch(/\w/);
			expect(usedIn.length).toBeGreaterThan(0);
		}
	});

	it('names only files that exist', () => {
		const files = new Set(assumptions.flatMap(({ usedIn }) => usedIn));
		expect([...files].filter((file) => !existsSync(join(top, file)))).toEqual([]);
	});

	it.each(Object.keys(ASSUMED))('%s is used by every file its entry names', (id) => {
		const files = assumptions.find((entry) => entry.id === id)?.usedIn ?? [];
		expect(files).not.toEqual([]);
		for (const file of files) expect(readFileSync(join(top, file), 'utf8')).toContain(`ASSUMED.${id}`);
	});
});
