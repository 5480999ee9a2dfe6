import type { IWebhookFunctions } from 'n8n-workflow';

/**
 * n8n marks static data that was changed and has to be saved. The mark is an inner part of n8n's workflow, which every
 * node context carries outside its public interface.
 */
interface HoldsWorkflow {
	workflow?: {
		staticData?: object;
		overrideStaticData?: (staticData: object) => void;
	};
}

/** Whether the lack of these parts was logged already. */
let isTold = false;

/**
 * Makes n8n save what a delivery has put into the static data although the delivery starts an execution. To start one,
 * n8n makes a second workflow out of the same static data object, which takes the object's mark away before n8n looks at
 * it. All but the first change of a workflow would then be lost with the process. With an object of its own the delivery's
 * workflow keeps its mark. The lack of these parts is logged once. Tried with n8n 1.100.1, 2.40.7 and 2.41.1.
 */
export function keepChanged(n8n: Pick<IWebhookFunctions, 'logger'>): void {
	const { workflow } = n8n as HoldsWorkflow;
	if (workflow?.overrideStaticData) {
		workflow.overrideStaticData({ ...workflow.staticData });
		return;
	}
	if (isTold) return;
	isTold = true;
	n8n.logger.warn(
		'This version of n8n does not let the payments trigger save at once which events it has handed on. After a restart of n8n a repeated notification may start the workflow again: look at event_id where that matters.',
	);
}
