/** A guarantee that an older n8n lacks, and the tests that show it. */
export interface Gap {
	/** The first version of n8n that has it. */
	below: string;
	/** Matches the full titles of the tests that fail on earlier versions. */
	tests: RegExp;
	/** What it means for users. */
	note: string;
}

export const gaps: Gap[] = [
	{
		below: '2.22.0',
		tests: /^the file of a history is not left behind in part when the service fails$/,
		note: 'when a history cannot be read to its end, the part of the file that was written stays in n8n’s store until n8n removes the execution. No item refers to it.',
	},
	{
		below: '2.35.0',
		tests: /^reads its path without n8n having to evaluate an expression$/,
		note: 'n8n evaluates the path of the webhook as an expression when the workflow is published. The path is the same.',
	},
	{
		below: '2.32.0',
		tests: /^n8n finds the schema of every operation, and there is none of another$/,
		note: 'output schemas are found by n8n’s server, which the engine here does not include. That is not tested.',
	},
	{
		below: '1.123.0',
		tests:
			/^a loop goes on where it stopped when the execution is retried$|pays in a called workflow whose credential could not be read|^the retry of an execution (that had waited and was killed later|can be repeated from an execution that failed before this node|that failed before this node, with a list|with a list that each retry reads anew)/,
		note: 'n8n does not say how an execution came about. When an execution is retried, the node stops where it need not, and pays nothing: where it had not begun, or the execution had waited before (it asks for an External ID), and at AUD payouts in a called workflow that had not begun (it asks you to look for the payment).',
	},
	{
		below: '1.120.0',
		tests:
			/^as the tool of an agent (tells the model what is wrong|calls that the engine runs)|^an AI agent’s tool cannot have its execution notified$/,
		note: 'an AI agent that calls the node is told the description of what went wrong, without its title. Agents that let n8n run their tools (AI Agent 3) need a newer n8n.',
	},
	{
		below: '2.36.0',
		tests: /^an execution that n8n holds back for days, /,
		note: 'n8n does not say that it could not start what a poll has found, or this cannot be told. So the poll starts again what n8n has held back for more than a day.',
	},
];
