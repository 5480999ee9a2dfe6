import { html } from 'hono/html';
import type { Mount } from '../http/handlers';
import type { World } from '../world';
import { amountText } from './amountText';
import { findCheckout } from './checkout';
import { postedValues, type Values } from './formField';
import { hostedPage, noSuchPayment, outcome, webAddress, type Markup } from './hostedPage';

/** The bank's page. A form without a choice confirms. */
const challenge = (amount: { text: string; currency: string }): Markup =>
	hostedPage({
		title: 'Confirm your payment',
		amount,
		content: html`<h2>Confirm your payment</h2>
			<p class="for">Your bank asks you to confirm this card payment. You then return to the shop.</p>
			<form method="post">
				<button name="answer" value="confirm">Confirm</button>
				<button class="plain" name="answer" value="refuse">I did not ask for this payment</button>
			</form>`,
	});

const confirms = ({ answer }: Values): boolean => answer !== 'refuse';

const cardsWith = (world: World, uuid: string) =>
	[...world.accounts.values()].map(({ cards }) => cards).find((cards) => cards.has(uuid));

/** A challenge that has been answered. */
function answered(failed: boolean, returnUrl: string): Markup {
	const address = webAddress(returnUrl);
	return hostedPage({
		title: failed ? 'Payment declined' : 'Payment confirmed',
		content: html`${failed ? outcome('failed', 'Payment declined') : outcome('success', 'Payment confirmed')}
		${address ? html`<a class="button" href="${address}">Return to the shop</a>` : ''}`,
	});
}

/** The 3DS challenge of a payment by the Card API, at `pay_code.3ds_url`. Afterwards the customer returns to the shop. */
export const mountCardChallenge: Mount = (app, world) => {
	app.get('/3ds/:uuid', (exchange) => {
		const payment = cardsWith(world(), exchange.req.param('uuid'))?.get(exchange.req.param('uuid'));
		if (!payment) return exchange.html(noSuchPayment(), 404);
		const { status, amount, request } = payment;
		const { currency, return_url } = request;
		if (status !== 'pending') return exchange.html(answered(status === 'failed', return_url));
		return exchange.html(challenge({ text: amountText(amount, currency), currency }));
	});

	app.post('/3ds/:uuid', async (exchange) => {
		const uuid = exchange.req.param('uuid');
		const cards = cardsWith(world(), uuid);
		if (!cards) return exchange.html(noSuchPayment(), 404);
		return exchange.redirect(cards.answer3ds(uuid, confirms(await postedValues(exchange))), 303);
	});
};

/** The 3DS challenge of a card on the hosted checkout page, which the customer returns to. */
export const mountCheckoutChallenge: Mount = (app, world) => {
	app.get('/checkout/:uuid/3ds', (exchange) => {
		const session = findCheckout(world(), exchange.req.param('uuid'))?.session;
		if (!session) return exchange.html(noSuchPayment(), 404);
		const { uuid, status, method, amount, currency } = session;
		if (status !== 'pending' || method?.kind !== 'card') return exchange.redirect(`/checkout/${uuid}`, 303);
		return exchange.html(challenge({ text: amountText(amount, currency), currency }));
	});

	app.post('/checkout/:uuid/3ds', async (exchange) => {
		const found = findCheckout(world(), exchange.req.param('uuid'));
		if (!found) return exchange.html(noSuchPayment(), 404);
		const { account, session } = found;
		const confirmed = confirms(await postedValues(exchange));
		if (session.status === 'pending' && session.method?.kind === 'card') {
			if (confirmed) account.checkoutSessions.pay(session);
			else account.checkoutSessions.fail(session, 'The bank’s 3DS challenge was refused');
		}
		return exchange.redirect(`/checkout/${session.uuid}`, 303);
	});
};
