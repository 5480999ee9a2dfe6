import { createHash } from 'node:crypto';

/** One statement of the specification: a row of a table, or a sentence of a paragraph or list. */
export interface Fact {
	/** The nearest heading above it, without its marks. */
	section: string;
	/** The first words, enough to find it. */
	quote: string;
	/** Of the section and the whole statement, so that any change is noticed. */
	hash: string;
	text: string;
}

const QUOTE_LENGTH = 70;

/** Every statement of a specification in Markdown. Headings, rules, and the heads of tables state nothing. */
export function factsOf(markdown: string): Fact[] {
	const lines = markdown.split('\n');
	let section = '';
	return lines.flatMap((line, index) => {
		const heading = /^#+ (.*)$/.exec(line);
		if (heading) {
			section = heading[1] ?? '';
			return [];
		}
		const isHead = /^\|/.test(line) && /^\|[-| ]+\|$/.test(lines[index + 1] ?? '');
		if (line.trim() === '' || isHead || /^\|[-| ]+\|$/.test(line)) return [];
		const statements = line.startsWith('|') ? [line] : sentencesOf(line);
		return statements.map((text) => ({
			section,
			quote: text.slice(0, QUOTE_LENGTH),
			hash: createHash('sha256').update(`${section}\n${text}`).digest('hex').slice(0, 12),
			text,
		}));
	});
}

/** A sentence ends at a full stop before a new one; abbreviations such as "e.g." end none. */
const sentencesOf = (line: string): string[] =>
	line
		.replace(/^\s*(?:[-*]|\d+\.)\s+/, '')
		.split(/(?<=[^.]{3}[.])\s+(?=[A-Z`])/)
		.map((sentence) => sentence.trim())
		.filter((sentence) => sentence !== '');
