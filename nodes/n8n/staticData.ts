import type { IDataObject, IWebhookFunctions, Workflow } from 'n8n-workflow';
import { isObjectOrList } from '../../core/objects';

/** Parts of n8n's workflow, which every node context carries outside its public interface. */
interface HoldsWorkflow {
	workflow?: Partial<Pick<Workflow, 'nodes' | 'staticData' | 'overrideStaticData'>>;
}

/** Whether the lack of these parts was logged already. */
let isTold = false;

/**
 * Makes n8n save what a delivery has put into the static data although the delivery starts an execution. n8n marks static data
 * that has to be saved. To start an execution, it makes a second workflow out of the same object, which takes the mark away
 * before n8n looks at it. All but the first change of a workflow would then be lost with the process. With an object of its own
 * the delivery's workflow keeps its mark. Tried with n8n 1.100.1, 2.40.7 and 2.41.1.
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

/**
 * A part of static data whose content is decided at the moment n8n writes it. Not a class with private fields: n8n hands
 * static data out through proxies, which those do not survive in every version. Relies on n8n writing static data as JSON: without
 * that, the placeholder would be stored, and nothing be remembered over a restart. Tried with n8n 1.100.1, 2.40.7 and 2.41.1.
 */
export function writtenLater(written: () => object | undefined): IDataObject {
	// n8n would not notice the first assignment of an object without properties.
	const placeholder = { writtenLater: true };
	return Object.defineProperty(placeholder, 'toJSON', { value: written, enumerable: false });
}

/** A value of static data as it would be written now. */
export function asWritten(value: unknown): unknown {
	if (!isObjectOrList(value) || !('toJSON' in value)) return value;
	return typeof value.toJSON === 'function' ? (value.toJSON() as unknown) : value;
}

/** The ids of the nodes of a context's workflow; undefined where the context does not carry them. Tried with n8n 1.100.1 and 2.40.7. */
export function nodeIdsOf(context: object): Set<string | undefined> | undefined {
	const { nodes } = (context as HoldsWorkflow).workflow ?? {};
	return nodes && new Set(Object.values(nodes).map(({ id }) => id));
}
