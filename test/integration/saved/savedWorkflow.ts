import { existsSync, readdirSync, readFileSync } from 'fs';
import { join } from 'path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ACTION, newestVersion } from '../engine/nodeTypes';

export const SAVED = join(__dirname, '..', '..', 'saved');
/** Folder of the workflows of unreleased operations. They may be rewritten; those of a release must never change. */
export const UNRELEASED = 'unreleased';

interface SavedNode {
	name: string;
	type: string;
	typeVersion: number;
	parameters: INodeParameters;
}

/** A workflow with one operation, as n8n exports it. */
export interface SavedWorkflow {
	name: string;
	nodes: SavedNode[];
	/** The fields that the operation's first item had when the workflow was saved. */
	meta: { gives: string[] };
}

const folders = (root: string) => (existsSync(root) ? readdirSync(root) : []);

/** Every workflow in test/saved: the release that saved it, and the operation. */
export const savedWorkflows: [release: string, operation: string][] = folders(SAVED).flatMap((release) =>
	readdirSync(join(SAVED, release))
		.filter((file) => file.endsWith('.json'))
		.map((file): [string, string] => [release, file.replace('.json', '')]),
);

export const pathOf = (release: string, operation: string) => join(SAVED, release, `${operation}.json`);

export function readSaved(release: string, operation: string): SavedWorkflow {
	return JSON.parse(readFileSync(pathOf(release, operation), 'utf8')) as SavedWorkflow;
}

/** The one node of the package in a workflow. @throws when there is none */
export function nodeOfPackage({ name, nodes }: SavedWorkflow): SavedNode {
	const node = nodes.find(({ type }) => type === ACTION);
	if (!node) throw new Error(`${name} has no node of this package`);
	return node;
}

/**
 * An operation as a workflow that the current editor would save. The identifier it works on comes from the item, because the
 * service issues a new one each time.
 */
export function savedText(name: string, given: INodeParameters, output: IDataObject[]): string {
	const parameters = { ...given, ...('uuid' in given && { uuid: '={{ $json.uuid }}' }) };
	const [resource = '', operation = ''] = name.split('.');
	const workflow = {
		name,
		nodes: [
			{
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: 'operation',
				name: 'Operation',
				type: ACTION,
				typeVersion: newestVersion(ACTION),
				position: [220, 0],
				parameters: { resource, operation, ...parameters },
			},
		],
		connections: { Start: { main: [[{ node: 'Operation', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
		meta: { gives: Object.keys(output[0] ?? {}).sort() },
	};
	return `${JSON.stringify(workflow, null, '\t')}\n`;
}
