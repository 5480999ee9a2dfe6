import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A statement of the specification, found by its first words and a hash, and the rows that cover it. */
export interface Anchor {
	quote: string;
	/** Of section and statement; see facts.ts. */
	hash: string;
	/** Why it needs no row: it states nothing about the service, or that something is not shown. */
	without?: string;
	/** Names of rows; see nameOf. */
	rows: readonly string[];
}

/** Every statement of the specification, in its order. The specification itself is not part of this repository. */
export const anchors = JSON.parse(readFileSync(join(__dirname, 'anchors.json'), 'utf8')) as readonly Anchor[];
