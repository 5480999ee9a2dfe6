import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STAND_INS } from './standIns';

/** The folders that hold a lockfile and its package.json. */
export const FOLDERS = ['', 'runtime', 'runtime/versions/1.100.1', 'test/compat', 'test/compat/tools'] as const;

interface Lockfile {
	packages: Record<
		string,
		{ version?: string; integrity?: string; resolved?: string; link?: boolean; license?: string }
	>;
}

interface Manifest {
	name: string;
	version: string;
	dependencies?: Record<string, string>;
	devDependencies?: Record<string, string>;
}

/** The files of the repository. */
export class Repository {
	constructor(private readonly root: string) {}

	has(path: string): boolean {
		return existsSync(join(this.root, path));
	}

	text(path: string): string {
		return readFileSync(join(this.root, path), 'utf8');
	}

	json<T>(path: string): T {
		return JSON.parse(this.text(path)) as T;
	}
}

/** What only the owner can fill in and has not filled in yet. */
export function standIns(repository: Repository): string[] {
	return STAND_INS.flatMap(({ what, standIn, files, advice }) => {
		const places = files.filter((file) => repository.text(file).includes(standIn));
		return places.length === 0 ? [] : [`There is a stand-in for ${what} in ${places.join(', ')}. ${advice}`];
	});
}

/** Problems in the changelog. Each release needs a dated section; the next one has a section without a date. */
export function changelogFindings(changelog: string, version: string, isRelease: boolean): string[] {
	const headings = [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading]) => String(heading));
	const [first, ...releases] = headings;
	const findings = first === 'Unreleased' ? [] : ['CHANGELOG.md has to begin with a section "Unreleased".'];
	for (const heading of releases) {
		const [, date] = /^\d+\.\d+\.\d+ - (\d{4}-\d{2}-\d{2})$/.exec(heading) ?? [];
		if (date === undefined || Number.isNaN(Date.parse(date)))
			findings.push(`CHANGELOG.md: "${heading}" is not a version and a date, as "1.2.3 - 2026-01-31".`);
	}
	if (isRelease && !releases.some((heading) => heading.startsWith(`${version} - `)))
		findings.push(`CHANGELOG.md has no dated section for ${version}.`);
	return findings;
}

/** Problems with versions and dependencies. Development tools must be pinned, and the package must have no dependencies. */
export function dependencyFindings(repository: Repository): string[] {
	const { name, version, dependencies = {} } = repository.json<Manifest>('package.json');
	const findings: string[] = [];
	if (!/^\d+\.\d+\.\d+$/.test(version)) findings.push(`package.json: ${version} is no version such as 1.2.3.`);
	if (Object.keys(dependencies).length > 0)
		findings.push(`package.json: ${Object.keys(dependencies).join(', ')} would ship. n8n allows no dependencies.`);
	const own = repository.json<Lockfile>('package-lock.json').packages[''];
	if (own?.version !== version) findings.push(`package-lock.json is of ${name} ${own?.version}, not ${version}.`);
	return [...findings, ...FOLDERS.flatMap((folder) => lockfileFindings(repository, folder))];
}

function lockfileFindings(repository: Repository, folder: string): string[] {
	const path = (file: string) => (folder === '' ? file : `${folder}/${file}`);
	const { dependencies, devDependencies } = repository.json<Manifest>(path('package.json'));
	const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
		([, wanted]) => !/^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+$/.test(wanted),
	);
	const { packages } = repository.json<Lockfile>(path('package-lock.json'));
	const unproven = Object.entries(packages).filter(
		([place, { integrity, link, resolved }]) =>
			place !== '' && !link && (!integrity?.startsWith('sha512-') || /^(git|file|http:)/.test(resolved ?? '')),
	);
	return [
		...loose.map(([name, wanted]) => `${path('package.json')}: ${name} is not pinned (${wanted}).`),
		...unproven.map(([place]) => `${path('package-lock.json')}: ${place} has no SHA-512 of what is downloaded.`),
	];
}

/** Before a release, its workflows are kept, so that every later one is tested with them. */
export function savedFindings(repository: Repository, version: string): string[] {
	const folder = `test/saved/${version}`;
	return repository.has(`${folder}/examples`) ? [] : [`${folder} is missing; npm run release:save writes it.`];
}

/** Problems with the tag that starts a release: it must be the version. @param tag such as `1.2.3` */
export function tagFindings(repository: Repository, tag: string | undefined): string[] {
	const { version } = repository.json<Manifest>('package.json');
	return tag === undefined || tag === version ? [] : [`The tag is ${tag}, and package.json says ${version}.`];
}
