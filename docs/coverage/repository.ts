import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { resources } from '../../nodes/MultiCurrencyPayments/resources';

const top = join(__dirname, '../..');

/** Parts of the package other than operations, and the file each is found in. */
const parts: Record<string, string> = {
	credential: 'credentials/MultiCurrencyPaymentsApi.credentials.ts',
	'HTTP Request node': 'credentials/MultiCurrencyPaymentsApi.credentials.ts',
	'every operation': 'nodes/service/client.ts',
	'guards of the credential': 'nodes/MultiCurrencyPayments/limits/guard.ts',
	'parameter forms': 'nodes/MultiCurrencyPayments/form/methodForms.ts',
	// What the customer sees in a browser is the service's alone; the emulator shows it.
	'hosted page': 'emulator/pages/checkoutPage.ts',
	trigger: 'nodes/MultiCurrencyPaymentsTrigger/MultiCurrencyPaymentsTrigger.node.ts',
	'polling trigger': 'nodes/MultiCurrencyPaymentsPollingTrigger/MultiCurrencyPaymentsPollingTrigger.node.ts',
};

/** Every operation of the registry, as `resource.operation`. */
export const operations: string[] = resources.flatMap(({ value, operations: own }) =>
	own.map((each) => `${value}.${each.value}`),
);

export function isPlace(place: string): boolean {
	const part = parts[place];
	return part === undefined ? operations.includes(place) : existsSync(join(top, part));
}

/** Whether the sources an operation is made of name a path of the service, or the pattern of one. */
export function calls(operation: string, path: string): boolean {
	const example = path.replace(/:\w+/g, 'K7QX2M9D');
	return sourcesOf(operation).some((text) =>
		[...text.matchAll(/['`](\/v\d\/[^'`]+)['`]/g)].some(([, pattern = '']) =>
			new RegExp(`^${pattern.replace(/\$\{[^}]*\}/g, '\\w+')}$`).test(example),
		),
	);
}

/** Whether the sources an operation is made of name a field. */
export function mentions(operation: string, field: string): boolean {
	return sourcesOf(operation).some((text) => new RegExp(`\\b${field}\\b`).test(text));
}

/** The file that defines an operation, with what it imports but for the files of other operations of the resource. */
function sourcesOf(operation: string): string[] {
	const [resource = '', name = ''] = operation.split('.');
	const folder = join(top, 'nodes/MultiCurrencyPayments/resources', resource);
	const files = readdirSync(folder).map((file) => join(folder, file));
	const defines = (file: string, one: string) => new RegExp(`^(export )?const ${one}\\b`, 'm').test(textOf(file));
	const index = join(folder, 'index.ts');
	const own = files.find((file) => defines(file, name)) ?? index;
	const names = resources.find(({ value }) => value === resource)?.operations.map(({ value }) => value) ?? [];
	const others = files.filter((file) => own === index && file !== own && names.some((one) => defines(file, one)));
	return [...importsOf(own, new Set(others))].filter((path) => !others.includes(path)).map(textOf);
}

/** A source file with everything it imports from nodes/ and core/. */
function importsOf(path: string, seen = new Set<string>()): Set<string> {
	if (seen.has(path) || relative(top, path).startsWith('contract')) return seen;
	seen.add(path);
	for (const [, target = ''] of textOf(path).matchAll(/ from '(\.[^']+)'/g)) {
		const found = [`${join(dirname(path), target)}.ts`, join(dirname(path), target, 'index.ts')].find(existsSync);
		if (found !== undefined) importsOf(found, seen);
	}
	return seen;
}

const texts = new Map<string, string>();

function textOf(path: string): string {
	const text = texts.get(path) ?? readFileSync(path, 'utf8');
	texts.set(path, text);
	return text;
}
