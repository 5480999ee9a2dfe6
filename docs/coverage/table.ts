import { callers, isOutsideTheNode, placesOf } from './gaps';
import { operations } from './repository';
import type { Holding, Place, Row, Section } from './row';

/** The test that holds fields, values and limits against their schemas, row by row. */
const BY_ROW = 'unit/coverage/contract';

/** The test that runs every operation in n8n's engine and looks at which endpoints it calls. */
const IN_THE_ENGINE = 'integration/outputs';

/** The page: what is covered, how much, and what is not. */
export function coveragePage(specification: Section[]): string {
	const rows = specification.flatMap(({ title, rows }) => rows.map((row) => ({ title, row })));
	const untested = rows.filter(({ row }) => row.untestable !== undefined);
	const elsewhere = rows.filter(({ row }) => isOutsideTheNode(row));
	const tests = new Set(rows.flatMap(({ row }) => row.tests));
	return [
		'# Coverage of the specification',
		'Written by `npx tsx docs/coverage/write.ts` from `docs/coverage/rows.json`; do not edit by hand.',
		`${rows.length} lines of the specification, in its order. Each says where it reaches a user, what in \`contract/\` says the same, and which tests prove it: ${tests.size} tests by their names, beside \`${BY_ROW}\`, which takes a case from each field, value and limit, and \`${IN_THE_ENGINE}\`, which runs every operation in n8n's engine and sees which endpoints it calls. A test fails when a line has no answer, when no test runs the node that should, and when something in the contract or an operation has no line. \`npm run test:coverage-proof\` breaks the code of each row and sees that its tests fail.`,
		'The whole table, or the rows that hold some words:',
		'```\nnpx tsx docs/coverage/show.ts\nnpx tsx docs/coverage/show.ts refund expiry\n```',
		'## Lines by section',
		[
			'| Section | Lines |',
			'|---|---|',
			...specification.map(({ title, rows: { length } }) => `| ${cell(title)} | ${length} |`),
		].join('\n'),
		'## Without the node',
		`${elsewhere.length} lines reach users elsewhere: cards, cashbacks and identity checks by the HTTP Request node with the credential of this package, and what customers see on the hosted page, which the emulator shows.`,
		'## What no test can tell',
		[
			'| Line | Why |',
			'|---|---|',
			...untested.map(({ row }) => `| ${cell(row.line)} | ${cell(row.untestable ?? '')} |`),
		].join('\n'),
	]
		.join('\n\n')
		.concat('\n');
}

/** Every row as a table in Markdown, or those that hold all of some words, in whatever case. */
export function coverageTable(specification: Section[], words: readonly string[] = []): string {
	const called = callers(specification);
	const wanted = words.map((word) => word.toLowerCase());
	const holds = (title: string, row: Row) => {
		const text = JSON.stringify([title, row]).toLowerCase();
		return wanted.every((word) => text.includes(word));
	};
	return specification
		.map(({ title, rows }) => ({ title, rows: rows.filter((row) => holds(title, row)) }))
		.filter(({ rows }) => rows.length > 0)
		.map((section) => sectionTable(section, called))
		.join('\n\n');
}

function sectionTable({ title, rows }: Section, called: Map<string, Place[]>): string {
	return [
		`## ${title}\n`,
		'| Specification | Where | Contract | Tests |',
		'|---|---|---|---|',
		...rows.map(
			(row) =>
				`| ${[row.line, placesOf(row, called).join(', '), contractOf(row), testsOf(row)].map(cell).join(' | ')} |`,
		),
	].join('\n');
}

const contractOf = ({ contract, untestable }: Row) =>
	contract.map(shown).join('\n') || (untestable === undefined ? 'behaviour' : 'statement');

function shown(holding: Holding): string {
	switch (holding.kind) {
		case 'endpoint':
			return `\`${holding.endpoint}\``;
		case 'field':
			return `\`${holding.at}\``;
		case 'value':
			return `\`${holding.list}\``;
		case 'limit':
			return `\`limits.${holding.limit}\``;
		case 'error':
			return `\`errorCases.${holding.error}\``;
		case 'name':
			return `\`${holding.name}\``;
	}
}

function testsOf({ contract, places, tests, untestable }: Row): string {
	if (untestable !== undefined) return untestable;
	const isHeldByRow = contract.some(
		(one) => one.kind === 'field' || one.kind === 'limit' || (one.kind === 'value' && one.at.length > 0),
	);
	const isRun = contract.some(({ kind }) => kind === 'endpoint') && places.some((place) => operations.includes(place));
	const derived = [...(isHeldByRow ? [BY_ROW] : []), ...(isRun ? [IN_THE_ENGINE] : [])];
	return [...derived, ...tests].map((test) => test.replace(': ', ' › ')).join('\n');
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', '<br>');
