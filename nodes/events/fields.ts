import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Source } from '../../core/events/source';

/** The source of an event as a choice, under the name that the node's parameter uses. */
export function sourceOption({ title, action, description }: Source, value: string): INodePropertyOptions {
	return { name: title, value, action, description };
}

/** The path of a trigger's address, for the trigger and for the operations that have the service notify it. */
export const DEFAULT_TRIGGER_PATH = 'multi-currency-payments';

/**
 * Characters that need no encoding. A colon is excluded: n8n would read a placeholder and use another address. So are parts
 * of dots alone: whoever calls the address leaves them out.
 */
const USABLE_PATH = /^(?!(?:.*\/)?\.{1,2}(?:\/|$))\/?[\w.~-]+(?:\/[\w.~-]+)*\/?$/;

/** Whether a trigger can have an address with this path; an empty one stands for the default. */
export const isUsablePath = (path: string): boolean => path === '' || USABLE_PATH.test(path);

/** What is told of any other path, wherever it is given. */
export const UNUSABLE_PATH = {
	message: 'The path holds characters that an address cannot have',
	description: 'Use letters, digits, dots, hyphens and underscores, in parts divided by slashes.',
};

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
