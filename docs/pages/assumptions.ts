import { assumptions } from '../../contract';
import type { AssumptionSource } from '../../contract/assumption';

const CHAPTERS: readonly (readonly [source: AssumptionSource, title: string])[] = [
	['public reference', 'From the service’s public reference'],
	['client code', 'From code that others wrote for the service'],
	['inferred', 'Inferred'],
];

/** docs/assumptions.md: everything this package takes for granted that the specification does not show. */
export function assumptionsPage(): string {
	const chapters = CHAPTERS.map(([source, title]) => {
		const rows = assumptions
			.filter((each) => each.source === source)
			.map(({ about, assumed, whenWrong }) => `| ${[about, assumed, whenWrong].map(cell).join(' | ')} |`);
		return [`## ${title}`, ['| About | Assumed | If the live service differs |', '|---|---|---|', ...rows].join('\n')];
	});
	return [
		'# Assumptions',
		'The service’s specification leaves gaps. This page lists each of them, how this package fills it, and what you would notice if the live service did it in another way.',
		'Written by `npx tsx docs/coverage/write.ts` from `contract/assumptions.ts`; do not edit by hand.',
		...chapters.flat(),
	]
		.join('\n\n')
		.concat('\n');
}

const cell = (words: string): string => words.trim().replace(/\s+/g, ' ').replace(/\|/g, '\\|');
