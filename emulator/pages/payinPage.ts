import { html } from 'hono/html';
import type { Account } from '../account';
import { merchantName } from '../engine/merchant';
import { ServiceError } from '../engine/serviceError';
import type { Mount } from '../http/handlers';
import type { Payin } from '../payins/payin';
import type { World } from '../world';
import { amountText } from './amountText';
import { details, hostedPage, noSuchPayment, outcome, sandboxNote, type Markup } from './hostedPage';

function find(world: World, uuid: string): { account: Account; payin: Payin } | undefined {
	for (const account of world.accounts.values())
		if (account.payins.has(uuid)) return { account, payin: account.payins.get(uuid) };
	return undefined;
}

/** Where the customer returns to, if the merchant gave a web address (keys callback_url, failure_callback_url). */
function returnAddress({ parameters, status }: Payin): string | undefined {
	const success = parameters.callback_url;
	const address = status === 'failed' || status === 'expired' ? (parameters.failure_callback_url ?? success) : success;
	return typeof address === 'string' && /^https?:\/\//.test(address) ? address : undefined;
}

function ended(payin: Payin): Markup {
	const address = returnAddress(payin);
	const next = address
		? html`<a class="button" href="${address}">Return to ${merchantName}</a>`
		: html`<p class="after">You can close this page.</p>`;
	switch (payin.status) {
		case 'failed':
			return html`${outcome('failed', 'Payment failed')}${next}`;
		case 'expired':
			return html`${outcome('expired', 'This payment has expired')}${next}`;
		default:
			return html`${outcome('success', 'Payment received')}${next}`;
	}
}

function page(payin: Payin): Markup {
	const { currency } = payin.method;
	const amount = amountText(payin.total, currency);
	const open = payin.status === 'pending';
	const expiry = new Date(payin.expiresAt).toISOString().slice(0, 16).replace('T', ' ');
	return hostedPage({
		title: `${amount} ${currency} to ${merchantName}`,
		amount: { text: amount, currency },
		description: payin.description,
		content: open
			? html`${details([['Pay by', `${expiry} UTC`]])}
					<form method="post"><button name="outcome" value="completed">Pay ${amount} ${currency}</button></form>`
			: ended(payin),
		below: open ? sandboxNote(html`<button name="outcome" value="failed">Decline the payment</button>`) : '',
	});
}

/** The hosted page of redirect methods, at the address in `pay_code.payment_url`. The final status still comes by notification. */
export const mountPayinPage: Mount = (app, world) => {
	app.get('/pay/payins/:uuid', (exchange) => {
		const found = find(world(), exchange.req.param('uuid'));
		return found ? exchange.html(page(found.payin)) : exchange.html(noSuchPayment(), 404);
	});

	app.post('/pay/payins/:uuid', async (exchange) => {
		const found = find(world(), exchange.req.param('uuid'));
		if (!found) return exchange.html(noSuchPayment(), 404);
		const { account, payin } = found;
		const { outcome: chosen } = await exchange.req.parseBody();
		try {
			account.payins.simulate(payin.uuid, chosen === 'failed' ? 'failed' : 'completed');
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			return exchange.html(page(payin), 422);
		}
		return exchange.redirect(returnAddress(payin) ?? `/pay/payins/${payin.uuid}`, 303);
	});
};
