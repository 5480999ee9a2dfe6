import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanCopy, ROOT } from './cleanCopy';

/** n8n's own tool for community packages, n8n-node, in a copy of the repository. */

let copy: string;
beforeAll(() => (copy = cleanCopy()));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function n8nNode(command: string) {
	const program = join(ROOT, 'node_modules', '@n8n', 'node-cli', 'bin', 'n8n-node.mjs');
	// With Jest's NODE_ENV, the rules would run in their own test mode. The flag is that of `npm run lint`.
	const env = {
		...process.env,
		NODE_ENV: 'production',
		CI: 'true',
		ESLINT_FLAGS: 'unstable_config_lookup_from_file',
	};
	const { status, stdout, stderr } = spawnSync(process.execPath, [program, command], {
		cwd: copy,
		encoding: 'utf8',
		env,
	});
	return { status, output: stdout + stderr };
}

/** Puts a file into the copy while something is done. */
function withFile<T>(file: string, text: string, action: () => T): T {
	const path = join(copy, file);
	const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
	writeFileSync(path, text);
	try {
		return action();
	} finally {
		if (before === undefined) rmSync(path);
		else writeFileSync(path, before);
	}
}

it('lint, in strict mode, finds nothing, not even a warning', () => {
	const { status, output } = n8nNode('lint');
	expect(output).not.toMatch(/warning|problem/);
	expect(status).toBe(0);
});

it('lint would find what is forbidden', () => {
	const { status, output } = withFile('nodes/bad.ts', 'setTimeout(() => process.exit(), 1);\n', () => n8nNode('lint'));
	expect(output).toMatch(/no-restricted-globals/);
	expect(status).toBe(1);
});

it('lint would find rules that are not n8n’s own', () => {
	const { status, output } = withFile('eslint.config.mjs', 'export default [];\n', () => n8nNode('lint'));
	expect(output).toContain('Strict mode violation');
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
