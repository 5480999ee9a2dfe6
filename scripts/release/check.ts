import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changelogFindings, dependencyFindings, Repository, savedFindings, standIns, tagFindings } from './findings';
import { licencesPage } from './licences';

/**
 * Checks everything a release needs, without network access.
 *
 *   npm run release:check                 what must hold at any time; lists what only the owner can fill in
 *   npm run release:check -- --release    the same before a release; fails if anything is left to fill in
 *   npm run release:check -- --write      the same, after writing docs/licences.md anew
 */

const ROOT = join(__dirname, '..', '..');
const LICENCES = 'docs/licences.md';

const repository = new Repository(ROOT);
const isRelease = process.argv.includes('--release');
const page = licencesPage(repository);
if (process.argv.includes('--write')) writeFileSync(join(ROOT, LICENCES), page);

const tag = process.env.GITHUB_REF_TYPE === 'tag' ? process.env.GITHUB_REF_NAME : undefined;
const { version } = repository.json<{ version: string }>('package.json');
const toFillIn = standIns(repository);
const findings = [
	...dependencyFindings(repository),
	...changelogFindings(repository.text('CHANGELOG.md'), version, isRelease),
	...tagFindings(repository, tag),
	...(repository.text(LICENCES) === page ? [] : [`${LICENCES} is not of this lockfile; write it with --write.`]),
	...(isRelease ? [...savedFindings(repository, version), ...toFillIn] : []),
];

for (const finding of findings) console.log(`- ${finding}`);
if (!isRelease && toFillIn.length > 0)
	console.log(['Before a release the owner fills in:', ...toFillIn.map((each) => `- ${each}`)].join('\n'));
console.log(findings.length === 0 ? `${version} has what a release needs.` : `${findings.length} findings`);
process.exitCode = findings.length === 0 ? 0 : 1;
