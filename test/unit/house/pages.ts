import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { TOP } from './houseFiles';

/** A page of the documentation. */
export interface Page {
	/** Path from the top of the repository. */
	path: string;
	text: string;
}

/** A link of a page to a file of the repository. */
export interface Link {
	text: string;
	/** Path from the top. */
	file: string;
	anchor?: string;
}

/** Written from code or measurements, and held by tests of their own. */
const GENERATED = [
	'coverage',
	'compatibility',
	'licences',
	'messages',
	'operations',
	'scale',
	'assumptions',
	'examples',
];

const GUIDES = ['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md', 'emulator/README.md'];

const read = (path: string): Page => ({ path, text: readFileSync(join(TOP, path), 'utf8') });

/** Every page, generated ones included. */
export const allPages = (): Page[] =>
	[...GUIDES, ...globSync('docs/*.md', { cwd: TOP }).map((path) => path.replaceAll('\\', '/'))].sort().map(read);

/** The pages that people write and users read. */
export const writtenPages = (): Page[] =>
	allPages().filter(({ path }) => {
		const [, name] = /^docs\/(.+)\.md$/.exec(path) ?? [];
		return name === undefined ? path === 'README.md' || path === 'SECURITY.md' : !GENERATED.includes(name);
	});

/** The text outside of blocks of code. */
const prose = (text: string): string => text.replace(/```[\s\S]*?```/g, '');

/** Every piece of text in code style, outside of blocks. */
export const codeSpans = ({ text }: Page): string[] =>
	[...prose(text).matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);

/** Every text in bold. */
export const boldTexts = ({ text }: Page): string[] =>
	[...prose(text).matchAll(/\*\*([^*]+)\*\*/g)].map(([, bold = '']) => bold);

/** Every text in curly quotation marks. */
export const quotations = ({ text }: Page): string[] =>
	[...prose(text).matchAll(/“([^”]+)”/g)].map(([, said = '']) => said);

/** The links and pictures that lead to the repository. */
export function linksOf({ path, text }: Page): Link[] {
	// Written where they stand, or once below.
	const written = [
		...prose(text).matchAll(/!?\[([^\]]*)\]\(([^)\s]+)\)/g),
		...prose(text).matchAll(/^\[(\d+)\]: (\S+)$/gm),
	];
	return written
		.filter(([, , target = '']) => !/^[a-z]+:/.test(target))
		.map(([, words = '', target = '']) => {
			const [file = '', anchor] = target.split('#');
			const full = file === '' ? path : relative(TOP, join(TOP, dirname(path), file)).replaceAll('\\', '/');
			return { text: words, file: full, ...(anchor !== undefined && { anchor }) };
		});
}

/** The anchors that GitHub gives the headings of a page. */
const anchorsOf = (text: string): string[] =>
	[...prose(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);

/** What is wrong with a link; undefined when it leads somewhere. */
export function deadEnd({ file, anchor }: Link): string | undefined {
	if (!existsSync(join(TOP, file))) return `${file} does not exist`;
	if (anchor === undefined) return undefined;
	return anchorsOf(read(file).text).includes(anchor) ? undefined : `${file} has no heading #${anchor}`;
}
