import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const top = join(__dirname, '../../test');

/** Words of `describe`, `it` and `test`, also with `.each` and the like behind them. */
const BLOCKS = new Set(['describe', 'it', 'test']);

/** A placeholder in the title of a table of tests. */
const PLACE = /%[spdifjo#]|%%|\$\{[^}]*\}|\$[\w.]+/g;

interface TestFile {
	/** Full titles, `describe` first; those of tables keep their placeholders. */
	titles: readonly string[];
	text: string;
}

const files = new Map<string, TestFile | undefined>();

/** A test file by its path below test/, without `.test.ts`; undefined when there is none. */
function testFile(name: string): TestFile | undefined {
	if (!files.has(name)) {
		const [path] = globSync(`${name}.test.ts`, { cwd: top });
		const text = path === undefined ? undefined : readFileSync(join(top, path), 'utf8');
		files.set(name, text === undefined ? undefined : { titles: titlesIn(parsed(text), []), text });
	}
	return files.get(name);
}

const parsed = (text: string): ts.SourceFile => ts.createSourceFile('test.ts', text, ts.ScriptTarget.Latest, true);

function titlesIn(node: ts.Node, outer: readonly string[]): string[] {
	const block = ts.isCallExpression(node) ? blockOf(node) : undefined;
	if (block === undefined) {
		const found: string[] = [];
		ts.forEachChild(node, (child) => void found.push(...titlesIn(child, outer)));
		return found;
	}
	const titles = [...outer, block.title];
	if (block.word !== 'describe') return [titles.join(' ')];
	return block.call.arguments.flatMap((argument) => titlesIn(argument, titles));
}

function blockOf(call: ts.CallExpression): { word: string; title: string; call: ts.CallExpression } | undefined {
	const word = firstWord(call.expression);
	const [title] = call.arguments;
	if (word === undefined || !BLOCKS.has(word) || title === undefined || call.arguments.length < 2) return undefined;
	if (ts.isStringLiteralLike(title)) return { word, title: title.text, call };
	return ts.isTemplateExpression(title) ? { word, title: title.getText().slice(1, -1), call } : undefined;
}

function firstWord(expression: ts.Expression): string | undefined {
	if (ts.isIdentifier(expression)) return expression.text;
	if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression)) {
		return firstWord(expression.expression);
	}
	return ts.isTaggedTemplateExpression(expression) ? firstWord(expression.tag) : undefined;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Whether a full title fits this template, with a value from the file in every placeholder. */
function isTitle(template: string, title: string, text: string): boolean {
	const pattern = template.split(PLACE).map(escaped).join('(.*)');
	const values = new RegExp(`^${pattern}$`, 's').exec(title)?.slice(1);
	return values?.every((value) => text.includes(value.replaceAll("'", "\\'")) || text.includes(value)) === true;
}

/** Whether a test reference (`folder/file: full title`) names a test; a file as a whole may go without title. */
export function isTest(reference: string): boolean {
	const [name = '', title] = reference.split(/: (.*)/s);
	const file = testFile(name);
	return file !== undefined && (title === undefined || file.titles.some((each) => isTitle(each, title, file.text)));
}

/** A pattern of the full title, for Jest: a placeholder matches any value. */
export const titlePattern = (title: string): string => `^${title.split(PLACE).map(escaped).join('.*')}$`;
