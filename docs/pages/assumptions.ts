import { assumptions } from '../../contract';
import type { Assumption } from '../../contract/assumption';
import { PARTS, type Part } from '../../sandbox/probe';
import { probeFiles } from '../../sandbox/probes';
import { unprobed } from '../../sandbox/unprobed';

/** What a user may meet first: notifications that are refused, payments that are not found again, and the first payments. */
export const FIRST: readonly string[] = [
	...['signatureHeader', 'signatureEncoding', 'signatureAlgorithm', 'authorizationValue', 'unreachableTarget'],
	...['recordDelay', 'externalIdForm', 'payoutListRecord', 'payinListRecord', 'linkMetadataField'],
	...['linkListFilters', 'refundListField', 'refundReferenceField', 'refundAmountField', 'partialRefundWindow'],
	...['idempotency', 'simulateOutcomeField', 'actionBodies', 'payoutCallback', 'payeeShown'],
];

const probed = Object.entries(probeFiles).flatMap(([file, probes]) => probes.map((probe) => ({ file, probe })));

/** The probe of an assumption as a link, or why it has none. */
function shownBy({ id }: Assumption): string {
	const known = probed.find(({ probe }) => probe.id === id);
	return known ? `[${id}](../sandbox/probes/${known.file}.ts)` : `none: ${unprobed[id] ?? ''}`;
}

const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
	[headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');

const lines = (some: readonly Assumption[], last: string): string =>
	table(
		['About', 'Assumed', last],
		some.map((each) => [each.about, each.assumed, shownBy(each)]),
	);

/** docs/assumptions.md: everything this package takes for granted that the specification does not show. */
export function assumptionsPage(): string {
	const isFirst = ({ id }: Assumption) => FIRST.includes(id);
	const first = assumptions.filter(isFirst).sort((a, b) => FIRST.indexOf(a.id) - FIRST.indexOf(b.id));
	const partOf = ({ id }: Assumption): Part | undefined => probed.find(({ probe }) => probe.id === id)?.probe.part;
	const others = assumptions.filter((each) => !isFirst(each));
	const chapters = (Object.keys(PARTS) as Part[]).flatMap((part) => [
		`## ${PARTS[part]}`,
		lines(
			others.filter((each) => partOf(each) === part),
			'Probe',
		),
	]);
	return [
		'# Assumptions',
		'The service’s specification leaves gaps. This page lists each of them and how this package fills it.',
		'`npm run check:sandbox -- --base-url … --app-id … --secret-key …` tries on a sandbox account of yours, with the least amounts, what can be seen from outside. It tells of each assumption whether it is confirmed or refuted, what a refuted one means for you and what helps, and writes a page without keys, names and account numbers. Paste it into an issue: then the next version knows. `--help` lists the options; a run that is repeated makes nothing twice.',
		'Written by `npx tsx docs/coverage/write.ts` from `contract/assumptions.ts` and `sandbox/`; do not edit by hand.',
		'## What you may meet first',
		table(
			['About', 'Assumed', 'If the live service differs', 'Probe'],
			first.map((each) => [each.about, each.assumed, each.whenWrong, shownBy(each)]),
		),
		'For the following ones, the report of the check and `contract/` say what a difference means.',
		...chapters,
		'## No probe shows it',
		lines(
			others.filter((each) => partOf(each) === undefined),
			'Why',
		),
	]
		.join('\n\n')
		.concat('\n');
}

const cell = (words: string): string => words.trim().replace(/\s+/g, ' ').replace(/\|/g, '\\|');
