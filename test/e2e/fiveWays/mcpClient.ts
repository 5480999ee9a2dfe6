import { createRequire } from 'node:module';
import { join } from 'node:path';

interface ToolResult {
	content: { type: string; text?: string }[];
	isError?: boolean;
}

interface Client {
	connect(transport: unknown): Promise<void>;
	listTools(): Promise<{ tools: { name: string; description?: string; inputSchema: { properties?: object } }[] }>;
	callTool(call: { name: string; arguments: object }): Promise<ToolResult>;
	close(): Promise<void>;
}

/** A program that uses tools over the Model Context Protocol. */
export interface McpClient {
	/** The tools by their names, with what a model is told of them. */
	tools(): Promise<Readonly<Record<string, string>>>;
	/** What a tool answers, or says of what went wrong. */
	call(tool: string, values: object): Promise<string>;
	close(): Promise<void>;
}

/** The protocol's own client, which n8n brings. */
const load = createRequire(join(__dirname, '..', '..', '..', 'runtime', 'package.json'));

/** @param token for a server that asks who calls */
export async function connectMcp(url: string, token?: string): Promise<McpClient> {
	const { Client: SdkClient } = load('@modelcontextprotocol/sdk/client/index.js') as {
		Client: new (info: { name: string; version: string }) => Client;
	};
	const { StreamableHTTPClientTransport } = load('@modelcontextprotocol/sdk/client/streamableHttp.js') as {
		StreamableHTTPClientTransport: new (url: URL, options: object) => unknown;
	};
	const client = new SdkClient({ name: 'test', version: '1.0.0' });
	const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
	await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
	return {
		async tools() {
			const { tools } = await client.listTools();
			return Object.fromEntries(tools.map(({ name, description = '' }) => [name, description]));
		},
		async call(tool, values) {
			const { content } = await client.callTool({ name: tool, arguments: values });
			return content.map(({ text = '' }) => text).join('\n');
		},
		close: async () => await client.close(),
	};
}
