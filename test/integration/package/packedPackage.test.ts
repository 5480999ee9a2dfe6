import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { ESLint } from 'eslint';
import { packPackage } from '../../../runtime/packedPackage';

/** What users install: the tarball, held against the rules of n8n's verification (its scanner lints the compiled files). */

let folder: string;
let files: string[];
let contentOf: (file: string) => string;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'packed-package-'));
	execFileSync('tar', ['-xzf', await packPackage(join(folder, 'tarball')), '-C', folder]);
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

it('passes the rules that n8n’s scanner holds the published files to', () => {
	const eslint = join(require.resolve('eslint/package.json'), '..', 'bin', 'eslint.js');
	const config = join(__dirname, 'scanner.eslint.config.mjs');
	const { stdout } = spawnSync(process.execPath, [eslint, '--config', config, '--format', 'json', 'dist'], {
		cwd: join(folder, 'package'),
		encoding: 'utf8',
	});
	const results = JSON.parse(stdout) as ESLint.LintResult[];
	expect(results).toHaveLength(code().length);
	const found = results.flatMap(({ filePath, messages }) =>
		messages.map(({ ruleId, line, message }) => `${relative(folder, filePath)}:${line} ${ruleId} ${message}`),
	);
	expect(found).toEqual([]);
});
