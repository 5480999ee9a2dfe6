import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * The rooms of the house and what each may import, besides itself. Lint checks every import against this table, and a
 * test checks that it matches those in ARCHITECTURE.md and emulator/README.md.
 *
 * A room is a folder or a single file. A file belongs to the innermost room that contains it.
 */

const ACTION = 'nodes/MultiCurrencyPayments';
const [RUN, FORM, FILES, LIMITS, MONEY, PREVIEW, WAIT, RESOURCES] = [
	'run',
	'form',
	'files',
	'limits',
	'money',
	'preview',
	'wait',
	'resources',
].map((room) => `${ACTION}/${room}`);
const OPERATION = `${ACTION}/operation.ts`;

/** What every domain of the emulator may import. No domain imports another. */
const GROUND = ['contract', 'emulator/engine', 'emulator/ledger'];
const DOMAINS = [
	'audPayouts',
	'cards',
	'checkout',
	'contacts',
	'payids',
	'payins',
	'payouts',
	'settlements',
	'treasury',
].map((domain) => `emulator/${domain}`);

export const rooms = {
	core: [],
	contract: [],
	credentials: ['core'],
	'nodes/n8n': ['core'],
	'nodes/service': ['core', 'contract', 'nodes/n8n'],
	'nodes/events': ['core', 'nodes/n8n', 'nodes/service'],
	[RUN]: ['core', 'contract', 'nodes/n8n', 'nodes/service'],
	[FORM]: ['core', 'contract', 'nodes/n8n', 'nodes/service', 'nodes/events', RUN],
	[FILES]: ['core', 'nodes/service', RUN],
	[LIMITS]: ['core', 'nodes/n8n', 'nodes/service'],
	[OPERATION]: [RUN, FORM],
	[MONEY]: ['core', 'contract', 'nodes/n8n', 'nodes/service', RUN, FORM, OPERATION],
	[PREVIEW]: ['core', 'nodes/service', RUN, FORM, MONEY],
	[WAIT]: ['core', 'nodes/n8n', 'nodes/service', RUN, FORM, OPERATION, MONEY],
	[RESOURCES]: ['core', 'contract', 'nodes/service', RUN, FORM, FILES, OPERATION, MONEY, PREVIEW, WAIT],
	[ACTION]: [
		'core',
		'nodes/n8n',
		'nodes/service',
		'nodes/events',
		RUN,
		FORM,
		LIMITS,
		OPERATION,
		MONEY,
		WAIT,
		RESOURCES,
	],
	'nodes/MultiCurrencyPaymentsTrigger': ['core', 'nodes/n8n', 'nodes/service', 'nodes/events'],
	'nodes/MultiCurrencyPaymentsPollingTrigger': ['core', 'nodes/n8n', 'nodes/service', 'nodes/events'],

	'emulator/otherwise': ['contract'],
	'emulator/engine': ['contract', 'emulator/otherwise'],
	'emulator/ledger': ['contract', 'emulator/engine'],
	'emulator/methods': ['contract', 'emulator/ledger'],
	...Object.fromEntries(DOMAINS.map((domain) => [domain, GROUND])),
	'emulator/payins': [...GROUND, 'emulator/methods'],
	'emulator/payouts': [...GROUND, 'emulator/methods'],
	'emulator/account.ts': [...GROUND, ...DOMAINS],
	'emulator/world.ts': ['emulator/engine', 'emulator/account.ts'],
	'emulator/seeding.ts': ['emulator/ledger', 'emulator/methods'],
	'emulator/http': [
		...GROUND,
		'emulator/otherwise',
		'emulator/audPayouts',
		'emulator/checkout',
		'emulator/methods',
		'emulator/payins',
		'emulator/payouts',
		'emulator/settlements',
		'emulator/account.ts',
		'emulator/world.ts',
		'emulator/seeding.ts',
	],
	'emulator/pages': [
		...GROUND,
		'emulator/checkout',
		'emulator/payins',
		'emulator/account.ts',
		'emulator/world.ts',
		'emulator/http',
	],
	emulator: [
		'emulator/otherwise',
		'emulator/engine',
		'emulator/account.ts',
		'emulator/world.ts',
		'emulator/http',
		'emulator/pages',
	],

	runtime: ['core', 'contract', 'emulator', 'emulator/engine', 'emulator/ledger'],
	start: ['core', 'emulator', 'runtime'],
	sandbox: ['core', 'contract', 'credentials', 'nodes/service', 'runtime'],
};

/** The room of a file; undefined outside the house. Paths are relative to the repository root, with forward slashes. */
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

/** The file that a relative import resolves to; undefined for packages and for anything but TypeScript. */
export function importedFile(top, from, specifier) {
	if (!specifier.startsWith('.')) return undefined;
	const target = posix.join(posix.dirname(from), specifier);
	return [`${target}.ts`, `${target}/index.ts`, target].find(
		(file) => file.endsWith('.ts') && existsSync(join(top, file)),
	);
}
