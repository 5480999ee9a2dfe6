import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { v2Currencies, v3Currencies } from '../../../contract/currencies';
import { MultiCurrencyPaymentsApi } from '../../../credentials/MultiCurrencyPaymentsApi.credentials';
import { messagesPage } from '../../../docs/messages/page';
import { MultiCurrencyPayments } from '../../../nodes/MultiCurrencyPayments/MultiCurrencyPayments.node';
import { MultiCurrencyPaymentsPollingTrigger } from '../../../nodes/MultiCurrencyPaymentsPollingTrigger/MultiCurrencyPaymentsPollingTrigger.node';
import { MultiCurrencyPaymentsTrigger } from '../../../nodes/MultiCurrencyPaymentsTrigger/MultiCurrencyPaymentsTrigger.node';
import { filesOf, TOP } from './houseFiles';
import { allPages, boldTexts, codeSpans, deadEnd, linksOf, quotations, writtenPages } from './pages';

/** What the pages say about links, forms, messages, commands and tests is true. */

const nodes = [
	new MultiCurrencyPayments(),
	new MultiCurrencyPaymentsTrigger(),
	new MultiCurrencyPaymentsPollingTrigger(),
].map(({ description }) => description);

type Choice = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** Every name that a form shows: of fields, of choices, of options. */
function namesIn(choices: readonly Choice[]): string[] {
	return choices.flatMap((choice) => [
		'displayName' in choice ? choice.displayName : choice.name,
		...('options' in choice ? namesIn(choice.options ?? []) : []),
		...('values' in choice ? namesIn(choice.values) : []),
	]);
}

const properties = [...nodes.flatMap((node) => node.properties), ...new MultiCurrencyPaymentsApi().properties];
const shown = new Set([
	...nodes.map(({ displayName }) => displayName),
	...namesIn(properties),
	// n8n's own.
	...['Allowed HTTP Request Domains', 'Import from file', 'Retry On Fail'],
]);

const words = (text: string) => text.replace(/\s+/g, ' ');

/** The texts of all files that match, in one. */
const textOf = (pattern: string, folder = TOP): string =>
	globSync(pattern, { cwd: folder, exclude: (name) => name === 'node_modules' })
		.map((file) => readFileSync(join(folder, file), 'utf8'))
		.join('\n');

const programs = textOf('{bench,docs,emulator,sandbox,scripts,start,test}/**/*.ts');
const code = textOf('{core,credentials,nodes,runtime,test}/**/*.ts');
const settings = ['config', 'backend-common']
	.map((name) => textOf('dist/**/*.js', join(TOP, 'node_modules/@n8n', name)))
	.join('\n');

describe.each(allPages().map((page) => [page.path, page] as const))('%s', (_path, page) => {
	it('leads nowhere that does not exist', () => {
		expect(linksOf(page).flatMap((link) => deadEnd(link) ?? [])).toEqual([]);
	});

	it('names only commands that exist, with options that exist', () => {
		const { scripts } = JSON.parse(readFileSync(join(TOP, 'package.json'), 'utf8')) as {
			scripts: Record<string, string>;
		};
		const unknown = [
			...page.text.matchAll(/npm (?:run (?:--silent )?([\w:-]+)|(test|start))((?: --| --?[\w-]+)*)/g),
		].flatMap(([command, run, short, options = '']) => [
			...(scripts[run ?? short ?? ''] === undefined ? [command] : []),
			...[...options.matchAll(/--([\w-]+)/g)].flatMap(([, option = '']) =>
				programs.includes(option) ? [] : [`${command}: ${option}`],
			),
		]);
		expect(unknown).toEqual([]);
	});
});

describe.each(writtenPages().map((page) => [page.path, page] as const))('%s', (_path, page) => {
	it('writes in bold what a form shows, under its name there', () => {
		const names = boldTexts(page)
			.filter((bold) => /^[A-Z]/.test(bold) && !/[.…:]$/.test(bold))
			.flatMap((bold) => words(bold).split(/: | → /));
		expect(names.filter((name) => !shown.has(name) && !LABELS.includes(name))).toEqual([]);
	});

	it('writes in code style what stands in the code', () => {
		const identifiers = codeSpans(page).filter(
			(span) => /^[a-z]\w*[a-zA-Z0-9](\.\w+)*$/.test(span) && !WORDS.includes(span),
		);
		const unknown = identifiers.filter((span) =>
			span.split('.').some((part) => !new RegExp(`\\b${part}\\b`).test(code)),
		);
		expect(unknown).toEqual([]);
	});

	it('names environment variables that n8n or Node reads', () => {
		const variables = [...page.text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b[^`]*`/g)].map(([, name = '']) => name);
		expect(variables.filter((name) => !settings.includes(`'${name}'`) && !ELSEWHERE.includes(name))).toEqual([]);
	});
});

/** Bold, but no name in a form. */
const LABELS = ['Everywhere alike'];

/** Names of files and the like. */
const WORDS = ['localhost', 'examples'];

/** Read by Node, or by n8n itself, which is not among the development dependencies. */
const ELSEWHERE = [
	'WEBHOOK_URL',
	'N8N_WEBHOOK_URL',
	'N8N_USER_FOLDER',
	'OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS',
	'N8N_REINSTALL_MISSING_PACKAGES',
	'N8N_UNVERIFIED_PACKAGES_ENABLED',
	'NODE_EXTRA_CA_CERTS',
];

it('docs/agents.md can be read in three minutes', () => {
	const [page] = allPages().filter(({ path }) => path === 'docs/agents.md');
	expect(page?.text.match(/[\w’'.-]*\w[\w’'.-]*/g)?.length).toBeLessThanOrEqual(600);
});

describe('docs/troubleshooting.md', () => {
	it('quotes messages as they are', () => {
		const [page] = allPages().filter(({ path }) => path === 'docs/troubleshooting.md');
		const said = words(messagesPage()).replace(/‹[^›]*›/g, '');
		const quoted = (page ? quotations(page) : []).map(words);
		expect(quoted.length).toBeGreaterThan(10);
		expect(
			quoted.filter(
				(message) => !said.includes(message) && !nodes.some((node) => JSON.stringify(node).includes(message)),
			),
		).toEqual([]);
	});
});

describe('docs/guarantees.md', () => {
	const [page] = allPages().filter(({ path }) => path === 'docs/guarantees.md');
	const text = page?.text ?? '';
	const section = (heading: string) => text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
	const promises = ['When the node finds a payment', 'Lists of payees', 'Events'].flatMap((heading) => [
		...section(heading).matchAll(/^- .+$/gm),
	]);

	it('can be read in ten minutes', () => {
		expect(text.match(/\S+/g)?.length).toBeLessThanOrEqual(1500);
	});

	it('says what survives what, and each row is a test', () => {
		const rows = [...section('What survives what').matchAll(/^\| (.+?) \|.*\|$/gm)].map(([, what]) => what);
		const [held] = linksOf({ path: 'docs/guarantees.md', text: section('What survives what') });
		const tests = [...readFileSync(join(TOP, held?.file ?? ''), 'utf8').matchAll(/\bit\('(.+?)', /g)];
		expect(rows.slice(1)).toEqual(tests.map(([, title]) => title));
		expect(tests.length).toBeGreaterThanOrEqual(12);
	});

	it('promises more, and says where that ends', () => {
		expect(promises.length).toBeGreaterThanOrEqual(24);
	});

	it.each(promises.map(([promise]) => promise))('%s', (promise) => {
		const held = linksOf({ path: 'docs/guarantees.md', text: promise }).filter(({ file }) => file.startsWith('test/'));
		expect(held).not.toEqual([]);
		// A whole file, or what stands in it.
		for (const { text: words, file } of held)
			if (words === 'test') expect(file).toMatch(/\.test\.ts$/);
			else expect(readFileSync(join(TOP, file), 'utf8')).toContain(words);
	});
});

describe('ARCHITECTURE.md', () => {
	const [page] = allPages().filter(({ path }) => path === 'ARCHITECTURE.md');
	const text = page?.text ?? '';
	const namesIn = (words: string) => [...words.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

	it('can be read in a quarter of an hour', () => {
		expect(text.match(/\S+/g)?.length).toBeLessThanOrEqual(2500);
	});

	it('tells of every file of money/', () => {
		const [, table = ''] = /\| File of `money\/` \| .*\n((?:\|.*\|\n)+)/.exec(text) ?? [];
		const told = table.split('\n').flatMap((row) => namesIn(row.split('|')[1] ?? ''));
		const files = filesOf('nodes/MultiCurrencyPayments/money').map((file) => basename(file, '.ts'));
		expect(told.sort()).toEqual(files.sort());
	});

	it('tells of every room of the nodes', () => {
		const [, places = ''] = text.split('\n## Where things are\n');
		const rooms = new Set(
			filesOf('nodes').flatMap((file) => /^nodes\/(?:MultiCurrencyPayments\/)?([A-Za-z\d]+)\//.exec(file)?.[1] ?? []),
		);
		const told = namesIn(places.split('\n## ')[0] ?? '').map((name) => basename(name));
		expect([...rooms].filter((room) => !told.includes(room))).toEqual([]);
	});
});

describe.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'emulator/README.md'])('%s', (path) => {
	it('names only files and folders that exist, by the end of their path', () => {
		const files = filesOf();
		const existing = new Set(
			files.flatMap((file) => {
				const parts = file.split('/');
				const folders = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
				return [...folders, file.replace(/\.\w+$/, '')];
			}),
		);
		const [page] = allPages().filter((each) => each.path === path);
		const named = (page ? codeSpans(page) : []).filter(
			(span) => /^\w[\w.-]*(\/[\w.-]+)*\/?$/.test(span) && /\/|\.ts$/.test(span) && !span.startsWith('.cache'),
		);
		const known = (name: string) => existing.has(name) || [...existing].some((each) => each.endsWith(`/${name}`));
		expect(named.filter((span) => !known(span.replace(/\/$/, '')))).toEqual([]);
		expect(named.length).toBeGreaterThan(3);
	});
});

describe('README.md', () => {
	const [page] = allPages().filter(({ path }) => path === 'README.md');
	const text = page?.text ?? '';

	it('takes two screens', () => {
		expect(text.split('\n').length).toBeLessThanOrEqual(120);
	});

	it('has the sections of n8n’s template', () => {
		const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
		expect(headings).toEqual(
			expect.arrayContaining([
				'Installation',
				'Operations',
				'Credentials',
				'Compatibility',
				'Usage',
				'Resources',
				'Version history',
			]),
		);
	});

	it('counts the currencies', () => {
		expect(text).toContain(`in ${new Set([...v2Currencies, ...v3Currencies]).size} currencies`);
	});

	it('has the headings that nodes and credential lead to', () => {
		const { homepage } = JSON.parse(readFileSync(join(TOP, 'package.json'), 'utf8')) as { homepage: string };
		const [top = ''] = homepage.split('#');
		const files = globSync('{nodes,credentials}/**/*.{ts,json}', { cwd: TOP });
		const anchors = files.flatMap((file) =>
			[...readFileSync(join(TOP, file), 'utf8').matchAll(/https:\/\/[^'"\s]+#[\w-]+/g)].map(([address]) => address),
		);
		expect(anchors.length).toBeGreaterThan(0);
		for (const address of anchors) {
			expect(address.startsWith(top)).toBe(true);
			const anchor = address.split('#')[1];
			// GitHub's own anchor of the README as a whole.
			if (anchor !== 'readme') expect(deadEnd({ text: '', file: 'README.md', anchor })).toBeUndefined();
		}
	});
});

it('every page is linked from another one', () => {
	const linked = new Set(
		allPages().flatMap((page) => linksOf(page).flatMap(({ file }) => (file === page.path ? [] : file))),
	);
	expect(allPages().flatMap(({ path }) => (linked.has(path) || path === 'README.md' ? [] : path))).toEqual([]);
});
