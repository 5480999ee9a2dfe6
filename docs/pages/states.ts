import { isDeepStrictEqual } from 'node:util';
import { webhookOnlyPayinStatuses } from '../../contract/statuses';
import { notificationSources } from '../../core/events';
import type { Source } from '../../core/events/source';

/** Sources whose payments take the same way, and so share a picture. */
type Alike = readonly [Source, ...Source[]];

/** Colours that can be read on a light and on a dark page. */
const CLASSES: Readonly<Record<string, string>> = {
	shown: 'fill:#eef1f5,stroke:#5b6675,color:#1f2733',
	told: 'fill:#eef1f5,stroke:#5b6675,color:#1f2733,stroke-dasharray:5 4',
	shownFinal: 'fill:#1b7f4b,stroke:#0f5132,color:#ffffff',
	toldFinal: 'fill:#1b7f4b,stroke:#ffffff,color:#ffffff,stroke-dasharray:5 4',
};

/** The statuses of every source of notifications, as Markdown: a picture where their order is known. */
export function statePictures(): string {
	const drawn = notificationSources.filter(({ statuses, order }) => order !== undefined && statuses.length > 1);
	const groups: [Source, ...Source[]][] = [];
	for (const source of drawn) {
		const group = groups.find(([first]) => goSameWay(first, source));
		if (group) group.push(source);
		else groups.push([source]);
	}
	const others = notificationSources.filter((source) => !drawn.includes(source));
	groups.sort((one, other) => other.length - one.length);
	return [...groups.map(picture), unordered(others)].join('\n\n');
}

function goSameWay(one: Source, other: Source): boolean {
	const way = ({ order, statuses, finalStatuses }: Source) => [order, statuses, finalStatuses];
	return isDeepStrictEqual(way(one), way(other));
}

function picture(sources: Alike): string {
	const titles = sources.map(({ title, name }) => `${title} (\`${name}\`)`).sort();
	return [`### ${titles.join(', ')}`, ['```mermaid', ...diagram(sources), '```'].join('\n')].join('\n\n');
}

/** Whether the records of a source never show a status (specification: "Payin status": "Webhooks additionally use"). */
const isOnlyTold = (source: string, status: string): boolean =>
	source === 'payin' && webhookOnlyPayinStatuses.some((told) => told === status);

/** The lines of a flowchart: the statuses of a source, and which of them come next. */
function diagram(sources: Alike): string[] {
	const [{ statuses, finalStatuses, order }] = sources;
	const later = new Map(statuses.map((status) => [status, new Set(order?.overtakenBy[status])]));
	const follows = (status: string, earlier: string) => later.get(earlier)?.has(status) === true;
	const isFinal = (status: string) => finalStatuses.includes(status);
	// Such as expired and received: an end that another end may still replace. It is no step on the way to that one.
	const mayStillBecome = (from: string, to: string) =>
		[from, to].every(isFinal) &&
		follows(to, from) &&
		isDeepStrictEqual(later.get(from), new Set([to, ...(later.get(to) ?? [])]));
	const isNext = (from: string, to: string) =>
		follows(to, from) &&
		!statuses.some((step) => follows(step, from) && follows(to, step) && !mayStillBecome(step, to));
	// What nothing surely precedes can come while the payment is new, and the payment can then begin again.
	const [first = ''] = statuses;
	const loose = statuses.filter((status) => status !== first && !statuses.some((other) => follows(status, other)));
	const arrows = statuses.flatMap((from) => [
		...statuses
			.filter((to) => isNext(from, to))
			.map((to) => ({ from, line: mayStillBecome(from, to) ? '-.->' : '-->', to })),
		...Object.entries(order?.comesBack ?? {})
			.filter(([, { after }]) => after === from)
			.map(([to]) => ({ from, line: '-->', to })),
		...loose.filter(() => from === first).map((to) => ({ from, line: '<-->', to })),
	]);
	const isTold = (status: string) => sources.some(({ name }) => isOnlyTold(name, status));
	const classOf = (status: string) => `${isTold(status) ? 'told' : 'shown'}${isFinal(status) ? 'Final' : ''}`;
	const classes = Map.groupBy(statuses, classOf);
	return [
		'flowchart LR',
		...joined(arrows).map((line) => `\t${line}`),
		...[...classes].map(([drawn, members]) => `\tclass ${members.join()} ${drawn}`),
		...[...classes.keys()].map((drawn) => `\tclassDef ${drawn} ${CLASSES[drawn] ?? ''}`),
	];
}

interface Arrow {
	from: string;
	line: string;
	to: string;
}

/** A line for all that lead from the same statuses to the same ones. */
function joined(arrows: readonly Arrow[]): string[] {
	const byStart = Map.groupBy(arrows, ({ from, line }) => `${from} ${line}`);
	const starts = [...byStart.values()].map((same) => ({ ...same[0], to: same.map(({ to }) => to).join(' & ') }));
	const byEnd = Map.groupBy(starts, ({ line, to }) => `${line} ${to}`);
	return [...byEnd].map(([end, same]) => `${same.map(({ from }) => from).join(' & ')} ${end}`);
}

/** A table of the sources whose statuses come in no order that is known. */
function unordered(sources: readonly Source[]): string {
	const rows = sources.map(({ title, name, statuses, finalStatuses }) => {
		const shown = statuses.map((status) => (finalStatuses.includes(status) ? `**\`${status}\`**` : `\`${status}\``));
		return `| ${title} (\`${name}\`) | ${shown.join(' ') || 'as the service sends them'} |`;
	});
	return [
		'### No known order',
		['| Source | Statuses (final ones in bold) |', '|---|---|', ...rows.sort()].join('\n'),
	].join('\n\n');
}
