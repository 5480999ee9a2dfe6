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

/** A tool that the model calls. */
export interface Call {
	tool: RegExp;
	input: object;
}

/** The call that pays an invoice of 120.50 to Ben. */
export const payBen: Call = {
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
};

/** What the model asks for when the question contains the key. */
const CALLS: Readonly<Record<string, Call>> = {
	'How much': { tool: /balance/i, input: {} },
	'Pay Ben': payBen,
};

/** What a model does that somebody has talked into anything: calls by the question, one turn after another. */
export const plots = new Map<string, readonly (readonly Call[])[]>();

/** The names of the tools that the model was offered, by the question. */
export const offered = new Map<string, string[]>();

const textOf = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content));

/** What the model calls next: nothing after a plot's last turn, and after the only one of another question. */
function nextTurn({ messages, tools = [] }: ChatRequest): readonly Call[] {
	const asked = messages.findLastIndex(({ role }) => role === 'user');
	const question = textOf(messages[asked]?.content);
	const names = tools.map(({ function: { name } }) => name);
	offered.set(question, names.sort());
	const [, known] = Object.entries(CALLS).find(([words]) => question.includes(words)) ?? [];
	const plot = plots.get(question) ?? (known ? [[known]] : []);
	return plot[messages.slice(asked).filter(({ role }) => role === 'assistant').length] ?? [];
}

/** Answers like a language model: calls tools for a question, and repeats what the last one has said. */
export function modelAnswer(request: ChatRequest): object {
	const { model, messages, tools = [] } = request;
	const calls = nextTurn(request).flatMap(({ tool: name, input }, index) => {
		const tool = tools.find((each) => name.test(each.function.name));
		if (!tool) return [];
		// A tool behind a human review takes its input one level deeper.
		const isReviewed = 'toolParameters' in (tool.function.parameters.properties ?? {});
		const args = JSON.stringify(isReviewed ? { toolParameters: input } : input);
		const id = `call-${messages.length}-${index}`;
		return [{ id, type: 'function', function: { name: tool.function.name, arguments: args } }];
	});
	const isCalling = calls.length > 0;
	const message = isCalling
		? { role: 'assistant', content: null, tool_calls: calls }
		: { role: 'assistant', content: `The tool says: ${textOf(messages.at(-1)?.content)}` };
	return {
		id: 'completion-1',
		object: 'chat.completion',
		created: 0,
		model,
		choices: [{ index: 0, finish_reason: isCalling ? 'tool_calls' : 'stop', message }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
