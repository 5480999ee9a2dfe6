/**
 * n8n marks static data that was changed and has to be saved. The mark is an inner part of n8n's workflow, which every
 * node context carries beside its public interface. An n8n without these parts is left as it is.
 */
interface HoldsWorkflow {
	workflow?: {
		staticData?: object & { __dataChanged?: unknown };
		overrideStaticData?: (staticData: object) => void;
	};
}

/**
 * Makes n8n save what a delivery has put into the static data although the delivery starts an execution. To start one,
 * n8n makes a second workflow out of the same static data object, which takes the object's mark away before n8n looks at
 * it. All but the first change of a workflow would then be lost with the process. With an object of its own the delivery's
 * workflow keeps its mark.
 */
export function keepChanged(context: object): void {
	const { workflow } = context as HoldsWorkflow;
	workflow?.overrideStaticData?.({ ...workflow.staticData });
}

/** Whether static data of a context was changed and never saved. */
export function isUnsaved(context: object): boolean {
	return (context as HoldsWorkflow).workflow?.staticData?.__dataChanged === true;
}
