import { html, raw } from 'hono/html';
import type { SenderInfo } from '../../contract/links';
import type { CheckoutMethod } from '../checkout/checkoutMethods';
import type { CheckoutSession } from '../checkout/checkoutSession';
import { merchantName, payidDomain } from '../engine/merchant';
import { amountText } from './amountText';
import { checkoutScript } from './checkoutScript';
import { input, type Field, type RejectedForm } from './formField';
import { details, hostedPage, outcome, sandboxNote, type Markup } from './hostedPage';
import { qrPicture } from './qrPicture';

/** Everything the page shows. */
export interface CheckoutView {
	session: CheckoutSession;
	/** The methods that take the amount. */
	methods: readonly CheckoutMethod[];
	/** The service's time, and whether it stands still. */
	clock: { now: Date; frozen: boolean };
	form: RejectedForm;
}

const addressFields = [
	{ name: 'address', label: 'Street address', autocomplete: 'street-address' },
	{ name: 'city', label: 'City', autocomplete: 'address-level2' },
	{ name: 'state', label: 'State', hint: 'optional', autocomplete: 'address-level1' },
	{ name: 'postal_code', label: 'Postal code', autocomplete: 'postal-code' },
	{ name: 'country_code', label: 'Country code', placeholder: 'e.g. AU', autocomplete: 'country' },
] as const satisfies readonly (Field & { name: keyof SenderInfo })[];

const phoneField: Field = {
	name: 'phone',
	label: 'Mobile money number',
	placeholder: 'e.g. +254 700 000 000',
	autocomplete: 'tel',
	type: 'tel',
};

const amountOf = ({ amount, currency }: CheckoutSession): string => `${amountText(amount, currency)} ${currency}`;

const payButton = (label: string): Markup => html`<button name="action" value="pay">${label}</button>`;

/** The cards of the test environment, by what happens to them. */
const cards = [
	['paid', '•••• 4242', 'is paid at once'],
	['3ds', '•••• 3220', 'asks for 3DS first'],
	['declined', '•••• 0002', 'is declined'],
] as const;

const testCards = (chosen = 'paid'): Markup =>
	html`<fieldset>
		<legend>Test card</legend>
		${cards.map(
			([value, number, effect]) =>
				html`<label class="choice"
					><input type="radio" name="card" value="${value}" ${value === chosen ? raw('checked') : ''} /> ${number}
					<small>${effect}</small></label
				>`,
		)}
	</fieldset>`;

function cardForm({ session, form }: CheckoutView): Markup {
	const fields = addressFields.map((field) => input(field, session.sender[field.name] ?? '', form));
	return html`${testCards(form.values['card'])}
		<h2>Billing address</h2>
		${fields.slice(0, 1)}
		<div class="pair">${fields.slice(1)}</div>
		${payButton(`Pay ${amountOf(session)}`)}`;
}

function mobileMoneyForm({ session, form }: CheckoutView): Markup {
	if (!session.prompt) {
		return html`${input(phoneField, '', form)}<button name="action" value="prompt">Send the prompt</button>`;
	}
	return html`<p class="next">
			A prompt was sent to <b>${session.prompt.phone}</b>. Enter your PIN there, then choose “I have paid”.
		</p>
		${payButton('I have paid')}`;
}

function methodForm(view: CheckoutView, method: CheckoutMethod): Markup {
	const { session } = view;
	const reference = ['Reference', session.transactionUuid] as const;
	const amount = ['Amount', amountOf(session)] as const;
	switch (method.kind) {
		case 'card':
			return cardForm(view);
		case 'mobileMoney':
			return mobileMoneyForm(view);
		case 'payid':
			return html`${details([['PayID', `${session.uuid.toLowerCase()}@${payidDomain}`], amount, reference])}${payButton('I have paid')}`;
		case 'bank':
			return html`${details([['Account name', merchantName], ['Account number', '000123456789'], amount, reference])}${payButton('I have transferred the money')}`;
		case 'qr':
			return html`<p class="next">Scan this code with your bank’s app.</p>
				${qrPicture(session.transactionUuid, 'QR code of the payment')}${details([['Payment code', session.transactionUuid], amount])}${payButton('I have paid')}`;
		case 'wallet':
			return html`<p class="next">You confirm the payment in the app.</p>
				${payButton(`Continue with ${method.label}`)}`;
	}
}

function pending(view: CheckoutView): Markup {
	const { session, methods, form } = view;
	const { method } = session;
	const problem = form.problems['page'];
	const notice = problem ? html`<p class="problem" role="alert">${problem}</p>` : '';
	if (!method) {
		return html`${notice}
			<h2>How would you like to pay?</h2>
			<form method="post" class="methods">
				${methods.map(
					({ code, label }) =>
						html`<button class="method" name="method" value="${code}">${label}<small>${code}</small></button>`,
				)}
			</form>`;
	}
	const another =
		session.methodFixed || methods.length < 2
			? ''
			: html`<button class="plain" name="action" value="change">Choose another method</button>`;
	return html`${notice}
		<h2>${session.prompt ? 'Confirm on your phone' : method.label}</h2>
		<form method="post">${methodForm(view, method)}${another}</form>`;
}

function ending(session: CheckoutSession): { kind: 'success' | 'failed' | 'expired'; title: string } {
	if (session.status === 'failed') return { kind: 'failed', title: 'Payment failed' };
	if (session.status === 'expired') return { kind: 'expired', title: 'This payment has expired' };
	return { kind: 'success', title: 'Payment received' };
}

function finished({ session }: CheckoutView): Markup {
	const { kind, title } = ending(session);
	const target = kind === 'success' ? session.redirect.success : session.redirect.failure;
	const next = target
		? html`<p class="after">Returning to ${merchantName} in <span id="returning">5</span> s</p>
				<a class="button" id="done" href="${target}">Done</a>`
		: html`<p class="after">You can close this page.</p>
				<button id="done" type="button">Done</button>`;
	return html`${outcome(kind, title, session.failureReason ?? '')}${next}`;
}

/** Whether the customer has paid; a later refund does not change that. */
const isPaid = ({ status }: CheckoutSession): boolean =>
	status !== 'pending' && status !== 'failed' && status !== 'expired';

/** What the script needs, as JSON; `<` is escaped so that no value can end the element. */
function scriptView({ session, clock }: CheckoutView): string {
	return JSON.stringify({
		uuid: session.uuid,
		status: session.status,
		page_state: isPaid(session) ? 'success' : 'failed',
		prompted: session.prompt !== null,
		expires_at: session.expiresAt.toISOString(),
		now: clock.now.toISOString(),
		frozen: clock.frozen,
		state_url: `/checkout/${session.uuid}/state`,
		redirect_url: { success: session.redirect.success ?? null, failure: session.redirect.failure ?? null },
	}).replaceAll('<', '\\u003c');
}

/** The hosted page as HTML. */
export function checkoutPage(view: CheckoutView): Markup {
	const { session } = view;
	const open = session.status === 'pending';
	const expiry = session.expiresAt.toISOString().slice(0, 19).replace('T', ' ');
	return hostedPage({
		title: `${open ? '' : `${ending(session).title}: `}${amountOf(session)} to ${merchantName}`,
		...(open
			? {
					aside: html`<span class="countdown" title="${expiry} UTC"
						>Expires in <span id="countdown">--:--</span></span
					>`,
				}
			: {}),
		amount: { text: amountText(session.amount, session.currency), currency: session.currency },
		description: session.description,
		content: open ? pending(view) : finished(view),
		below: open
			? sandboxNote(
					html`<button name="action" value="fail">
							${session.prompt ? 'Dismiss the prompt' : 'Decline the payment'}</button
						><button name="action" value="expire">Let it expire</button>`,
				)
			: '',
		scripts: html`<script type="application/json" id="checkout">
				${raw(scriptView(view))}
			</script>
			<script>
				${raw(checkoutScript)};
			</script>`,
	});
}
