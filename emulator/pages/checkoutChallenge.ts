import { html, raw } from 'hono/html';
import type { Mount } from '../handlers';
import { merchantName } from '../merchant';
import { checkoutStyle } from './checkoutStyle';

/** The 3DS challenge of a card payment, at the address in `pay_code.3ds_url`; afterwards the customer returns to the shop. */
export const mountCardChallenge: Mount = (app, world) => {
	const accountOf = (uuid: string) => [...world().accounts.values()].find(({ cards }) => cards.has(uuid));

	app.get('/3ds/:uuid', (exchange) => {
		if (!accountOf(exchange.req.param('uuid'))) return exchange.text('There is no such payment', 404);
		return exchange.html(
			html`<!doctype html>
				<html lang="en">
					<head>
						<meta charset="utf-8" />
						<meta name="viewport" content="width=device-width, initial-scale=1" />
						<title>Confirm your payment</title>
						<style>
							${raw(checkoutStyle)}
						</style>
					</head>
					<body>
						<main>
							<div class="sheet">
								<header><strong>${merchantName}</strong></header>
								<p class="for">Your bank asks you to confirm this payment.</p>
								<form method="post"><button>Confirm</button></form>
							</div>
						</main>
					</body>
				</html>`,
		);
	});

	app.post('/3ds/:uuid', (exchange) => {
		const uuid = exchange.req.param('uuid');
		const account = accountOf(uuid);
		if (!account) return exchange.text('There is no such payment', 404);
		return exchange.redirect(account.cards.confirm3ds(uuid), 303);
	});
};
