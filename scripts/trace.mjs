/**
 * Tells where in the source a position of the bundle comes from, such as one in the stack trace of a user's log. Build the same
 * version first: the same source gives the same bundle.
 *
 *   npm run build && npm run trace -- 512:13
 */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

const MAP = new URL('../dist/payments.js.map', import.meta.url);

const [, line, column] = /^(\d+):(\d+)$/.exec(process.argv[2] ?? '') ?? [];
if (line === undefined) {
	console.error('Give the line and the column of the bundle: npm run trace -- 512:13');
	process.exit(1);
}
const { name, fileName, lineNumber, columnNumber } = new SourceMap(JSON.parse(readFileSync(MAP, 'utf8'))).findOrigin(
	Number(line),
	Number(column),
);
console.log(`${fileName}:${lineNumber}:${columnNumber}${name ? ` ${name}` : ''}`);
