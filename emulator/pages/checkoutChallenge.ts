import { html } from 'hono/html';
import type { Mount } from '../http/handlers';
import { hostedPage, noSuchPayment } from './hostedPage';

/** The 3DS challenge of a card payment, at `pay_code.3ds_url`. Afterwards the customer returns to the shop. */
export const mountCardChallenge: Mount = (app, world) => {
	const accountOf = (uuid: string) => [...world().accounts.values()].find(({ cards }) => cards.has(uuid));

	app.get('/3ds/:uuid', (exchange) => {
		if (!accountOf(exchange.req.param('uuid'))) return exchange.html(noSuchPayment(), 404);
		return exchange.html(
			hostedPage({
				title: 'Confirm your payment',
				content: html`<h1>Confirm your payment</h1>
					<p class="for">Your bank asks you to confirm this card payment. You then return to the shop.</p>
					<form method="post"><button>Confirm</button></form>`,
			}),
		);
	});

	app.post('/3ds/:uuid', (exchange) => {
		const uuid = exchange.req.param('uuid');
		const account = accountOf(uuid);
		if (!account) return exchange.html(noSuchPayment(), 404);
		return exchange.redirect(account.cards.answer3ds(uuid, true), 303);
	});
};
