import * as n8nWorkflow from 'n8n-workflow';
import type { IRunExecutionData } from 'n8n-workflow';

type Start = NonNullable<Parameters<typeof n8nWorkflow.createRunExecutionData>[0]>;

/** The data of an execution that has not run yet. Older engines have no function to create it. */
export function newRunData(start: Start): IRunExecutionData {
	const { createRunExecutionData: make } = n8nWorkflow as Partial<typeof n8nWorkflow>;
	if (make) return make(start);
	const nothingYet = {
		contextData: {},
		nodeExecutionStack: [],
		metadata: {},
		waitingExecution: {},
		waitingExecutionSource: {},
	};
	return {
		startData: {},
		resultData: { runData: {}, ...start.resultData },
		executionData: { ...nothingYet, ...start.executionData },
		parentExecution: start.parentExecution,
	} as unknown as IRunExecutionData;
}
