import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { identityStatuses, paymentStatuses, payoutStatuses, staticPayidStatuses } from '../../core/events/statuses';

/** A word of the service as a title: `return_pending` becomes `Return Pending`. */
function titleOf(status: string): string {
	return status.replace(/(^|_)([a-z])/g, (_whole, gap: string, letter: string) => (gap && ' ') + letter.toUpperCase());
}

function statusOptions(statuses: readonly string[]): INodePropertyOptions[] {
	return [...new Set(statuses)].sort().map((status) => ({ name: titleOf(status), value: status }));
}

/** The filter by status, of which all that notifications use can be chosen, and what the trigger knows beside them. */
export function statusesField(description: string, more: readonly string[] = []): INodeProperties {
	return {
		displayName: 'Statuses',
		name: 'statuses',
		type: 'multiOptions',
		default: [],
		options: statusOptions([
			...paymentStatuses,
			...payoutStatuses,
			...staticPayidStatuses,
			...identityStatuses,
			...more,
		]),
		description,
	};
}
