import type { Repository } from './findings';

interface Lockfile {
	packages: Record<string, { license?: string; optional?: boolean }>;
}

/**
 * The content of docs/licences.md: the licences of the tools that development and tests install. The package itself ships no
 * third-party code.
 */
export function licencesPage(repository: Repository): string {
	const byLicence = new Map<string, Set<string>>();
	for (const [place, { license = 'not named' }] of Object.entries(
		repository.json<Lockfile>('package-lock.json').packages,
	)) {
		if (place === '') continue;
		const names = byLicence.get(license) ?? new Set();
		byLicence.set(license, names.add(place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)));
	}
	const few = 12;
	const rows = [...byLicence]
		.sort(([one, some], [other, others]) => others.size - some.size || one.localeCompare(other))
		.map(([licence, names]) => {
			const listed = names.size > few ? 'many' : [...names].sort().join(', ');
			return `| ${licence} | ${names.size} | ${listed} |`;
		});
	return `# Licences

The published package holds its own code alone, under the MIT licence, and has no dependencies. What follows is installed
for development and is not published. \`npm run release:check -- --write\` writes this page from package-lock.json; each
release also carries a bill of materials in CycloneDX form.

| Licence | Packages | Which |
| --- | --- | --- |
${rows.join('\n')}
`;
}
