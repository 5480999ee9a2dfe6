import { FOLDERS, type Repository } from './findings';

interface Lockfile {
	packages: Record<string, { license?: string; optional?: boolean }>;
}

/** What each lockfile is for. */
const PURPOSES: Record<(typeof FOLDERS)[number], string> = {
	'': 'Development and tests',
	runtime: 'The n8n that tests and demonstrations start',
	'runtime/versions/1.100.1': 'The oldest n8n that demonstrations start',
	'test/compat': 'The engines of older and newer n8n',
	'test/compat/tools': 'n8n’s verification tools',
};

/** A licence of so many packages or fewer names them. */
const FEW = 30;

/** The licences of the packages of one lockfile, the most frequent first. */
function table(repository: Repository, folder: string): string {
	const byLicence = new Map<string, Set<string>>();
	const { packages } = repository.json<Lockfile>(`${folder === '' ? '.' : folder}/package-lock.json`);
	for (const [place, { license = 'not named' }] of Object.entries(packages)) {
		if (place === '') continue;
		const names = byLicence.get(license) ?? new Set();
		byLicence.set(license, names.add(place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)));
	}
	const rows = [...byLicence]
		.sort(([one, some], [other, others]) => others.size - some.size || one.localeCompare(other))
		.map(([licence, names]) => {
			const listed = names.size > FEW ? 'many' : [...names].sort().join(', ');
			return `| ${licence} | ${names.size} | ${listed} |`;
		});
	return ['| Licence | Packages | Which |', '| --- | --- | --- |', ...rows].join('\n');
}

/**
 * The content of docs/licences.md: the licences of everything that development and tests install. The package itself ships
 * no third-party code.
 */
export function licencesPage(repository: Repository): string {
	return `# Licences

The published package holds its own code alone, under the MIT licence, and has no dependencies. What follows is installed
for development and is not published. “SEE LICENSE IN LICENSE.md” is the Sustainable Use License of n8n.
\`npm run release:check -- --write\` writes this page from the lockfiles; each release also carries a bill of materials in
CycloneDX form.

${FOLDERS.map((folder) => `## ${PURPOSES[folder]}\n\n${table(repository, folder)}`).join('\n\n')}
`;
}
