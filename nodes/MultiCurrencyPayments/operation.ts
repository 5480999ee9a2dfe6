import type { ItemResult } from './run/lanes';
import type { IDataObject, INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { accountField, HIDDEN_FROM_MODELS, readOptions } from './form/fields';
import type { ItemCall } from './run/itemCall';

/** One operation of the action node: what the user sees of it and what it does. */
export interface Operation {
	value: string;
	name: string;
	/** Sentence case, names the resource, no article: what the node panel shows. */
	action: string;
	/** For users and AI agents: what happens. Whether money moves is added to what only reads, and to what asks a customer for a payment. */
	description: string;
	properties: INodeProperties[];
	/** What it does at the service, to say that nothing was done. Undefined for what only reads. */
	verb?: 'paid' | 'created' | 'refunded' | 'cancelled' | 'confirmed' | 'authorised' | 'resent' | 'simulated';
	isAskedFor?: true;
	/** Puts the execution to wait, which the tool of an AI agent cannot do. */
	waits?: true;
	/** Asks all accounts of the credential, so that none is to be chosen. */
	usesAllAccounts?: true;
	/** Refuses to run in production, before any request (specification: "Conventions"). */
	sandboxOnly?: true;
	/** Handles one item. Every output item is linked to it by the node. Missing where only all items together make sense. */
	execute?(item: ItemCall): Promise<INodeExecutionData[]>;
	/** Handles all items together, where `batchMode` asks for it or there is no other way. It has each take its account. */
	executeAll?(items: ItemCall[], goOn: boolean): Promise<ItemResult[]>;
}

/** A resource of the service with its operations. */
export interface Resource {
	value: string;
	name: string;
	description: string;
	operations: Operation[];
	defaultOperation: string;
	/** The currency of everything in it, where there is only one. */
	currency?: string;
	/** Reads a record by its uuid, which only its own account knows. */
	read?(client: ItemCall['client'], uuid: string): Promise<unknown>;
	/** For resources whose payments a node can wait for: how an item wants a record. @param waitedFor what was stored when the wait began */
	present?(item: Pick<ItemCall, 'isSimple'>, record: object, waitedFor: IDataObject): IDataObject[];
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
		...resource.operations.flatMap((operation) =>
			withAccount(resource, operation).map((property) => ({
				...property,
				displayOptions: {
					...property.displayOptions,
					show: { ...property.displayOptions?.show, ...show, operation: [operation.value] },
				},
			})),
		),
	];
}

/** Adds the choice of an account where nothing else tells which one is meant. */
function withAccount({ currency, read }: Resource, { properties, usesAllAccounts }: Operation): INodeProperties[] {
	const telling = ['currency', 'payinMethodName', 'payoutMethodName', ...(read ? ['uuid'] : [])];
	const isTold = currency !== undefined || properties.some(({ name }) => telling.includes(name));
	if (isTold || usesAllAccounts) return properties;
	const own = properties.find(({ name }) => name === 'options');
	const options = { ...(own ?? readOptions), options: [accountField, ...(own?.options ?? [])] } as INodeProperties;
	return own ? properties.map((property) => (property === own ? options : property)) : [...properties, options];
}

/** What the user reads of an operation. */
export function describedAs({ verb, description, isAskedFor, waits }: Operation): string {
	if (verb === undefined) return `Moves no money. ${description}.`;
	return isAskedFor ? `Money moves when the customer pays${waits ? '' : ', not now'}. ${description}.` : description;
}

/** Moves money out, and a model can call it. */
const needsReview = ({ verb, waits }: Operation): boolean => (verb === 'paid' || verb === 'refunded') && !waits;

/** What n8n's workflow builder reads. */
const REVIEW = 'Moves money: as a tool put it behind a review with a time limit, whose button names the sum.';

function asOption(operation: Operation): INodePropertyOptions {
	const { value, name, action, sandboxOnly, waits } = operation;
	const option = {
		...{ value, name, action, description: describedAs(operation) },
		...(waits && { displayOptions: HIDDEN_FROM_MODELS }),
		...(needsReview(operation) && { builderHint: { propertyHint: REVIEW } }),
	};
	return sandboxOnly ? { ...option, name: `${name} (Sandbox)`, action: `${action} (sandbox)` } : option;
}

/** Shown above the form of a tool that moves money out. */
function moneyNotice({ value, operations }: Resource): INodeProperties[] {
	const moving = operations.filter(needsReview);
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
