import type { IBinaryData, IDataObject, INodeParameters } from 'n8n-workflow';
import { resources } from '../../../nodes/MultiCurrencyPayments/resources';
import { NODE, runWorkflow } from '../engine/execution';
import { ACTION, PASS_ON } from '../engine/nodeTypes';
import type { Service } from '../engine/service';
import { outputsOf } from '../engine/workflow';
import { accountOccasions } from './accountOccasions';
import { payinAndPayoutOccasions } from './payinOccasions';

/** A valid input for one operation. What it needs in the service has been prepared. */
export interface Occasion {
	currency?: string;
	/** Without `resource` and `operation`, which its name says. */
	parameters: INodeParameters;
	items?: IDataObject[];
	file?: IBinaryData;
}

export type Occasions = Record<string, (service: Service) => Occasion | Promise<Occasion>>;

const occasions: Occasions = { ...payinAndPayoutOccasions, ...accountOccasions };

/** Every operation of the registry, as `resource.operation`. */
export const operations = resources.flatMap(({ value, operations: own }) =>
	own.map((each) => `${value}.${each.value}`),
);

/** Runs an operation with its valid input in n8n's engine, against a fresh service, and returns its records. */
export async function outputOf(service: Service, name: string): Promise<IDataObject[]> {
	return await outputOfNode(service, name, await occasionFor(service, name));
}

/** Prepares a fresh service for an operation, and returns a valid input. */
export async function occasionFor(service: Service, name: string): Promise<Occasion> {
	const prepare = occasions[name];
	if (!prepare) throw new Error(`There is no good input for ${name} in test/integration/outputs`);
	await service.reset();
	return await prepare(service);
}

/** Runs an operation with an input; `typeVersion` is that of the node. Default: the newest. */
export async function outputOfNode(
	service: Service,
	name: string,
	{ currency, parameters, items = [{}], file }: Occasion,
	typeVersion?: number,
): Promise<IDataObject[]> {
	const [resource = '', operation = ''] = name.split('.');
	const plan = {
		nodes: [
			{ name: 'Start', type: PASS_ON },
			{ name: NODE, type: ACTION, parameters: { resource, operation, ...parameters }, typeVersion },
		],
		wires: [['Start', 0, NODE] as [string, number, string]],
	};
	const input = items.map((json, item) => ({ json, pairedItem: { item }, ...(file && { binary: { data: file } }) }));
	const { error, runData } = await runWorkflow(plan, input, { credentials: service.credentials(currency) });
	if (error) throw error;
	const [output = []] = outputsOf(runData[NODE]?.at(-1));
	if (output.length === 0) throw new Error(`${name} gave no item, so its output cannot be described`);
	return output.map(({ json }) => json);
}
