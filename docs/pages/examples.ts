import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

interface Workflow {
	name: string;
	nodes: { type: string; parameters: { content?: string } }[];
}

/** An example workflow, by its path from the top of the repository. */
interface Example extends Workflow {
	file: string;
}

/** Today's examples, in the order of learning. */
export function examples(): Example[] {
	return globSync('examples/*.json', { cwd: ROOT })
		.map((path) => `examples/${basename(path)}`)
		.sort()
		.map((file) => ({ ...(JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Workflow), file }));
}

/** The picture of an example. One that is new has none until `npm run pictures -- examples` has run. */
export function pictureOf(file: string): string[] {
	const picture = `${basename(file, '.json').replace(/^\d+-/, '')}.png`;
	return existsSync(join(ROOT, 'docs/pictures/examples', picture)) ? [picture] : [];
}

/** How many examples the README names: it ships with the package, and docs/examples.md has them all. */
const MOST_NAMED = 2;

/** What the first example workflows do, in the order of learning. */
export function exampleNames(): string {
	const names = examples().map(({ name }) => name.replace(/^\d+ /, ''));
	return `${names.slice(0, MOST_NAMED).join(' · ')}, and ${names.length - MOST_NAMED} more`;
}

/** docs/examples.md: every example with its picture and its notes. */
export function examplesPage(): string {
	return [
		'# Examples',
		'Workflows to import, in the order of learning. Download a file and choose **Import from file** in n8n. The notes stand in the workflow, too.',
		'Written by `npx tsx docs/coverage/write.ts` from `examples/`; do not edit by hand.',
		...examples().flatMap(({ name, nodes, file }) => [
			`## ${name}`,
			...pictureOf(file).map((picture) => `![The workflow in n8n’s editor](pictures/examples/${picture})`),
			`[Download](../${file})`,
			...nodes.flatMap(({ type, parameters: { content = '' } }) => (type.endsWith('.stickyNote') ? note(content) : [])),
		]),
	]
		.join('\n\n')
		.concat('\n');
}

/** A note with its heading in bold. */
const note = (content: string): string => content.trim().replace(/^## (.+)$/gm, '**$1**\n');
