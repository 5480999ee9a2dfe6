import { assumptions } from '../contract/assumptions';
import { attemptNow } from '../core/attempt';
import { tableOf } from '../runtime/table';
import { named, unknown, VERDICTS, type Finding, type ProbeVerdict } from './finding';
import type { Created } from './journal';
import { probes } from './probes';
import type { Run } from './run';

/** What a probe has found, with what it means. */
export interface Judged extends Finding {
	id: string;
	/** When an earlier run found it; undefined where this one did. */
	since?: string;
}

/** What is kept of a run: sandbox-report.json. */
export interface Report {
	version: string;
	date: string;
	host: string;
	prefix: string;
	readOnly: boolean;
	currencies: string[];
	findings: Judged[];
	created: Created[];
	/** What went wrong on the way, each once. */
	problems: string[];
}

/** Whoever reads a report may not learn these. */
export class Secrets {
	constructor(private readonly values: readonly string[]) {}

	/** A text without them, and without what may be an account number. */
	without(text: string): string {
		const hidden = this.values
			.filter((value) => value.length > 3)
			.reduce((rest, value) => rest.replaceAll(value, '…'), text);
		return hidden.replace(/\d{7,}/g, '…');
	}
}

const isFound = ({ verdict }: Finding): boolean => verdict === 'confirmed' || verdict === 'refuted';

/**
 * What the probes say about a run. What an earlier run under the same prefix has found stands where this one did not see it:
 * it makes nothing twice, so it cannot see it again.
 */
export function judge(run: Run, earlier: Pick<Report, 'date' | 'findings'> | undefined, secrets: Secrets): Judged[] {
	return probes.map((probe) => {
		const judged = attemptNow(() => probe.judge(run));
		const found = 'value' in judged ? judged.value : unknown('The answer has a form that nothing was made for.');
		const before = earlier?.findings.find(({ id }) => id === probe.id);
		if (!isFound(found) && before && isFound(before)) return { ...before, since: before.since ?? earlier?.date };
		return { id: probe.id, verdict: found.verdict, seen: secrets.without(found.seen) };
	});
}

/** What went wrong on the way: endpoints that told nothing, each once. */
export const problemsOf = (run: Run): string[] => [
	...new Set(
		[...run.exchanges.values()]
			.filter(({ result, why }) => result === 'failed' && !why.startsWith('not asked'))
			.map(({ endpoint, why }) => `${endpoint}: ${why}`),
	),
	...new Set(run.services.flatMap(({ ended }) => (ended === '' ? [] : [`Nothing more was asked: ${ended}.`]))),
];

const count = (findings: readonly Judged[], verdict: ProbeVerdict): number =>
	findings.filter((each) => each.verdict === verdict).length;

/** `40 confirmed, 3 refuted, 2 unknown, 5 not tried`. */
export const tallyOf = (findings: readonly Judged[]): string =>
	(['confirmed', 'refuted', 'unknown', 'not tried'] as const)
		.map((verdict) => `${count(findings, verdict)} ${verdict}`)
		.join(', ');

const sorted = (findings: readonly Judged[]): Judged[] =>
	VERDICTS.flatMap((verdict) => findings.filter((each) => each.verdict === verdict));

const clipped = (text: string, length: number): string =>
	text.length > length ? `${text.slice(0, length - 1)}…` : text;

/** The table on the screen. */
export const screenOf = ({ findings }: Report): string =>
	tableOf(
		['Verdict', 'Assumption', 'Seen'],
		sorted(findings).map(({ verdict, id, seen }) => [verdict, id, clipped(seen, 90)]),
	);

/** What is left at the service, one line each. */
export const leftOf = ({ created, host, prefix }: Report): string[] =>
	created
		.filter((each) => each.host === host && each.externalId.startsWith(prefix) && each.left !== '')
		.map(({ account, kind, externalId, left }) => `${account} ${kind} ${externalId}: ${left}`);

const cell = (text: string): string => text.replace(/\s+/g, ' ').replace(/\|/g, '\\|');

function section(title: string, findings: readonly Judged[]): string[] {
	if (findings.length === 0) return [];
	const rows = findings.map(
		({ id, seen, since }) => `| ${id} | ${cell(seen)}${since ? ` (${since.slice(0, 10)})` : ''} |`,
	);
	return [`## ${title}`, ['| Assumption | Seen |', '|---|---|', ...rows].join('\n')];
}

/** sandbox-report.md: made to be pasted into an issue. */
export function pageOf(report: Report): string {
	const { findings, problems, currencies, date, version, readOnly } = report;
	const refutations = findings
		.filter(({ verdict }) => verdict === 'refuted')
		.flatMap(({ id, seen }) => {
			const assumption = assumptions.find((each) => each.id === id);
			const probe = probes.find((each) => each.id === id);
			return [
				`### ${id}: ${assumption?.about ?? ''}`,
				[
					`- Assumed (${assumption?.source ?? ''}): ${assumption?.assumed ?? ''}`,
					`- Seen: ${seen}`,
					`- What it means: ${assumption?.whenWrong ?? ''}`,
					`- What helps: ${probe?.helps ?? ''}`,
				].join('\n'),
			];
		});
	const of = (verdict: ProbeVerdict) => findings.filter((each) => each.verdict === verdict);
	const lists = (title: string, lines: readonly string[]) =>
		lines.length === 0 ? [] : [`## ${title}`, lines.map((line) => `- ${line}`).join('\n')];
	return [
		'# Sandbox report',
		`${tallyOf(findings)}. Version ${version}, ${date.slice(0, 10)}, accounts: ${named(currencies)}${readOnly ? ', read only' : ''}.`,
		...(refutations.length === 0 ? [] : ['## Refuted', ...refutations]),
		...section('Unknown', of('unknown')),
		...section('Not tried', of('not tried')),
		...section('Confirmed', of('confirmed')),
		...lists('Left at the service', leftOf(report)),
		...lists('Problems', problems),
	]
		.join('\n\n')
		.concat('\n');
}
