import { callers, placesOf } from './gaps';
import { operations } from './repository';
import type { Holding, Place, Row, Section } from './row';

/** The test that holds fields, values and limits against their schemas, row by row. */
const BY_ROW = 'unit/coverage/contract';

/** The test that runs every operation in n8n's engine and looks at which endpoints it calls. */
const IN_THE_ENGINE = 'integration/outputs';

/** The coverage table as Markdown. */
export function coverageTable(specification: Section[]): string {
	const called = callers(specification);
	const count = specification.reduce((sum, { rows }) => sum + rows.length, 0);
	return [
		'# Coverage of the specification',
		'Written by `npx tsx docs/coverage/write.ts` from the rows in `docs/coverage/`; do not edit by hand.',
		`${count} rows, in the order of the specification: where each reaches a user, what in \`contract/\` says the same, and which tests in \`test/\` prove it. What is about a part of the node names a test that runs the node. On the hosted page the node has no part: there the emulator shows what customers see. A test fails when a line has no answer, when no test runs the node that should, when something in the contract or an operation has no line, or when this file is out of date. \`${BY_ROW}\` takes its cases from these rows, and \`${IN_THE_ENGINE}\` runs every operation in n8n's engine and sees which endpoints it calls. A field of a request stands with all that calls its endpoint, also with what leaves an optional one out.`,
		...specification.map((section) => sectionTable(section, called)),
	]
		.join('\n\n')
		.concat('\n');
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
