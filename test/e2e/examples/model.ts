interface ChatMessage {
	role: string;
	content?: unknown;
}

/** What an agent sends to a language model. */
export interface ChatRequest {
	model: string;
	messages: ChatMessage[];
	tools?: { function: { name: string; parameters: { properties?: object } } }[];
}

/** What the model asks for when the question contains the key. */
const CALLS: Readonly<Record<string, { tool: RegExp; input: object }>> = {
	'How much': { tool: /balance/i, input: {} },
	'Pay Ben': {
		tool: /pay_?somebody/i,
		input: {
			first_name: 'Ben',
			last_name: 'Okafor',
			email: 'ben@payees.example',
			pay_id: 'ben@payees.example',
			amount: '120.50',
			external_id: 'invoice-7',
			purpose: 'Invoice 7',
		},
	},
};

const textOf = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content));

/** Answers like a language model: calls one tool for a question, and repeats what the tool has said. */
export function modelAnswer({ model, messages, tools = [] }: ChatRequest): object {
	const last = messages.at(-1);
	const content = textOf(last?.content);
	const [, call] = Object.entries(CALLS).find(([words]) => content.includes(words)) ?? [];
	const tool = last?.role === 'user' && call ? tools.find((each) => call.tool.test(each.function.name)) : undefined;
	// A tool behind a human review takes its input one level deeper.
	const isReviewed = 'toolParameters' in (tool?.function.parameters.properties ?? {});
	const message =
		tool && call
			? {
					role: 'assistant',
					content: null,
					tool_calls: [
						{
							id: 'call-1',
							type: 'function',
							function: {
								name: tool.function.name,
								arguments: JSON.stringify(isReviewed ? { toolParameters: call.input } : call.input),
							},
						},
					],
				}
			: { role: 'assistant', content: `The tool says: ${content}` };
	return {
		id: 'completion-1',
		object: 'chat.completion',
		created: 0,
		model,
		choices: [{ index: 0, finish_reason: tool ? 'tool_calls' : 'stop', message }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
