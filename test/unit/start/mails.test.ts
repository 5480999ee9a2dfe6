import { connect } from 'node:net';
import { Mailbox } from '../../../runtime/mailbox';
import { showMails } from '../../../start/mailPage';

const mailbox = new Mailbox();
let page: { url: string; close: () => void };
let port: number;
beforeAll(async () => {
	port = await mailbox.listen();
	page = await showMails(mailbox, 0);
});
afterAll(async () => {
	page.close();
	await mailbox.close();
});

/** Sends a mail as n8n does, one command after the answer to the last. */
async function send(...lines: string[]): Promise<void> {
	const socket = connect(port, '127.0.0.1');
	const commands = [
		'HELO n8n',
		'MAIL FROM:<a@shop.test>',
		'RCPT TO:<b@shop.test>',
		'DATA',
		[...lines, '.'].join('\r\n'),
	];
	await new Promise<void>((done, failed) => {
		socket.on('error', failed).on('data', () => {
			const command = commands.shift();
			if (command === undefined) socket.end(done);
			else socket.write(`${command}\r\n`);
		});
	});
}

const shown = async () => await (await fetch(page.url)).text();

it('mails of the examples show on a page, the newest first, with links that can be clicked', async () => {
	await send('To: ada@shop.test', 'Subject: Order 77', 'Content-Type: text/plain', '', 'Pay here: http://pay.test/77');
	await send('To: b@shop.test', 'Subject: Order 78', 'Content-Transfer-Encoding: base64', '', 'UGF5IG5vdw==');
	const html = await shown();
	expect(html).toContain('<a href="http://pay.test/77" target="_blank">http://pay.test/77</a>');
	expect(html).toContain('To ada@shop.test');
	expect(html.indexOf('Pay now')).toBeLessThan(html.indexOf('Order 77'));
});

it('a mail with buttons is shown apart from the page, and runs no scripts', async () => {
	const body = '<a href="http://n8n.test/?approved=true">Approve</a><script>alert(1)</script>';
	await send('To: c@shop.test', 'Subject: May it?', 'Content-Type: text/html', '', body);
	const html = await shown();
	expect(html).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
	expect(html).toContain('approved=true&quot;&gt;Approve');
	expect(html).not.toContain('<script>');
});
