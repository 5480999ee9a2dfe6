import { readCredential } from './credential';
import type { ServiceContext } from './client';
import { ServiceClient } from './client';

/** How long a form waits for the service: a user looks at it. Milliseconds. */
const PATIENCE_OF_A_FORM = { requestTimeout: 10_000, timeLimit: 15_000 };

/** A client for the forms of the editor. */
export async function openClient(context: ServiceContext): Promise<ServiceClient> {
	return new ServiceClient(context, await readCredential(context), PATIENCE_OF_A_FORM);
}
