import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Source } from '../../core/events/source';

/** The source of an event as a choice, under the name that the node's parameter uses. */
export function sourceOption({ title, action, description }: Source, value: string): INodePropertyOptions {
	return { name: title, value, action, description };
}

/** A word of the service as a title: `return_pending` becomes `Return Pending`. */
const titleOf = (status: string): string =>
	status.replace(/(^|_)([a-z])/g, (_whole, gap: string, letter: string) => (gap && ' ') + letter.toUpperCase());

/** The filter by status, with every status of these sources. */
export function statusesField(description: string, sources: readonly Source[]): INodeProperties {
	const statuses = new Set(sources.flatMap((source) => source.statuses));
	return {
		displayName: 'Statuses',
		name: 'statuses',
		type: 'multiOptions',
		default: [],
		options: [...statuses].sort().map((status) => ({ name: titleOf(status), value: status })),
		description,
	};
}
