import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faults } from '../../../docs/coverage/proof/faults';
import { claims } from '../../../docs/coverage/proof/prove';

const top = join(__dirname, '../../..');

it('every row that names a test has a fault to be noticed', () => {
	expect(claims.filter(({ mutations }) => mutations.length === 0).map(({ row }) => row)).toEqual([]);
});

it('every fault belongs to a row', () => {
	const rows = claims.map(({ row }) => row);
	expect(Object.keys(faults).filter((row) => !rows.includes(row))).toEqual([]);
});

it('every fault finds the words that it changes', () => {
	const changed = Object.entries(faults).flatMap(([row, fault]) => (fault.kind === 'text' ? [{ row, ...fault }] : []));
	const missed = changed.filter(({ file, from }) => !readFileSync(join(top, file), 'utf8').includes(from));
	expect(missed.map(({ row }) => row)).toEqual([]);
});
