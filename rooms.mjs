import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * The rooms of the house and what each may import, besides itself. Lint holds every import against this table, and a
 * test holds it against the picture in ARCHITECTURE.md.
 *
 * A room is a folder, or a single file. Files belong to the innermost room that holds them.
 */

const ACTION = 'nodes/MultiCurrencyPayments';
const SHARED = ['core', 'contract', 'nodes/service', 'nodes/events'];

export const rooms = {
	core: [],
	contract: [],
	credentials: ['core'],
	'nodes/service': ['core', 'contract'],
	'nodes/events': ['core', 'contract', 'nodes/service'],
	[`${ACTION}/form`]: SHARED,
	[`${ACTION}/files`]: [...SHARED, `${ACTION}/form`],
	[`${ACTION}/money`]: [...SHARED, `${ACTION}/form`, `${ACTION}/files`],
	[`${ACTION}/resources`]: [
		...SHARED,
		`${ACTION}/form`,
		`${ACTION}/files`,
		`${ACTION}/money`,
		`${ACTION}/operation.ts`,
	],
	[`${ACTION}/operation.ts`]: [...SHARED, `${ACTION}/form`, `${ACTION}/money`],
	[ACTION]: [
		...SHARED,
		`${ACTION}/form`,
		`${ACTION}/files`,
		`${ACTION}/money`,
		`${ACTION}/resources`,
		`${ACTION}/operation.ts`,
	],
	'nodes/MultiCurrencyPaymentsTrigger': SHARED,
	'nodes/MultiCurrencyPaymentsPollingTrigger': SHARED,
	'emulator/engine': ['contract'],
	emulator: ['contract', 'emulator/engine'],
};

/** The room a file stands in; undefined outside the house. Paths are relative to the top, with forward slashes. */
export function roomOf(file) {
	return Object.keys(rooms)
		.filter((room) => file === room || file.startsWith(`${room}/`))
		.sort((a, b) => b.length - a.length)[0];
}

/** Whether one file may import another. */
export function mayImport(from, to) {
	const [here, there] = [roomOf(from), roomOf(to)];
	return here === undefined || here === there || (there !== undefined && rooms[here].includes(there));
}

/** The file that a relative import names; undefined for packages and for what is no TypeScript. */
export function importedFile(top, from, specifier) {
	if (!specifier.startsWith('.')) return undefined;
	const target = posix.join(posix.dirname(from), specifier);
	return [`${target}.ts`, `${target}/index.ts`, target].find((file) => file.endsWith('.ts') && existsSync(join(top, file)));
}
