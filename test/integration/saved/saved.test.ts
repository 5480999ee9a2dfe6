import { mkdirSync, writeFileSync } from 'fs';
import { dirname } from 'path';
import { serviceOfFile } from '../engine/serviceOfFile';
import { occasionFor, operations, outputOfNode } from '../outputs/occasions';
import { nodeOfPackage, pathOf, readSaved, savedText, savedWorkflows, UNRELEASED } from './savedWorkflow';

const service = serviceOfFile({ start: new Date() });

/** After a parameter change, before a release: `WRITE_SAVED_WORKFLOWS=1 npm run jest -- test/integration/saved`. */
if (process.env.WRITE_SAVED_WORKFLOWS) {
	it.each(operations)('writes %s', async (operation) => {
		const occasion = await occasionFor(service, operation);
		const output = await outputOfNode(service, operation, occasion);
		const path = pathOf(UNRELEASED, operation);
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, savedText(operation, occasion.parameters, output));
	});
}

it('there is a workflow of every operation', () => {
	const saved = savedWorkflows.filter(([release]) => release === UNRELEASED).map(([, operation]) => operation);
	expect(saved.sort()).toEqual([...operations].sort());
});

it.each(savedWorkflows)('a workflow that %s saved with %s runs and gives what it gave', async (release, operation) => {
	const saved = readSaved(release, operation);
	const { parameters, typeVersion } = nodeOfPackage(saved);
	const occasion = await occasionFor(service, operation);
	const { uuid = null } = occasion.parameters;
	const items = (occasion.items ?? [{}]).map((item) => ({ ...item, uuid: uuid as string | null }));
	const [first] = await outputOfNode(service, operation, { ...occasion, items, parameters }, typeVersion);
	expect(Object.keys(first ?? {})).toEqual(expect.arrayContaining(saved.meta.gives));
});
