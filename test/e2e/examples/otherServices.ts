import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { certificate } from './certificate';
import { modelAnswer, type ChatRequest } from './model';
import { Sheet } from './sheet';

interface Message {
	channel: string;
	text: string;
}

interface Ticket {
	project: { id: string };
	issuetype: { id: string };
	summary: string;
	description: string;
}

/**
 * Stand-ins for a sheet, a chat, a ticket system and a language model. n8n reaches them by their real names over HTTPS,
 * through a proxy that leads every name here.
 */
export class OtherServices {
	readonly sheet = new Sheet();
	readonly messages: Message[] = [];
	readonly tickets: Ticket[] = [];
	/** Requests to addresses that have no stand-in. */
	readonly unknown: string[] = [];
	private readonly proxy = createServer();

	/** Environment variables with which n8n reaches the stand-ins. */
	async listen(folder: string): Promise<Record<string, string>> {
		const listener = getRequestListener(this.app().fetch, { overrideGlobalObjects: false });
		const secure = createSecureServer(certificate, (incoming, outgoing) => void listener(incoming, outgoing));
		this.proxy.on('connect', (_, socket) => {
			socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			secure.emit('connection', socket);
		});
		await new Promise<void>((resolve) => this.proxy.listen(0, '127.0.0.1', resolve));
		const { port } = this.proxy.address() as AddressInfo;
		const trusted = join(folder, 'trusted.pem');
		writeFileSync(trusted, certificate.cert);
		return {
			HTTPS_PROXY: `http://127.0.0.1:${port}`,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: trusted,
		};
	}

	async close(): Promise<void> {
		this.proxy.closeAllConnections();
		await new Promise((resolve) => this.proxy.close(resolve));
	}

	/** Every path begins with the host. */
	private app(): Hono {
		const app = new Hono({
			getPath: (request) => {
				const { host, pathname } = new URL(request.url);
				return `/${host}${pathname}`;
			},
		});
		const spreadsheet = '/sheets.googleapis.com/v4/spreadsheets';
		app.get(`${spreadsheet}/:id`, (c) => c.json({ sheets: [{ properties: { sheetId: 0, title: 'Payees' } }] }));
		app.get(`${spreadsheet}/:id/values/:range`, (c) => c.json({ values: this.sheet.values }));
		app.post(`${spreadsheet}/:id/values:batchUpdate`, async (c) => {
			const { data } = await c.req.json<{ data: { range: string; values: string[][] }[] }>();
			for (const { range, values } of data) this.sheet.write(range, values);
			return c.json({ totalUpdatedCells: data.length });
		});
		app.post('/slack.com/api/chat.postMessage', async (c) => {
			const { channel, text } = await c.req.json<Message>();
			this.messages.push({ channel, text });
			return c.json({ ok: true, channel, ts: `${this.messages.length}.0`, message: { text } });
		});
		app.get('/shop.atlassian.net/rest/api/2/issuetype', (c) => c.json([{ id: '10001', name: 'Task', subtask: false }]));
		app.post('/shop.atlassian.net/rest/api/2/issue', async (c) => {
			const { fields } = await c.req.json<{ fields: Ticket }>();
			this.tickets.push(fields);
			return c.json({ id: String(this.tickets.length), key: `PAY-${this.tickets.length}` }, 201);
		});
		app.post('/api.openai.com/v1/chat/completions', async (c) => c.json(modelAnswer(await c.req.json<ChatRequest>())));
		app.notFound((c) => {
			this.unknown.push(`${c.req.method} ${c.req.url}`);
			return c.json({ message: 'There is no stand-in for this address.' }, 404);
		});
		return app;
	}
}
