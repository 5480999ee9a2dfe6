import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOP } from './houseFiles';

/** Follows each recipe of CONTRIBUTING.md in a copy of the repository and checks that it does what it promises. */

const FOLDERS = [
	'core',
	'contract',
	'credentials',
	'nodes',
	'docs',
	'icons',
	'test/unit/core',
	'test/unit/money/kernel',
	'test/tsconfig.jest.json',
	'test/oldProcess.ts',
	'test/seeded.ts',
];

let copy: string;
beforeEach(() => {
	copy = mkdtempSync(join(tmpdir(), 'recipe-'));
	for (const each of [...FOLDERS, 'package.json', 'jest.config.js', 'tsconfig.json', 'tsconfig.check.json']) {
		cpSync(join(TOP, each), join(copy, each), { recursive: true });
	}
	symlinkSync(join(TOP, 'node_modules'), join(copy, 'node_modules'));
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

/** The files that a recipe names, in order: the paths among the code spans of its numbered steps. */
function filesOfRecipe(heading: string): string[] {
	const text = readFileSync(join(TOP, 'CONTRIBUTING.md'), 'utf8');
	const [, steps = ''] = text.split(`\n### ${heading}\n`);
	const [recipe = ''] = steps.split(/\n#{2,3} /);
	return [...recipe.matchAll(/`([\w./<>*-]+\/[\w./<>*-]+)`/g)].map(([, file]) => file);
}

const edit = (file: string, from: string, to: string): void => {
	const text = readFileSync(join(copy, file), 'utf8');
	expect(text).toContain(from);
	writeFileSync(join(copy, file), text.replace(from, to));
};

/** Evaluates an expression over modules of the copy, in a process of its own. */
function evaluate(imports: Record<string, string>, expression: string): unknown {
	const lines = Object.entries(imports).map(([names, file]) => `const ${names} = require('./${file}');`);
	writeFileSync(join(copy, 'evaluate.cjs'), `${lines.join('\n')}\nconsole.log(JSON.stringify(${expression}));`);
	return JSON.parse(
		execFileSync(process.execPath, ['--require', 'tsx/cjs', 'evaluate.cjs'], { cwd: copy, encoding: 'utf8' }),
	);
}

it('names only files that exist', () => {
	const named = ['Add an operation', 'Add a notification source', 'Fix something in money'].flatMap(filesOfRecipe);
	expect(named.length).toBeGreaterThan(8);
	const missing = named.filter((file) => !/[<*]/.test(file) && !existsSync(join(TOP, file)));
	expect(missing).toEqual([]);
});

it('adds an operation with one file and one line', () => {
	const [file, index] = filesOfRecipe('Add an operation');
	expect([file, index]).toEqual([
		'nodes/MultiCurrencyPayments/resources/<resource>/<operation>.ts',
		'nodes/MultiCurrencyPayments/resources/<resource>/index.ts',
	]);
	const folder = 'nodes/MultiCurrencyPayments/resources/transfer';
	writeFileSync(
		join(copy, folder, 'archive.ts'),
		`import type { Operation } from '../../operation';
export const archive: Operation = {
	value: 'archive',
	name: 'Archive',
	action: 'Archive transfer',
	description: 'Put a transfer into the archive. Moves no money.',
	properties: [{ displayName: 'Shelf', name: 'shelf', type: 'string', default: '' }],
	execute: async () => [],
};`,
	);
	edit(`${folder}/index.ts`, 'operations: [', 'operations: [archive, ');
	edit(
		`${folder}/index.ts`,
		"import { simulateOperation } from '../actions';",
		"import { simulateOperation } from '../actions';\nimport { archive } from './archive';",
	);
	const { operations, field, table } = evaluate(
		{
			'{ MultiCurrencyPayments }': 'nodes/MultiCurrencyPayments/MultiCurrencyPayments.node.ts',
			'{ operationsTable }': 'docs/coverage/operationsTable.ts',
			'{ specification }': 'docs/coverage/specification.ts',
			'{ resources }': 'nodes/MultiCurrencyPayments/resources/index.ts',
		},
		`{
			operations: resources.find(({ value }) => value === 'transfer').operations.map(({ value }) => value),
			field: new MultiCurrencyPayments().description.properties.find(({ name }) => name === 'shelf'),
			table: operationsTable(specification),
		}`,
	) as { operations: string[]; field: object; table: string };
	expect(operations).toContain('archive');
	expect(field).toMatchObject({ displayOptions: { show: { resource: ['transfer'], operation: ['archive'] } } });
	expect(table).toContain('Archive `archive`');
});

it('adds a notification source with one file and one line', () => {
	const [file, index] = filesOfRecipe('Add a notification source');
	expect([file, index]).toEqual(['core/events/sources/<source>.ts', 'core/events/index.ts']);
	writeFileSync(
		join(copy, 'core/events/sources/voucher.ts'),
		`import { textOrNull } from '../../service/payload';
import { byStatus } from '../identity';
import { usualFields, type Source } from '../source';
export const voucher: Source = {
	...usualFields,
	name: 'voucher',
	title: 'Voucher',
	action: 'On voucher status',
	description: 'A voucher is redeemed',
	statuses: ['redeemed'],
	finalStatuses: ['redeemed'],
	recognises: (body) => textOrNull(body.voucher_code) !== null,
	identity: byStatus(() => []),
};`,
	);
	edit('core/events/index.ts', 'notificationSources = [', 'notificationSources = [voucher, ');
	edit(
		'core/events/index.ts',
		"import { payout } from './sources/payout';",
		"import { payout } from './sources/payout';\nimport { voucher } from './sources/voucher';",
	);
	const { event, events } = evaluate(
		{
			'{ nameEvent }': 'core/events/index.ts',
			'{ MultiCurrencyPaymentsTrigger }': 'nodes/MultiCurrencyPaymentsTrigger/MultiCurrencyPaymentsTrigger.node.ts',
		},
		`{
			event: nameEvent({ voucher_code: 'V1', uuid: 'K7QX2M9D', status: 'redeemed' }),
			events: new MultiCurrencyPaymentsTrigger().description.properties.find(({ name }) => name === 'events').default,
		}`,
	) as { event: object; events: string[] };
	expect(event).toMatchObject({ event_type: 'voucher.redeemed', is_final: true });
	expect(events).toContain('voucher');
});

it('shows a fault in money by the test that the recipe names', () => {
	const files = filesOfRecipe('Fix something in money');
	const [decision, order, test] = files;
	expect([decision, order, test]).toEqual([
		'nodes/MultiCurrencyPayments/money/knowledge.ts',
		'nodes/MultiCurrencyPayments/money/payAll.ts',
		'test/unit/money/kernel/payAll.test.ts',
	]);
	const run = (): number => {
		try {
			execFileSync(
				process.execPath,
				['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--rootDir', copy, test],
				{ cwd: copy, stdio: 'ignore', timeout: 60_000 },
			);
			return 0;
		} catch (failed) {
			return (failed as { status: number }).status;
		}
	};
	expect(run()).toBe(0);
	edit(decision, 'alive.length > 1', 'alive.length > 2');
	expect(run()).toBe(1);
});
