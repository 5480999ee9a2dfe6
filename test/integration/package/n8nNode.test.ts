import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cleanCopy, ROOT, TOOLS } from './cleanCopy';

/** n8n's own tool for community packages, n8n-node, in a copy of the repository. */

let copy: string;
beforeAll(() => (copy = cleanCopy()));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function n8nNode(command: string) {
	const program = join(ROOT, TOOLS, 'node_modules', '@n8n', 'node-cli', 'bin', 'n8n-node.mjs');
	// With Jest's NODE_ENV, the rules would run in their own test mode.
	const env = { ...process.env, NODE_ENV: 'production', CI: 'true' };
	const { status, stdout, stderr } = spawnSync(process.execPath, [program, command], {
		cwd: copy,
		encoding: 'utf8',
		env,
	});
	return { status, output: stdout + stderr };
}

/** Puts n8n's lint configuration in place of ours, for some of the files. */
function lintAsN8nDoes(...files: string[]): void {
	const ignores = ['*', ...files.map((file) => `!${file}`)];
	const config = join(ROOT, TOOLS, 'node_modules', '@n8n', 'node-cli', 'dist', 'configs', 'eslint.js');
	writeFileSync(
		join(copy, 'eslint.config.mjs'),
		`import { config } from ${JSON.stringify(pathToFileURL(config).href)};
		export default [{ ignores: ${JSON.stringify(ignores)} }, ...config];`,
	);
}

it('lint finds nothing in what ships, not even a warning', () => {
	lintAsN8nDoes('nodes', 'credentials', 'core', 'package.json');
	const { status, output } = n8nNode('lint');
	expect(output).not.toMatch(/warning|problem/);
	expect(status).toBe(0);
});

it('lint would find what is forbidden', () => {
	lintAsN8nDoes('bad.ts');
	writeFileSync(join(copy, 'bad.ts'), 'setTimeout(() => process.exit(), 1);\n');
	const { status, output } = n8nNode('lint');
	rmSync(join(copy, 'bad.ts'));
	expect(output).toMatch(/no-restricted-globals/);
	expect(status).toBe(1);
});

it('build makes the JavaScript, the descriptions and the icons that the manifest names', () => {
	const { status, output } = n8nNode('build');
	expect(output).toContain('Build successful');
	expect(status).toBe(0);
	const { n8n } = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8')) as {
		n8n: { nodes: string[]; credentials: string[] };
	};
	const descriptions = n8n.nodes.map((file) => file.replace(/js$/, 'json'));
	const made = [...n8n.nodes, ...n8n.credentials, ...descriptions, 'dist/icons/payments.svg'];
	expect(made.filter((file) => !existsSync(join(copy, file)))).toEqual([]);
	const [credential = ''] = n8n.credentials;
	expect(readFileSync(join(copy, credential), 'utf8')).toContain('class MultiCurrencyPaymentsApi');
});
