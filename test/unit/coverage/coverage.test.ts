import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { disagreements } from '../../../docs/coverage/contractSchema';
import { gaps } from '../../../docs/coverage/gaps';
import { generated } from '../../../docs/coverage/generated';
import { rowsOf, type WrittenRow } from '../../../docs/coverage/row';
import { specification } from '../../../docs/coverage/specification';
import { coverageTable } from '../../../docs/coverage/table';

/** After a change to rows, operations or contract, run `npx tsx docs/coverage/write.ts`. */
it.each(generated().map(({ path, text }) => [relative(process.cwd(), path), text]))(
	'%s is up to date',
	(path, text) => {
		expect(readFileSync(path, 'utf8')).toBe(text);
	},
);

it('every line of the specification has an operation, a contract and a test, and nothing has no line', () => {
	expect(gaps(specification)).toEqual([]);
});

describe('what would be noticed', () => {
	const answers = {
		in: ['payin.get'],
		tests: ['emulator/payins: create echoes the request, masks the authorization value and keeps the metadata'],
	};
	const gapsOf = (row: WrittenRow) => gaps([{ title: 'Test', rows: rowsOf(row) }]);

	it.each([
		['an operation that does not exist', { rule: 'x', ...answers, in: ['payin.dance'] }, 'there is no payin.dance'],
		[
			'a test that does not exist',
			{ rule: 'x', ...answers, tests: ['emulator/payins: dances'] },
			'there is no test emulator/payins: dances',
		],
		['a line without a test', { rule: 'x', ...answers, tests: [] }, 'has no test'],
		['a line without a place', { rule: 'x', ...answers, in: [] }, 'reaches no user'],
		[
			'a name the contract lacks',
			{ rule: 'x', ...answers, by: ['payinDance'] },
			'the contract lacks {"kind":"name","name":"payinDance"}',
		],
		[
			'an operation that does not call the endpoint',
			{ endpoint: 'v2.payins.refund', in: ['payin.cancel'], tests: answers.tests },
			'payin.cancel never calls /v2/payins/refund',
		],
		[
			'another limit',
			{ limit: 'pageSize', value: 21, line: 'x', ...answers },
			'the contract lacks {"kind":"limit","limit":"pageSize","value":21}',
		],
		[
			'another value',
			{ values: 'stages', members: 'dancing', ...answers },
			'the contract lacks {"kind":"value","list":"stages","value":"dancing","at":[]}',
		],
		[
			'a part of the node without a test that runs it',
			{ rule: 'x', ...answers },
			'names a part of the node, and no test that runs it',
		],
		[
			'a field without a test that runs the node, where it names tests',
			{ fields: 'notification payin', types: { uuid: ['string', ...answers.tests] } },
			'names a part of the node, and no test that runs it',
		],
	] satisfies [string, WrittenRow, string][])('%s', (_case, row, gap) => {
		expect(gapsOf(row)[0]).toMatch(new RegExp(`: ${gap.replace(/[.[\]{}]/g, '\\$&')}$`));
	});

	it.each([
		['a test that runs the node', { in: ['payin.get'], tests: [...answers.tests, 'integration/outputs'] }],
		['a test of its core', { in: ['trigger'], tests: [...answers.tests, 'unit/core/money'] }],
		['the hosted page alone', { ...answers, in: ['hosted page'] }],
		['another node alone', { ...answers, in: ['HTTP Request node'] }],
	])('but not with %s', (_case, given) => {
		expect(gapsOf({ rule: 'x', ...given }).filter((gap) => gap.startsWith('Test › '))).toEqual([]);
	});

	it('but no statement that the package shows nothing of', () => {
		const found = gapsOf({ statement: 'x', untestable: 'People decide.' });
		expect(found.filter((gap) => gap.startsWith('Test › '))).toEqual([]);
	});

	it('an endpoint, a value, a limit, an error case or an operation without a line', () => {
		const found = gaps([]);
		for (const what of [
			'endpoint v2.payins.create',
			'value pending of payinStatuses',
			'limit pageSize',
			'error case cardDeclined',
			'operation payin.create',
		])
			expect(found).toContain(`${what} has no row`);
	});

	it('a field that is missing, of another type, or needed where the specification leaves it out', () => {
		const asked = (name: string, type: string) => {
			const [row] = rowsOf({ fields: 'v2.payins.create body', types: { [name]: type } });
			const [holding] = row?.contract ?? [];
			return holding?.kind === 'field' ? disagreements(holding.at, holding.type) : [];
		};
		expect(asked('dance', 'string')).toEqual(['v2.payins.create body dance is not in the contract']);
		expect(asked('amount', 'string, optional')).toEqual([]);
		expect(asked('gst', 'string')).toEqual(['v2.payins.create body gst takes true for a string']);
		expect(asked('gst', 'boolean, optional')).toEqual(['v2.payins.create body gst is demanded']);
		expect(asked('external_id', 'string')).toEqual(['v2.payins.create body external_id may be left out']);
	});
});

it('the table shows the rows that hold all words given', () => {
	const table = coverageTable(specification, ['REFUND', 'expiry']);
	expect(table).toContain('## Limits');
	expect(table.split('\n').filter((line) => line.startsWith('| ') && !/refund/i.test(line))).toEqual([
		'| Specification | Where | Contract | Tests |',
	]);
	expect(coverageTable(specification).length).toBeGreaterThan(100_000);
});
