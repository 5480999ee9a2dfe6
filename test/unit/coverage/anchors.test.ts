import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchors } from '../../../docs/coverage/anchors';
import { factsOf } from '../../../docs/coverage/facts';
import { nameOf } from '../../../docs/coverage/row';
import { specification } from '../../../docs/coverage/specification';

/** The specification is not part of the repository; it may lie beside it. */
const path = join(__dirname, '../../../../shared/spec/interface-specification.md');

const names = specification.flatMap((section) => section.rows.map((row) => nameOf(section, row)));

it('every statement of the specification has a row, or says why it needs none', () => {
	expect(anchors.filter(({ rows, without }) => (rows.length === 0) !== (without !== undefined))).toEqual([]);
});

it('every row that answers for a statement is in the table', () => {
	expect([...new Set(anchors.flatMap(({ rows }) => rows))].filter((row) => !names.includes(row))).toEqual([]);
});

it('every row of the table has a name of its own', () => {
	expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

const present = existsSync(path);
if (!present) console.warn(`The anchors are not compared with the specification, because ${path} is not there.`);

(present ? it : it.skip)('the anchors are those of the specification, word for word', () => {
	const facts = factsOf(readFileSync(path, 'utf8'));
	expect(anchors.map(({ quote, hash }) => ({ quote, hash }))).toEqual(
		facts.map(({ quote, hash }) => ({ quote, hash })),
	);
});

it('a word that changes in a statement changes its anchor', () => {
	const [before] = factsOf('## Limits\n| Refund expiry | return_expired | 10 days |');
	const [after] = factsOf('## Limits\n| Refund expiry | return_expired | 11 days |');
	expect(before?.quote).toBe('| Refund expiry | return_expired | 10 days |');
	expect(after?.hash).not.toBe(before?.hash);
});
