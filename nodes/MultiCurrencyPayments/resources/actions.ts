import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { acknowledges, fieldsOf } from '../../service/answers';
import type { Operation } from '../operation';
import { readOptions } from '../form/fields';
import type { ItemCall } from '../run/itemCall';
import { asItems } from '../form/presentation';

/**
 * Sends what moves no money out of the account. It is repeated only where it provably had no effect.
 * @param check what the answer must contain, which is nothing for an action
 * @returns the fields of the answer
 */
export const post = async (item: ItemCall, path: string, body: object, check = acknowledges): Promise<IDataObject> =>
	fieldsOf(await item.client.write({ method: 'POST', path, body, moves: [] }, check));

/** Sends an action on a record. @returns the service's answer with the record's uuid */
export const act = async (item: ItemCall, path: string, body: { uuid: string }): Promise<IDataObject> => ({
	...(await post(item, path, body)),
	uuid: body.uuid,
});

const OUTCOMES = ['completed', 'failed'] as const;

/** How a simulation ends (specification: "Operations marked sandbox only"). */
const outcomeField = (what: string): INodeProperties => ({
	displayName: 'Outcome',
	name: 'outcome',
	type: 'options',
	options: OUTCOMES.map((value) => ({
		name: value === 'failed' ? 'Failed' : what === 'Payin' ? 'Paid' : 'Completed',
		value,
	})),
	default: 'completed',
	description: 'How the simulated payment ends',
});

interface SimulatedKind extends Pick<Operation, 'action' | 'description'> {
	path: string;
	/** The field for what is simulated. */
	uuid: INodeProperties;
	/** Further fields. */
	properties?: INodeProperties[];
	/** What they add to the request. */
	body?: (item: ItemCall) => IDataObject;
}

/** A sandbox operation that ends a pending payment. Its output says which outcome was asked for. */
export function simulateOperation({ path, uuid: field, properties = [], body, ...texts }: SimulatedKind): Operation {
	return {
		value: 'simulate',
		name: 'Simulate',
		verb: 'simulated',
		...texts,
		sandboxOnly: true,
		properties: [field, outcomeField(field.displayName), ...properties, readOptions],
		async execute(item) {
			const outcome = item.choice('outcome', 'Outcome', OUTCOMES);
			const uuid = item.requiredText('uuid', field.displayName);
			await post(item, path, { uuid, status: outcome, ...body?.(item) });
			return asItems({ uuid, outcome, simulated: true });
		},
	};
}
