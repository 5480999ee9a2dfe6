import './temporaryN8n';
import {
	NodeConnectionTypes,
	NodeHelpers,
	type INodeType,
	type INodeTypes,
	type IVersionedNodeType,
} from 'n8n-workflow';
import { MultiCurrencyPayments } from '../../../nodes/MultiCurrencyPayments/MultiCurrencyPayments.node';
import { Agent, AtMost, CallWorkflow, LoopOverItems, PassOn, TalkingAgent } from './stubNodes';

const PACKAGE = 'n8n-nodes-multi-currency-payments';

export const ACTION = `${PACKAGE}.multiCurrencyPayments`;
/** The type of the tool that n8n makes of a node that is usable as one. */
export const ACTION_TOOL = `${ACTION}Tool`;
export const PASS_ON = 'stub.passOn';
export const AT_MOST = 'stub.atMost';
export const LOOP = 'stub.loopOverItems';
export const AGENT = 'stub.agent';
export const TALKING_AGENT = 'stub.talkingAgent';
export const CALL_WORKFLOW = 'stub.callWorkflow';

function asTool(node: INodeType): INodeType {
	const tool = Object.assign(Object.create(node) as INodeType, {
		description: structuredClone({ ...node.description, inputs: [], outputs: [NodeConnectionTypes.AiTool] }),
	});
	tool.description.name += 'Tool';
	return tool;
}

/** The node types a test workflow may use: the package's own, from any loaded copy, and the stubs. */
export function nodeTypesWith(action: INodeType): INodeTypes {
	const types: Record<string, INodeType | IVersionedNodeType> = {
		[ACTION]: action,
		[ACTION_TOOL]: asTool(action),
		[PASS_ON]: new PassOn(),
		[AT_MOST]: new AtMost(),
		[LOOP]: new LoopOverItems(),
		[AGENT]: new Agent(),
		[TALKING_AGENT]: new TalkingAgent(),
		[CALL_WORKFLOW]: new CallWorkflow(),
	};
	const typeNamed = (name: string): INodeType | IVersionedNodeType => {
		const type = types[name];
		if (!type) throw new Error(`There is no node type ${name}`);
		return type;
	};
	return {
		getByName: typeNamed,
		getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(typeNamed(name), version),
		getKnownTypes: () => ({}),
	};
}

export const nodeTypes = nodeTypesWith(new MultiCurrencyPayments());

/** The newest version of a type, which is what the editor adds. */
export function newestVersion(name: string): number {
	const { version } = NodeHelpers.getVersionedNodeType(nodeTypes.getByName(name)).description;
	return Array.isArray(version) ? Math.max(...version) : version;
}
