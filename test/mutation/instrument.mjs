import { Instrumenter } from '@stryker-mutator/instrumenter';
import { text } from 'node:stream/consumers';

/**
 * Reads source files from its input (JSON, `[{ name, content }]`) and writes them with all their mutants, each behind a switch,
 * and the mutants. A process of its own, because the instrumenter loads only as an ES module.
 */

/** Words in a row are a message for people. Tests of wording hold those that matter, and not word for word. */
const isProse = (words) => /[a-z,.:;] |\s[a-z]/i.test(words);

const textsOf = (path) => {
	if (path.isStringLiteral()) return [path.node.value];
	return path.isTemplateLiteral() ? path.node.quasis.map(({ value }) => value.raw) : [];
};

/** No money depends on it. */
const prose = { shouldIgnore: (path) => (textsOf(path).some(isProse) ? 'text of a message' : undefined) };

const silent = () => undefined;
const logger = { isDebugEnabled: () => false, debug: silent, info: silent, warn: silent, error: console.error };

const files = JSON.parse(await text(process.stdin)).map((file) => ({ ...file, mutate: true }));
const made = await new Instrumenter(logger).instrument(files, {
	plugins: null,
	excludedMutations: [],
	ignorers: [prose],
});
process.stdout.write(JSON.stringify(made));
