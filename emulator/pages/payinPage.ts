import { html, raw } from 'hono/html';
import type { Account } from '../account';
import { ServiceError } from '../errors';
import type { Mount } from '../handlers';
import { merchantName } from '../merchant';
import { formatMoney } from '../money';
import type { Payin } from '../payinRecords';
import type { World } from '../world';
import { checkoutStyle } from './checkoutStyle';

function find(world: World, uuid: string): { account: Account; payin: Payin } | undefined {
	for (const account of world.accounts.values()) if (account.payins.has(uuid)) return { account, payin: account.payins.get(uuid) };
	return undefined;
}

const view = ({ total, method, description, status }: Payin) =>
	html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>${formatMoney(total, 0)} ${method.currency} to ${merchantName}</title>
				<style>
					${raw(checkoutStyle)}
				</style>
			</head>
			<body>
				<main>
					<div class="sheet">
						<header><strong>${merchantName}</strong></header>
						<p class="amount">${formatMoney(total, 0)}<small>${method.currency}</small></p>
						<p class="for">${description}</p>
						${
							status === 'pending'
								? html`<form method="post"><button name="outcome" value="completed">Pay</button><button name="outcome" value="failed">Decline</button></form>`
								: html`<p>This payment is ${status}.</p>`
						}
					</div>
				</main>
			</body>
		</html>`;

/** Where the customer returns to, when the merchant gave an address a page may lead to (keys callback_url, failure_callback_url). */
function returnAddress({ parameters, status }: Payin): string | undefined {
	const address = status === 'failed' ? (parameters.failure_callback_url ?? parameters.callback_url) : parameters.callback_url;
	return typeof address === 'string' && /^https?:\/\//.test(address) ? address : undefined;
}

/** The hosted page of redirect methods, at the address in `pay_code.payment_url`. The final status still comes by notification. */
export const mountPayinPage: Mount = (app, world) => {
	app.get('/pay/payins/:uuid', (exchange) => {
		const found = find(world(), exchange.req.param('uuid'));
		return found ? exchange.html(view(found.payin)) : exchange.text('There is no such payment', 404);
	});

	app.post('/pay/payins/:uuid', async (exchange) => {
		const found = find(world(), exchange.req.param('uuid'));
		if (!found) return exchange.text('There is no such payment', 404);
		const { account, payin } = found;
		const { outcome } = await exchange.req.parseBody();
		try {
			account.payins.simulate(payin.uuid, outcome === 'failed' ? 'failed' : 'completed');
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			return exchange.html(view(payin), 422);
		}
		return exchange.redirect(returnAddress(payin) ?? `/pay/payins/${payin.uuid}`, 303);
	});
};
