import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { attempt } from '../../core/attempt';
import { AccountChoice } from './chooseAccount';
import { ItemCall } from './run/itemCall';
import { Run } from './run/run';
import { inLanes, type ItemResult } from './run/lanes';
import { itemsWithoutOwnId } from './money/externalId';
import { CredentialGuard } from './limits/guard';
import type { Operation, Resource } from './operation';
import { report, type Work } from './report';
import { resources } from './resources';

/** Runs the chosen operation for every item, or for all items together where it can and is asked to. */
export async function execute(n8n: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const work: Work = { items: [] };
	const done = await attempt(() => runAll(n8n, work));
	if ('value' in done) return await report(n8n, work, done.value, (item) => work.items[item]?.sent);
	// A failure of the node as a whole fails every item: otherwise n8n would pass the input on as if it were paid.
	const { failure } = done;
	const mostSent = (['accepted', 'something'] as const).find((most) => work.items.some(({ sent }) => sent === most));
	const failed = n8n.getInputData().map((_, item) => ({ item, failure }));
	return await report(n8n, work, failed, () => mostSent);
}

async function runAll(n8n: IExecuteFunctions, work: Work): Promise<ItemResult[]> {
	// Before anything is sent: an expression that fails must not make an error of a payment.
	work.fields = selectedFields(n8n);
	const { resource, operation } = chosenOperation(n8n);
	work.operation = operation;
	const run = await Run.open(n8n, (credential, main) => new CredentialGuard(n8n, credential, main));
	if (operation.verb !== undefined) run.client.guard?.assertWritable();
	if (operation.sandboxOnly && run.credential.environment === 'production') {
		throw new NodeOperationError(n8n.getNode(), `${operation.action} exists in the sandbox only`, {
			description: 'The credential of this node is for production. Use a credential of the sandbox.',
		});
	}
	const accounts = new AccountChoice(run, resource);
	const choose = run.accounts.length > 1 ? async (item: ItemCall) => await accounts.for(item) : undefined;
	const items = (work.items = n8n.getInputData().map((_, index) => new ItemCall(run, index, choose)));
	const together = !operation.execute || /^allItems$/i.test(n8n.getNodeParameter('batchMode', 0, '') as string);
	if (together && operation.executeAll) return await operation.executeAll(items, n8n.continueOnFail());
	// One row without a name of its own shows that a column is mapped wrongly: nobody is paid before that is told.
	const isNamed = operation.properties.some(({ name, required }) => name === 'externalId' && required === true);
	const unnamed = isNamed && !n8n.continueOnFail() ? itemsWithoutOwnId(items, operation.verb === 'refunded') : [];
	if (unnamed.length > 0) return unnamed;
	return await inLanes(run, items, async (item) => {
		await item.takeAccount();
		return (await operation.execute?.(item)) ?? [];
	});
}

function chosenOperation(n8n: IExecuteFunctions): { resource: Resource; operation: Operation } {
	const [name, value] = [n8n.getNodeParameter('resource', 0), n8n.getNodeParameter('operation', 0)];
	const resource = resources.find((each) => each.value === name);
	const operation = resource?.operations.find((each) => each.value === value);
	if (!resource || !operation) {
		throw new NodeOperationError(n8n.getNode(), `The node has no operation ${String(name)} → ${String(value)}`, {
			description: 'Choose a resource and an operation from the lists.',
		});
	}
	return { resource, operation };
}

function selectedFields(n8n: IExecuteFunctions): string[] | undefined {
	if (!/^selectedFields$/i.test(String(n8n.getNodeParameter('output', 0, '')))) return undefined;
	const named = String(n8n.getNodeParameter('selectedFields', 0, '')).split(',');
	return [...named.map((field) => field.trim()).filter((field) => field !== ''), 'outcome'];
}
