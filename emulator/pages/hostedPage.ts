import { html, raw } from 'hono/html';
import { merchantName } from '../engine/merchant';
import { checkoutStyle } from './checkoutStyle';
import { emptyIcon } from './icon';

export type Markup = ReturnType<typeof html>;

interface HostedPage {
	title: string;
	/** How far the payment has come, for the script that follows it. */
	state?: string;
	/** Shown next to the merchant's name, such as the countdown. */
	aside?: Markup;
	amount?: { text: string; currency: string };
	description?: string;
	content: Markup;
	/** Shown below the sheet: what only a test environment offers. */
	below?: Markup | '';
	/** Placed at the end of the body. */
	scripts?: Markup;
}

/** The frame of every page a customer sees. */
export const hostedPage = ({ title, state, aside, amount, description, content, below, scripts }: HostedPage): Markup =>
	html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>${title}</title>
				${emptyIcon}
				<style>
					${raw(checkoutStyle)}
				</style>
			</head>
			<body>
				<main data-state="${state ?? ''}">
					<div class="sheet">
						<header><strong>${merchantName}</strong>${aside ?? ''}</header>
						${amount ? html`<h1 class="amount">${amount.text}<small>${amount.currency}</small></h1>` : ''}
						${description ? html`<p class="for">${description}</p>` : ''}${content}
					</div>
					${below ?? ''}
				</main>
				${scripts ?? ''}
			</body>
		</html>`;

const marks = { success: '✓', failed: '!', expired: '–' } as const;

/** The result of a payment at a glance. */
export const outcome = (kind: keyof typeof marks, title: string, reason = ''): Markup =>
	html`<div class="outcome ${kind}" role="status">
		<div class="mark" aria-hidden="true">${marks[kind]}</div>
		<h2>${title}</h2>
		${reason ? html`<p>${reason}</p>` : ''}
	</div>`;

/** What the customer needs to know to pay, as names and values. */
export const details = (rows: readonly (readonly [string, string])[]): Markup =>
	html`<dl>
		${rows.map(
			([term, value]) =>
				html`<dt>${term}</dt>
					<dd>${value}</dd>`,
		)}
	</dl>`;

/** Buttons for outcomes that a real customer could not choose, and what else only a test environment tells. */
export const sandboxNote = (buttons: Markup, note = ''): Markup =>
	html`<aside class="sandbox" aria-label="Test environment">
		<p>Test environment: no money moves. ${note} Try another ending:</p>
		<form method="post">${buttons}</form>
	</aside>`;

/** An address that a link may lead to; undefined for anything but the web. */
export const webAddress = (address: unknown): string | undefined =>
	typeof address === 'string' && /^https?:\/\//.test(address) ? address : undefined;

/** The page for an address that belongs to no payment. */
export const noSuchPayment = (): Markup =>
	hostedPage({
		title: 'There is no such payment',
		content: outcome(
			'expired',
			'There is no such payment',
			'Check the address. Payments are forgotten when the emulator is reset or stopped.',
		),
	});
