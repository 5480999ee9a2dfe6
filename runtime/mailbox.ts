import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { INode } from 'n8n-workflow';
import type { N8nClient } from './n8nClient';

export interface Mail {
	to: string;
	subject: string;
	/** The body, decoded. */
	text: string;
	isHtml: boolean;
}

/** Replies by the first word of a command. Others get 250. */
const REPLIES: Readonly<Record<string, string>> = {
	DATA: '354 Go on',
	QUIT: '221 Bye',
};

const decoded = (quotedPrintable: string): string => {
	const bytes = quotedPrintable.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => {
		return String.fromCharCode(Number.parseInt(hex, 16));
	});
	return Buffer.from(bytes, 'latin1').toString();
};

/** How a body is decoded, by its transfer encoding. Others are text as it stands. */
const DECODERS: Readonly<Record<string, (body: string) => string>> = {
	'quoted-printable': decoded,
	base64: (body) => Buffer.from(body, 'base64').toString(),
};

function mailOf(message: string): Mail {
	const [head = '', ...rest] = message.split('\r\n\r\n');
	const headers = head.replace(/\r\n\s+/g, ' ');
	const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? '';
	// A dot at the beginning of a line is sent as two.
	const body = rest.join('\r\n\r\n').replace(/\r\n\.\./g, '\r\n.');
	const text = DECODERS[header('Content-Transfer-Encoding')]?.(body) ?? body;
	const isHtml = header('Content-Type').startsWith('text/html');
	return { to: header('To'), subject: header('Subject'), text: text.trim(), isHtml };
}

/** Accounts of other services, by the type of the node that uses them. */
export type Accounts = Readonly<Record<string, NonNullable<INode['credentials']>>>;

/** Saves an account of a {@link Mailbox} in n8n, for every node that sends mail. */
export async function saveMailAccount(client: N8nClient, port: number): Promise<Accounts> {
	const data = { user: '', password: '', host: '127.0.0.1', port, secure: false, disableStartTls: true };
	const smtp = { name: 'Mail', id: await client.saveCredential({ name: 'Mail', type: 'smtp', data }) };
	return { 'n8n-nodes-base.emailSend': { smtp }, 'n8n-nodes-base.emailSendHitlTool': { smtp } };
}

/** A mail server on this machine that keeps what it gets. */
export class Mailbox {
	readonly mails: Mail[] = [];
	private readonly server: Server = createServer((socket) => this.talk(socket));
	private readonly sockets = new Set<Socket>();

	async listen(): Promise<number> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		return (this.server.address() as AddressInfo).port;
	}

	async close(): Promise<void> {
		for (const socket of this.sockets) socket.destroy();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private talk(socket: Socket): void {
		let pending = '';
		let isMessage = false;
		this.sockets.add(socket);
		socket.setEncoding('latin1').on('error', () => undefined);
		socket.write('220 mail.shop.example\r\n');
		socket.on('data', (chunk: string) => {
			pending += chunk;
			for (;;) {
				const end = isMessage ? '\r\n.\r\n' : '\r\n';
				const at = pending.indexOf(end);
				if (at < 0) return;
				const part = pending.slice(0, at);
				pending = pending.slice(at + end.length);
				const command = isMessage ? '' : part.split(' ')[0]?.toUpperCase();
				if (isMessage) this.mails.push(mailOf(part));
				isMessage = command === 'DATA';
				socket.write(`${REPLIES[command ?? ''] ?? '250 OK'}\r\n`);
			}
		});
	}
}
