import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '../../nodes/MultiCurrencyPayments/resources';

const ROOT = join(__dirname, '..', '..');

/** The operations of the action node, one row for each resource. */
export function operationsAtAGlance(): string {
	const rows = resources.map(
		({ name, operations }) => `| ${name} | ${operations.map((each) => each.name).join(', ')} |`,
	);
	return ['| Resource | Operations |', '|---|---|', ...rows].join('\n');
}

/** Links to the example workflows, in the order of their files. */
export function exampleLinks(): string {
	return globSync('examples/*.json', { cwd: ROOT })
		.map((file) => file.replaceAll('\\', '/'))
		.sort()
		.map((file) => `[${(JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { name: string }).name}](${file})`)
		.join(' · ');
}
