import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { AddressInfo } from 'node:net';
import type { Mail, Mailbox } from '../runtime/mailbox';

const HOST = '127.0.0.1';

const STYLE = `
	body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }
	article { border: 1px solid #8888; border-radius: 8px; margin: 1rem 0; padding: 0 1rem 1rem; }
	h2 { font-size: 1.1rem; } pre { white-space: pre-wrap; } iframe { border: 0; width: 100%; height: 24rem; background: #fff; }
`;

/** A text whose web addresses can be clicked. */
const linked = (text: string) =>
	text
		.split(/(https?:\/\/\S+)/)
		.map((part, index) => (index % 2 === 0 ? part : html`<a href="${part}" target="_blank">${part}</a>`));

/** What a mail holds, without the right to run scripts; its buttons open in a tab of their own. */
const bodyOf = ({ text, isHtml }: Mail) =>
	isHtml
		? html`<iframe
				title="The mail"
				sandbox="allow-popups allow-popups-to-escape-sandbox"
				srcdoc="${`<base target="_blank">${text}`}"
			></iframe>`
		: html`<pre>${linked(text)}</pre>`;

const page = (mails: readonly Mail[]) =>
	html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<title>Mails of the examples</title>
				<style>
					${raw(STYLE)}
				</style>
			</head>
			<body>
				<h1>Mails of the examples</h1>
				<p>What the examples mail stays on this machine and shows here, the newest first. Reload to see new ones.</p>
				${mails.toReversed().map(
					(mail) =>
						html`<article>
							<h2>${mail.subject}</h2>
							<p>To ${mail.to}</p>
							${bodyOf(mail)}
						</article>`,
				)}
			</body>
		</html>`;

/** Serves a page with the mails of a mailbox, to this machine alone. @returns its address, and what ends it */
export async function showMails({ mails }: Mailbox, port: number): Promise<{ url: string; close: () => void }> {
	const app = new Hono().get('/', async (exchange) => exchange.html(await page(mails)));
	return await new Promise((resolve, reject) => {
		const server = serve({ fetch: app.fetch, hostname: HOST, port }, (info: AddressInfo) =>
			resolve({ url: `http://${HOST}:${info.port}`, close: () => server.close() }),
		);
		server.on('error', reject);
	});
}
