import type { IBinaryData, INodeExecutionData, INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { NODE, runNode, runWorkflow, type NodeRun, type NodeRunOptions } from '../engine/execution';
import { ACTION, PASS_ON } from '../engine/nodeTypes';
import type { Service } from '../engine/service';
import { outputsOf } from '../engine/workflow';

export const goOn = { onError: 'continueRegularOutput' } as const;

/** Runs an operation against the service with the account of a currency. */
export async function run(
	service: Service,
	parameters: INodeParameters,
	options: Partial<NodeRunOptions> & { currency?: string } = {},
): Promise<NodeRun> {
	const { currency, ...rest } = options;
	return await runNode({ credentials: service.credentials(currency), parameters, ...rest });
}

/** Runs an operation on items that carry files. */
export async function runWithFiles(
	service: Service,
	parameters: INodeParameters,
	files: (IBinaryData | undefined)[],
	settings = {},
): Promise<{ items: INodeExecutionData[]; error: Error | undefined }> {
	const items = files.map((file, item) => ({
		json: {},
		...(file && { binary: { data: file } }),
		pairedItem: { item },
	}));
	const plan = {
		nodes: [
			{ name: 'Start', type: PASS_ON },
			{ name: NODE, type: ACTION, parameters, settings },
		],
		wires: [['Start', 0, NODE] as [string, number, string]],
	};
	const execution = await runWorkflow(plan, items, { credentials: service.credentials() });
	const [output = []] = outputsOf(execution.runData[NODE]?.at(-1));
	return { items: output, error: execution.error };
}

/** A file as an earlier node would pass it on. */
export const fileOf = (content: string | Buffer, fileName?: string, mimeType = 'text/csv'): IBinaryData => ({
	data: Buffer.from(content).toString('base64'),
	mimeType,
	...(fileName !== undefined && { fileName }),
});

/** Parameters that are valid for every item except those with `bad`, where the changes apply at any depth. */
function goodOrBad(good: NodeParameterValueType, bad: NodeParameterValueType): NodeParameterValueType {
	if (!isGroup(bad)) {
		const expression = typeof good === 'string' ? /^=\{\{(.*)\}\}$/s.exec(good)?.[1] : undefined;
		return `={{ $json.bad ? ${JSON.stringify(bad)} : ${expression ?? JSON.stringify(good ?? '')} }}`;
	}
	const group: INodeParameters = isGroup(good) ? { ...good } : {};
	for (const [name, value] of Object.entries(bad))
		group[name] = goodOrBad(group[name] as NodeParameterValueType, value);
	return group;
}

function isGroup(value: unknown): value is INodeParameters {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Refusal {
	good: INodeParameters;
	bad: INodeParameters;
	message: RegExp;
	movesNothing?: boolean;
}

/**
 * Checks that a bad input is refused before anything is sent, in a sentence that names the item and one that says what
 * to do; with "continue on fail" the items around it go on, without it nothing is sent when it comes first. What moves nothing is
 * asked for several items at once, so the item behind may have been asked for by then.
 */
export async function expectRefusal(
	service: Service,
	{ good, bad, message, movesNothing }: Refusal,
	options: Partial<NodeRunOptions> & { currency?: string } = {},
): Promise<void> {
	const parameters = goodOrBad(good, bad) as INodeParameters;
	const before = service.writes();
	const alone = await run(service, parameters, { ...options, items: [{ bad: true }, { bad: false }] });
	expect(alone.error?.message).toMatch(message);
	expect(alone.error).toMatchObject({ context: { itemIndex: 0 } });
	expect(alone.error).toHaveProperty('description', expect.stringMatching(/\S/));
	const sent = service.writes();
	expect(sent - before).toBeLessThanOrEqual(movesNothing ? 1 : 0);

	const items = [{ bad: false }, { bad: true }, { bad: false }];
	const together = await run(service, parameters, { ...options, items, settings: goOn });
	expect(together.items.map(({ json, pairedItem }) => [pairedItem, 'error' in json])).toEqual([
		[{ item: 0 }, false],
		[{ item: 1 }, true],
		[{ item: 2 }, false],
	]);
	expect(together.items[1]?.json.error).toMatch(message);
	expect(service.writes()).toBe(sent + 2);
}
