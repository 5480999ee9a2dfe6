import type { IDataObject, INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { HIDDEN_FROM_MODELS } from './form/fields';
import type { ItemCall } from './form/itemCall';
import type { Run } from './form/run';

/**
 * What became of one item of an operation that handles all items together. Output items that come from none of the input items
 * say so by a `pairedItem` that is undefined.
 */
export type ItemResult = { item: number; items: INodeExecutionData[] } | { item: number; failure: unknown };

/** One operation of the action node: what the user sees of it and what it does. */
export interface Operation {
	value: string;
	name: string;
	/** Sentence case, names the resource, no article: what the node panel shows. */
	action: string;
	/** For users and AI agents: what happens, and whether money moves. */
	description: string;
	properties: INodeProperties[];
	/** What it does at the service, to say that nothing was done. Undefined for what only reads. */
	verb?: 'paid' | 'created' | 'refunded' | 'cancelled' | 'confirmed' | 'authorised' | 'resent' | 'simulated';
	/** Puts the execution to wait, which the tool of an AI agent cannot do. */
	waits?: true;
	/** Refuses to run in production, before any request (specification: "Conventions"). */
	sandboxOnly?: true;
	/** Handles one item. Every output item is linked to it by the node. Missing where only all items together make sense. */
	execute?(item: ItemCall): Promise<INodeExecutionData[]>;
	/** Handles all items together, where the parameter `batchMode` asks for it or there is no other way. */
	executeAll?(run: Run, items: ItemCall[], goOn: boolean): Promise<ItemResult[]>;
}

/** A resource of the service with its operations. */
export interface Resource {
	value: string;
	name: string;
	description: string;
	operations: Operation[];
	/** The operation that is chosen by default. */
	defaultOperation: string;
	/**
	 * Shows a record the way an item wants it. For resources whose payments a node can wait for.
	 * @param waitedFor what the operation stored when the wait began
	 */
	present?(item: Pick<ItemCall, 'isSimple'>, record: object, waitedFor: IDataObject): IDataObject;
}

/** The operation drop-down and all fields of a resource, each shown only for its operation. */
export function resourceProperties(resource: Resource): INodeProperties[] {
	const { defaultOperation } = resource;
	const show = { resource: [resource.value] };
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show },
			options: resource.operations.map(asOption),
			default: defaultOperation,
		},
		...moneyNotice(resource),
		...resource.operations.flatMap(({ value, properties }) =>
			properties.map((property) => ({
				...property,
				displayOptions: {
					...property.displayOptions,
					show: { ...property.displayOptions?.show, ...show, operation: [value] },
				},
			})),
		),
	];
}

function asOption({ value, name, action, description, sandboxOnly, waits }: Operation): INodePropertyOptions {
	const option = { value, name, action, description, ...(waits && { displayOptions: HIDDEN_FROM_MODELS }) };
	return sandboxOnly ? { ...option, name: `${name} (Sandbox)`, action: `${action} (sandbox)` } : option;
}

/** Shown above the form of a tool that moves money out. */
function moneyNotice({ value, operations }: Resource): INodeProperties[] {
	const moving = operations.filter(({ verb, waits }) => (verb === 'paid' || verb === 'refunded') && !waits);
	if (moving.length === 0) return [];
	return [
		{
			displayName: 'Moves money. Put a human review in front of this tool, as example 16 does.',
			name: 'moneyNotice',
			type: 'notice',
			default: '',
			displayOptions: {
				show: { '@tool': [true], resource: [value], operation: moving.map((operation) => operation.value) },
			},
		},
	];
}
