import { html, raw } from 'hono/html';
import type { Account } from '../account';
import { merchantName } from '../engine/merchant';
import { ServiceError } from '../engine/serviceError';
import type { Mount } from '../http/handlers';
import { DISMISSING_PIN } from '../payins/mobileMoney';
import type { Payin } from '../payins/payin';
import type { World } from '../world';
import { amountText } from './amountText';
import { followScript } from './followScript';
import { emptyForm, postedValues, type RejectedForm, type Values } from './formField';
import { details, hostedPage, noSuchPayment, outcome, sandboxNote, webAddress, type Markup } from './hostedPage';
import { payinStep } from './payinSteps';

function find(world: World, uuid: string): { account: Account; payin: Payin } | undefined {
	for (const account of world.accounts.values())
		if (account.payins.has(uuid)) return { account, payin: account.payins.get(uuid) };
	return undefined;
}

/** Where the customer returns to, if the merchant gave a web address (keys callback_url, failure_callback_url). */
function returnAddress({ parameters, status }: Payin): string | undefined {
	const success = parameters.callback_url;
	const address = status === 'failed' || status === 'expired' ? (parameters.failure_callback_url ?? success) : success;
	return webAddress(address);
}

function ended(payin: Payin): Markup {
	const address = returnAddress(payin);
	const next = address
		? html`<a class="button" href="${address}">Return to ${merchantName}</a>`
		: html`<p class="after">You can close this page.</p>`;
	switch (payin.status) {
		case 'failed':
			return html`${outcome('failed', 'Payment failed', payin.payCode?.error_message)}${next}`;
		case 'expired':
			return html`${outcome('expired', 'This payment has expired')}${next}`;
		default:
			return html`${outcome('success', 'Payment received')}${next}`;
	}
}

function open(payin: Payin, form: RejectedForm): { content: Markup; below: Markup } {
	const { content, note } = payinStep(payin, form);
	const expiry = new Date(payin.expiresAt).toISOString().slice(0, 16).replace('T', ' ');
	const problem = form.problems['page'];
	return {
		content: html`${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
			${details([['Pay by', `${expiry} UTC`]])}
			<form method="post">${content}</form>`,
		below: sandboxNote(html`<button name="outcome" value="failed">Decline the payment</button>`, note),
	};
}

function page(payin: Payin, form = emptyForm): Markup {
	const { method, total, status, stage, payCode } = payin;
	const { currency } = method;
	const isOpen = status === 'pending';
	const amount = { text: total > 0n ? amountText(total, currency) : 'Any amount', currency };
	return hostedPage({
		title: `${amount.text} ${currency} to ${merchantName}`,
		state: [status, stage, Object.keys(payCode ?? {}).length].join(' '),
		amount,
		description: payin.description,
		...(isOpen ? open(payin, form) : { content: ended(payin) }),
		...(isOpen
			? {
					scripts: html`<script>
						${raw(followScript)};
					</script>`,
				}
			: {}),
	});
}

/** What the payer does on the page, by the button's value. */
function act({ payins }: Account, { uuid }: Payin, values: Values): void {
	const { outcome: chosen, amount, code = '', pin = '' } = values;
	switch (chosen) {
		case 'otp':
			return payins.confirmOtp(uuid, code.trim());
		case 'resend':
			return payins.resendOtp(uuid);
		case 'pin':
			if (!/^\d{4,}$/.test(pin)) throw new ServiceError(422, '', '', { pin: 'must have at least four digits' });
			return payins.authorizeStk(uuid, pin);
		case 'dismiss':
			return payins.authorizeStk(uuid, DISMISSING_PIN);
		case 'failed':
			return payins.simulate(uuid, 'failed');
		default:
			return payins.simulate(uuid, 'completed', amount === undefined ? undefined : Number(amount));
	}
}

/** A refusal by field; what concerns no field of the page stands above the form. */
function problemsOf({ message, fields = {} }: ServiceError): Values {
	const { uuid, ...others } = fields;
	const general = [message, uuid === undefined ? '' : `This payment ${uuid}`].filter((text) => text !== '');
	return general.length === 0 ? others : { ...others, page: general.join(', ') };
}

/**
 * The payer's page of every payin. For redirect methods it is the service's, at `pay_code.payment_url`; for the others it
 * stands for what the shop, a bank's app or a phone shows. The final status still comes by notification.
 */
export const mountPayinPage: Mount = (app, world) => {
	app.get('/pay/payins/:uuid', (exchange) => {
		const found = find(world(), exchange.req.param('uuid'));
		return found ? exchange.html(page(found.payin)) : exchange.html(noSuchPayment(), 404);
	});

	app.post('/pay/payins/:uuid', async (exchange) => {
		const found = find(world(), exchange.req.param('uuid'));
		if (!found) return exchange.html(noSuchPayment(), 404);
		const { account, payin } = found;
		const values = await postedValues(exchange);
		try {
			act(account, payin, values);
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			return exchange.html(page(payin, { values, problems: problemsOf(error) }), 422);
		}
		const back = payin.status === 'pending' ? undefined : returnAddress(payin);
		return exchange.redirect(back ?? `/pay/payins/${payin.uuid}`, 303);
	});
};
