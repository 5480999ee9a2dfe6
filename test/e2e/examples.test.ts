import { exampleNames, readExample, releasesWithExamples } from '../../runtime/exampleWorkflows';
import { agentExample } from './examples/agent';
import { cheatingAgent } from './examples/cheatingAgent';
import { collectingExamples } from './examples/collecting';
import { eventExamples } from './examples/events';
import { ExampleStage } from './examples/exampleStage';
import { listedExamples } from './examples/lists';
import { mcpExample } from './examples/mcp';
import { undecidedReviews } from './examples/undecided';
import { refusalExample } from './examples/refusals';
import { payingExamples } from './examples/paying';
import { readingExamples } from './examples/reading';
import { secretTests } from './secrets';

interface NodeTypeShown {
	name: string;
	version: number | number[];
}

const sets: [of: string, release: string | undefined][] = [
	['today', undefined],
	...releasesWithExamples.map((release): [string, string] => [release, release]),
];

describe.each(sets)('the examples of %s, in a real n8n', (_, release) => {
	const on = new ExampleStage();
	beforeAll(async () => await on.open(release));
	afterAll(async () => await on.close());

	test('use nodes and versions that n8n has', async () => {
		const types = (await on.stage.client.nodeTypes('')) as unknown as NodeTypeShown[];
		const known = new Set(types.flatMap(({ name, version }) => [version].flat().map((each) => `${name} ${each}`)));
		const used = exampleNames.flatMap((name) =>
			readExample(name, release).nodes.map(({ type, typeVersion }) => `${type} ${typeVersion}`),
		);
		expect(used.filter((each) => !known.has(each))).toEqual([]);
	});

	if (release === undefined) listedExamples(on);
	readingExamples(on);
	payingExamples(on);
	collectingExamples(on);
	eventExamples(on);
	agentExample(on);
	cheatingAgent(on);
	mcpExample(on);
	undecidedReviews(on);
	refusalExample(on);

	test('reached nothing but the emulator and the stand-ins', () => {
		expect(on.services.unknown).toEqual([]);
	});

	// Runs last: it checks what all the others left behind.
	secretTests(() => on.stage);
});
