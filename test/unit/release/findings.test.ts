import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
	changelogFindings,
	dependencyFindings,
	FOLDERS,
	Repository,
	savedFindings,
	standIns,
	tagFindings,
} from '../../../scripts/release/findings';
import { STAND_INS } from '../../../scripts/release/standIns';

const ROOT = join(__dirname, '..', '..', '..');
const MANIFESTS = FOLDERS.flatMap((place) => [join(place, 'package.json'), join(place, 'package-lock.json')]);

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'findings-'));
	for (const path of [...MANIFESTS, ...STAND_INS.flatMap(({ files }) => files)]) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		cpSync(join(ROOT, path), join(folder, path));
	}
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function change(path: string, from: string | RegExp, to: string): void {
	const text = readFileSync(join(folder, path), 'utf8');
	expect(text).toMatch(from);
	writeFileSync(join(folder, path), text.replace(from, to));
}

it('finds nothing wrong with the dependencies of the repository', () => {
	expect(dependencyFindings(new Repository(folder))).toEqual([]);
});

it.each([
	[
		'a dependency that would ship',
		'package.json',
		'"devDependencies"',
		'"dependencies": { "left": "1.0.0" },"devDependencies"',
		/left would ship/,
	],
	['a tool that is not pinned', 'package.json', /"zod": "/, '"zod": "^', /zod is not pinned/],
	[
		'a version that the lockfile does not know',
		'package.json',
		/"version": "[\d.]+"/,
		'"version": "9.9.9"',
		/not 9\.9\.9/,
	],
	[
		'a download without hash',
		'runtime/package-lock.json',
		/"integrity": "sha512-/,
		'"integrity": "sha1-',
		/no SHA-512/,
	],
])('finds %s', (_what, path, from, to, finding) => {
	change(path, from, to);
	expect(dependencyFindings(new Repository(folder)).join()).toMatch(finding);
});

it('lists what only the owner can fill in, until it is filled in', () => {
	expect(standIns(new Repository(folder))).toHaveLength(STAND_INS.length);
	change('package.json', 'maintainers@multi-currency-payments.dev', 'someone@example.com');
	expect(standIns(new Repository(folder))).toHaveLength(STAND_INS.length - 1);
});

it('knows every file that ships or speaks to users with a stand-in in it', () => {
	for (const { standIn, files } of STAND_INS) {
		const found = spawnSync('git', ['grep', '-lF', '-e', standIn], { cwd: ROOT, encoding: 'utf8' }).stdout;
		const others = /^(scripts|test)\/|package-lock\.json$/;
		expect(found.split('\n').filter((file) => file !== '' && !others.test(file))).toEqual([...files].sort());
	}
});

it('asks for the saved workflows of a release', () => {
	const repository = new Repository(folder);
	expect(savedFindings(repository, '1.2.3')).toEqual(['test/saved/1.2.3 is missing; npm run release:save writes it.']);
	mkdirSync(join(folder, 'test/saved/1.2.3/examples'), { recursive: true });
	expect(savedFindings(repository, '1.2.3')).toEqual([]);
});

it('compares the tag with the version', () => {
	const repository = new Repository(folder);
	const { version } = repository.json<{ version: string }>('package.json');
	expect(tagFindings(repository, undefined)).toEqual([]);
	expect(tagFindings(repository, version)).toEqual([]);
	expect(tagFindings(repository, '9.9.9')).toHaveLength(1);
});

describe('a changelog', () => {
	it.each([
		['with what comes next alone', '## Unreleased\n', false, []],
		['with dated releases', '## Unreleased\n\n## 1.0.0 - 2026-01-31\n', true, []],
		['without what comes next', '## 1.0.0 - 2026-01-31\n', false, [/begin with/]],
		['with a release without date', '## Unreleased\n\n## 1.0.0\n', false, [/not a version and a date/]],
		['with a day that does not exist', '## Unreleased\n\n## 1.0.0 - 2026-13-01\n', false, [/not a version and a date/]],
		['without the release', '## Unreleased\n', true, [/no dated section for 1\.0\.0/]],
	])('%s', (_what, text, isRelease, findings) => {
		expect(changelogFindings(`# Changelog\n\n${text}`, '1.0.0', isRelease)).toEqual(
			findings.map((finding) => expect.stringMatching(finding) as string),
		);
	});
});
