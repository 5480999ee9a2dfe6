import { execFileSync } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MultiCurrencyPaymentsApi } from '../../../credentials/MultiCurrencyPaymentsApi.credentials';
import { MultiCurrencyPayments } from '../../../nodes/MultiCurrencyPayments/MultiCurrencyPayments.node';
import { MultiCurrencyPaymentsPollingTrigger } from '../../../nodes/MultiCurrencyPaymentsPollingTrigger/MultiCurrencyPaymentsPollingTrigger.node';
import { MultiCurrencyPaymentsTrigger } from '../../../nodes/MultiCurrencyPaymentsTrigger/MultiCurrencyPaymentsTrigger.node';
import { packPackage } from '../../../runtime/packedPackage';
import { ROOT } from '../../nightly/cleanCopy';

/** What users install: the tarball, checked against n8n's verification rules. */

let folder: string;
let files: string[];
let contentOf: (file: string) => string;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'packed-package-'));
	execFileSync('tar', ['-xzf', await packPackage(join(folder, 'tarball')), '-C', folder]);
	symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
	const root = join(folder, 'package');
	files = (readdirSync(root, { recursive: true }) as string[]).filter((file) => statSync(join(root, file)).isFile());
	contentOf = (file) => readFileSync(join(root, file), 'utf8');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const manifest = () =>
	JSON.parse(contentOf('package.json')) as {
		dependencies?: object;
		peerDependencies: object;
		n8n: { nodes: string[]; credentials: string[] };
	};
const code = () => files.filter((file) => file.endsWith('.js'));

it('holds dist, README, licence and manifest, and nothing else', () => {
	const outside = files.filter((file) => !file.startsWith('dist/'));
	expect(outside.sort()).toEqual(['LICENSE.md', 'README.md', 'package.json']);
	const kinds = new Set(files.filter((file) => file.startsWith('dist/')).map((file) => file.split('.').pop()));
	expect([...kinds].sort()).toEqual(['js', 'json', 'svg']);
	expect(files.filter((file) => /^dist\/(contract|emulator|test)\//.test(file))).toEqual([]);
});

it('has every node and credential that its manifest names, with codex and icons', () => {
	const { nodes, credentials } = manifest().n8n;
	const shipped = (ending: string) => files.filter((file) => file.endsWith(ending)).sort();
	expect([...nodes].sort()).toEqual(shipped('.node.js'));
	expect([...credentials].sort()).toEqual(shipped('.credentials.js'));
	for (const node of nodes) expect(files).toContain(node.replace('.node.js', '.node.json'));
	expect(files).toEqual(expect.arrayContaining(['dist/icons/payments.svg', 'dist/icons/payments.dark.svg']));
});

it('needs nothing at run time but n8n-workflow and crypto', () => {
	expect(manifest().dependencies).toBeUndefined();
	expect(manifest().peerDependencies).toEqual({ 'n8n-workflow': '*' });
	const required = code().flatMap((file) =>
		[...contentOf(file).matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => String(name)),
	);
	const foreign = new Set(required.filter((name) => !name.startsWith('.')));
	expect([...foreign].sort()).toEqual(['crypto', 'n8n-workflow']);
});

/** What n8n finds by its name: values as they are, and of each function only that it is one. */
function outline(value: unknown): unknown {
	if (typeof value === 'function') return 'function';
	if (Array.isArray(value)) return value.map(outline);
	if (typeof value !== 'object' || value === null) return value;
	const kind = Object.getPrototypeOf(value) as object;
	const names = [...Object.keys(value), ...(kind === Object.prototype ? [] : Object.getOwnPropertyNames(kind))];
	return Object.fromEntries(names.map((name) => [name, outline((value as Record<string, unknown>)[name])]));
}

it.each([
	['credentials', { MultiCurrencyPaymentsApi }],
	['nodes', { MultiCurrencyPayments, MultiCurrencyPaymentsTrigger, MultiCurrencyPaymentsPollingTrigger }],
] as const)('has %s with every name that n8n knows from the source', async (kind, source) => {
	const packed = manifest().n8n[kind].map(
		async (file) => (await import(join(folder, 'package', file))) as typeof source,
	);
	const classes: Record<string, new () => object> = Object.assign({}, ...(await Promise.all(packed)));
	for (const [name, Class] of Object.entries(source)) {
		const found = classes[name];
		expect(outline(found && new found())).toEqual(outline(new Class()));
	}
});

it('has code that can be read: each module under its name, nothing on long lines', () => {
	const lines = contentOf('dist/payments.js').split('\n');
	const modules = lines.flatMap((line) => /^\/\/ ((?:core|credentials|nodes)\/\S+\.ts)$/.exec(line)?.[1] ?? []);
	expect(modules).toContain('core/digest.ts');
	expect(modules.filter((module) => !existsSync(join(ROOT, module)))).toEqual([]);
	expect(lines.filter((line) => line.length > 1_000)).toEqual([]);
});

it('shows in a stack trace the names of the source', () => {
	const [, trigger = ''] = manifest().n8n.nodes;
	const program = `
		const { MultiCurrencyPaymentsTrigger } = require(${JSON.stringify(join(folder, 'package', trigger))});
		new MultiCurrencyPaymentsTrigger().webhook.call({}).catch(({ stack }) => process.stdout.write(stack));`;
	const stack = execFileSync(process.execPath, ['--eval', program], { encoding: 'utf8' });
	const named = [...stack.matchAll(/at (\S+) \(\S+payments\.js:/g)].map(([, name]) => name);
	expect(named).toEqual(['readNotification', 'receive', 'Object.webhook']);
});

describe('n8n’s verification scanner', () => {
	function scan(source: string, published: string) {
		// With Jest's NODE_ENV, the rules would run in their own test mode.
		const env = { ...process.env, NODE_ENV: 'production' };
		const program = join(__dirname, 'scan.mjs');
		const found = execFileSync(process.execPath, [program, source, published], { encoding: 'utf8', env });
		return JSON.parse(found) as Record<'source' | 'published', { passed: boolean; details?: string }>;
	}

	it('passes the source and the published files', () => {
		const passes = { passed: true };
		expect(scan(ROOT, join(folder, 'package'))).toEqual({
			source: passes,
			published: passes,
		});
	});

	it('would find what is forbidden', () => {
		const bad = join(folder, 'bad');
		mkdirSync(join(bad, 'nodes'), { recursive: true });
		writeFileSync(join(bad, 'package.json'), '{ "name": "bad" }');
		writeFileSync(join(bad, 'nodes', 'bad.js'), 'setTimeout(() => console.log(process.env), 1);');
		const { source, published } = scan(bad, bad);
		for (const { passed, details } of [source, published]) {
			expect(passed).toBe(false);
			expect(details).toMatch(/no-restricted-globals/);
			expect(details).toMatch(/no-console/);
			expect(details).toMatch(/valid-author/);
		}
	});
});
