import './temporaryN8n';
import type { INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { NodeConnectionTypes, NodeHelpers } from 'n8n-workflow';
import { MultiCurrencyPayments } from '../../../nodes/MultiCurrencyPayments/MultiCurrencyPayments.node';
import { Agent, LoopOverItems, PassOn } from './stubNodes';

const PACKAGE = 'n8n-nodes-multi-currency-payments';

export const ACTION = `${PACKAGE}.multiCurrencyPayments`;
/** The tool that n8n makes of a node that is usable as one. */
export const ACTION_TOOL = `${ACTION}Tool`;
export const PASS_ON = 'stub.passOn';
export const LOOP = 'stub.loopOverItems';
export const AGENT = 'stub.agent';

function asTool(node: INodeType): INodeType {
	const tool = Object.assign(Object.create(node) as INodeType, {
		description: structuredClone({ ...node.description, inputs: [], outputs: [NodeConnectionTypes.AiTool] }),
	});
	tool.description.name += 'Tool';
	return tool;
}

const types: Record<string, INodeType | IVersionedNodeType> = {
	[ACTION]: new MultiCurrencyPayments(),
	[ACTION_TOOL]: asTool(new MultiCurrencyPayments()),
	[PASS_ON]: new PassOn(),
	[LOOP]: new LoopOverItems(),
	[AGENT]: new Agent(),
};

function typeNamed(name: string): INodeType | IVersionedNodeType {
	const type = types[name];
	if (!type) throw new Error(`There is no node type ${name}`);
	return type;
}

/** The node types a test workflow may use: the package's own and the stand-ins. */
export const nodeTypes: INodeTypes = {
	getByName: typeNamed,
	getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(typeNamed(name), version),
	getKnownTypes: () => ({}),
};

/** The newest version of a type, which is what the editor adds. */
export function newestVersion(name: string): number {
	const { version } = NodeHelpers.getVersionedNodeType(typeNamed(name)).description;
	return Array.isArray(version) ? Math.max(...version) : version;
}
