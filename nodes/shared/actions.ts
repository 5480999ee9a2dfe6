import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ItemCall } from './itemCall';

/** The outcome field of every simulation (specification: "Sandbox"). */
export const outcomeField: INodeProperties = {
	displayName: 'Outcome',
	name: 'outcome',
	type: 'options',
	options: [
		{ name: 'Completed', value: 'completed' },
		{ name: 'Failed', value: 'failed' },
	],
	default: 'completed',
	description: 'How the simulated payment ends',
};

/**
 * Sends an action on a record that exists and answers with its identifier and what the service said. Such an action is
 * safe to look at but not to repeat blindly, so it is sent once.
 */
export async function act(item: ItemCall, path: string, body: { uuid: string } & object): Promise<IDataObject> {
	const answer = await item.client.write<IDataObject>({ method: 'POST', path, body });
	return { uuid: body.uuid, ...answer };
}
