import type { IWebhookFunctions } from 'n8n-workflow';

/** The part of n8n's workflow that holds static data, as every node context carries it beside its public interface. */
interface HoldsWorkflow {
	workflow?: { staticData?: object; overrideStaticData?: (staticData: object) => void };
}

/**
 * Sees to it that n8n saves what a delivery has put into the static data although the delivery starts an execution. To
 * start one, n8n makes a second workflow out of the same object, which sets the object's mark "changed" back before n8n
 * looks at it: everything but the first change of a workflow would be lost with the process. With an object of its own
 * the delivery's workflow keeps its mark. An n8n without these inner parts is left as it is.
 */
export function keepChangedStaticData(n8n: IWebhookFunctions): void {
	const { workflow } = n8n as HoldsWorkflow;
	workflow?.overrideStaticData?.({ ...workflow.staticData });
}
