import { alikeIn, rowsInWords } from '../../../../core/text/alike';

const rows = (...reasons: string[]) => reasons.map((reason, index) => ({ row: index + 1, reason }));
const told = (...reasons: string[]) =>
	alikeIn(rows(...reasons), (reason) => reason).map((alike) => `${rowsInWords(alike.rows)}: ${alike.reason}`);

it('names the first three rows, and counts the others', () => {
	expect(told('a', 'b', 'a', 'a', 'b', 'a', 'a')).toEqual(['5 rows (1, 3, 4 and 2 more): a']);
	expect(told('a', 'b', 'a', 'b', 'a', 'b', 'a', 'b')).toHaveLength(2);
});

it('leaves few rows to themselves', () => {
	expect(told('a', 'a', 'a', 'b')).toEqual([]);
	expect(told()).toEqual([]);
});
