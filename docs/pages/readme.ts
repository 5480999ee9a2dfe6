import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '../../nodes/MultiCurrencyPayments/resources';

const ROOT = join(__dirname, '..', '..');

/** How many resources have a row of their own: the everyday ones, which come first. */
const EVERYDAY = 6;

/** The operations of the action node, one row for each everyday resource. */
export function operationsAtAGlance(): string {
	const rows = resources
		.slice(0, EVERYDAY)
		.map(({ name, operations }) => `| ${name} | ${operations.map((each) => each.name).join(', ')} |`);
	const others = resources.slice(EVERYDAY).map(({ name }) => name);
	return ['| Resource | Operations |', '|---|---|', ...rows, '', `Besides: ${others.join(', ')}.`].join('\n');
}

/** Links to the example workflows, in the order of their files. */
export function exampleLinks(): string {
	return globSync('examples/*.json', { cwd: ROOT })
		.map((file) => file.replaceAll('\\', '/'))
		.sort()
		.map((file) => `[${(JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { name: string }).name}](${file})`)
		.join(' · ');
}
