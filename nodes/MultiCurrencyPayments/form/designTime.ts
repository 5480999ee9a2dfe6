import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import { attempt } from '../../../core/attempt';
import { ServiceClient } from '../../service/client';
import { readAccounts, type PaymentsCredential } from '../../service/credential';
import { explain } from '../../service/explain';
import { asText } from '../../../core/text/values';

/** How long the editor waits for the service, in milliseconds: a user is looking at the form. */
const PATIENCE = { requestTimeout: 10_000, timeLimit: 15_000 };

/** Asks the account that the form names for what the editor shows. A failure is worded as in a run of the node. */
export async function askForEditor<T>(
	context: ILoadOptionsFunctions,
	ask: (client: ServiceClient) => Promise<T>,
): Promise<T> {
	return await forEditor(context, async (clients) => {
		const options = context.getCurrentNodeParameter('options') as IDataObject | undefined;
		const currency = asText(options?.currency).toUpperCase();
		return await ask(clients.find(({ credential }) => credential.currency === currency) ?? clients[0]);
	});
}

/** Asks all accounts. What one of them cannot tell is left out, unless none can. */
export async function askAllForEditor<T>(
	context: ILoadOptionsFunctions,
	ask: (client: ServiceClient) => Promise<T>,
): Promise<T[]> {
	return await forEditor(context, async (clients) => {
		const asked = await Promise.all(clients.map(async (client) => await attempt(() => ask(client))));
		const told = asked.flatMap((each) => ('value' in each ? [each.value] : []));
		const [failed] = asked;
		if (told.length === 0 && failed && 'failure' in failed) throw failed.failure;
		return told;
	});
}

async function forEditor<T>(
	context: ILoadOptionsFunctions,
	ask: (clients: readonly [ServiceClient, ...ServiceClient[]]) => Promise<T>,
): Promise<T> {
	try {
		const [main, ...others] = await readAccounts(context);
		const clientOf = (account: PaymentsCredential) => new ServiceClient(context, account, undefined, PATIENCE);
		return await ask([clientOf(main), ...others.map(clientOf)]);
	} catch (failure) {
		throw explain(failure, context.getNode());
	}
}
