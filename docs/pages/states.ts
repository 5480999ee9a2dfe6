import { isDeepStrictEqual } from 'node:util';
import { webhookOnlyPayinStatuses } from '../../contract/statuses';
import { notificationSources } from '../../core/events';
import type { Source } from '../../core/events/source';

/** Sources whose payments take the same way, and so share a picture. */
type Alike = readonly [Source, ...Source[]];

/** Colours that can be read on a light and on a dark page. */
const CLASSES = [
	'classDef shown fill:#eef1f5,stroke:#5b6675,color:#1f2733',
	'classDef told fill:#eef1f5,stroke:#5b6675,color:#1f2733,stroke-dasharray:5 4',
	'classDef shownFinal fill:#1b7f4b,stroke:#0f5132,color:#ffffff',
	'classDef toldFinal fill:#1b7f4b,stroke:#ffffff,color:#ffffff,stroke-dasharray:5 4',
];

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
	const way = ({ name, order, statuses, finalStatuses }: Source) => [
		...[order, statuses, finalStatuses],
		statuses.filter((status) => isOnlyTold(name, status)),
	];
	return isDeepStrictEqual(way(one), way(other));
}

function picture(sources: Alike): string {
	const titles = sources.map(({ title, name }) => `${title} (\`${name}\`)`).sort();
	return [`### ${titles.join(', ')}`, ['```mermaid', ...diagram(sources[0]), '```'].join('\n')].join('\n\n');
}

/** Whether the records of a source never show a status (specification: "Payin status": "Webhooks additionally use"). */
const isOnlyTold = (source: string, status: string): boolean =>
	source === 'payin' && webhookOnlyPayinStatuses.some((told) => told === status);

/** The lines of a flowchart: the statuses of a source, and which of them come next. */
function diagram({ name, statuses, finalStatuses, order }: Source): string[] {
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
	const arrows = statuses.flatMap((from) =>
		statuses
			.filter((to) => isNext(from, to))
			.map((to) => `\t${from} ${mayStillBecome(from, to) ? '-.->' : '-->'} ${to}`),
	);
	const back = Object.entries(order?.comesBack ?? {}).map(([status, { after }]) => `\t${after} --> ${status}`);
	// What nothing surely precedes can come while the payment is new, and the payment can then begin again.
	const [first = ''] = statuses;
	const loose = statuses.filter((status) => status !== first && !statuses.some((other) => follows(status, other)));
	const classOf = (status: string) => `${isOnlyTold(name, status) ? 'told' : 'shown'}${isFinal(status) ? 'Final' : ''}`;
	return [
		'flowchart LR',
		...statuses.map((status) => `\t${status}(${status}):::${classOf(status)}`),
		...arrows,
		...back,
		...loose.map((status) => `\t${first} <--> ${status}`),
		...CLASSES.map((line) => `\t${line}`),
	];
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
