import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { areaOf, onOldestAlone } from '../../compat/areas';

const TESTS = join(__dirname, '..', '..', 'integration');
const files = (readdirSync(TESTS, { recursive: true }) as string[]).filter((file) => file.endsWith('.test.ts'));

it.each(files.filter((file) => !file.startsWith('package')))('%s has a column in docs/compatibility.md', (file) => {
	expect(() => areaOf(file)).not.toThrow();
});

it.each(onOldestAlone)('%s, which runs on the oldest engine alone, is there', (place) => {
	expect(files.filter((file) => file.startsWith(place))).not.toEqual([]);
});
