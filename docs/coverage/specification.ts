import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf, writtenSections, type Section } from './row';

/** The lines of the specification in its own order, with what covers each: rows.json. */
export const specification: Section[] = writtenSections
	.parse(JSON.parse(readFileSync(join(__dirname, 'rows.json'), 'utf8')))
	.map(({ title, rows }) => ({ title, rows: rows.flatMap(rowsOf) }));
