import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { acknowledges, fieldsOf } from '../../service/answers';
import type { Operation } from '../operation';
import { readOptions } from '../form/fields';
import type { ItemCall } from '../run/itemCall';
import { asItems } from '../form/presentation';

/**
 * Sends an action on a record and returns the service's answer with the record's uuid. It may move money, so it is repeated
 * only where it provably had no effect.
 */
export async function act(
	item: ItemCall,
	path: string,
	body: { uuid: string; [field: string]: unknown },
): Promise<IDataObject> {
	const answer = await item.client.write({ method: 'POST', path, body, moves: [] }, acknowledges);
	return { ...fieldsOf(answer), uuid: body.uuid };
}

const OUTCOMES = ['completed', 'failed'] as const;

const outcomesOf = (what: string): INodePropertyOptions[] =>
	OUTCOMES.map((value) => ({ name: value === 'failed' ? 'Failed' : what === 'Payin' ? 'Paid' : 'Completed', value }));

/** How a simulation ends (specification: "Operations marked sandbox only"). */
const outcomeField = (what: string): INodeProperties => ({
	displayName: 'Outcome',
	name: 'outcome',
	type: 'options',
	options: outcomesOf(what),
	default: 'completed',
	description: 'How the simulated payment ends',
});

interface SimulatedKind extends Pick<Operation, 'action' | 'description'> {
	path: string;
	/** The field for what is simulated. */
	uuid: INodeProperties;
}

/** A sandbox operation that ends a pending payment. Its output says which outcome was asked for. */
export function simulateOperation(
	{ action, description, path, uuid: uuidField }: SimulatedKind,
	extra: { properties: INodeProperties[]; body: (item: ItemCall) => IDataObject } = {
		properties: [],
		body: () => ({}),
	},
): Operation {
	return {
		value: 'simulate',
		name: 'Simulate',
		action,
		verb: 'simulated',
		description,
		sandboxOnly: true,
		properties: [uuidField, outcomeField(uuidField.displayName), ...extra.properties, readOptions],
		async execute(item) {
			const outcome = item.choice('outcome', 'Outcome', OUTCOMES);
			const uuid = item.requiredText('uuid', uuidField.displayName);
			await act(item, path, { uuid, status: outcome, ...extra.body(item) });
			return asItems({ uuid, outcome, simulated: true });
		},
	};
}
