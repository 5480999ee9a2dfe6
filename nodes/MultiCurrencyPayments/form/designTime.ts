import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { ServiceClient } from '../../service/client';
import { readCredential } from '../../service/credential';
import { explain } from '../../service/explain';

/** How long the editor waits for the service, in milliseconds: a user is looking at the form. */
const PATIENCE = { requestTimeout: 10_000, timeLimit: 15_000 };

/** Asks the service for what the editor shows. A failure is worded as in a run of the node. */
export async function askForEditor<T>(
	context: ILoadOptionsFunctions,
	ask: (client: ServiceClient) => Promise<T>,
): Promise<T> {
	try {
		return await ask(new ServiceClient(context, await readCredential(context), undefined, PATIENCE));
	} catch (failure) {
		throw explain(failure, context.getNode());
	}
}
