import { html, raw } from 'hono/html';
import type { CheckoutMethod } from '../checkoutMethods';
import type { CheckoutSession, SenderInfo } from '../checkoutSessions';
import { currencyFacts } from '../currencies';
import { merchantName } from '../merchant';
import { formatMoney } from '../money';
import { checkoutScript } from './checkoutScript';
import { checkoutStyle } from './checkoutStyle';

/** What was typed and what is wrong with it, when a form comes back. */
export interface CheckoutForm {
	values: Readonly<Record<string, string>>;
	problems: Readonly<Record<string, string>>;
}

/** Everything the page shows. */
export interface CheckoutView {
	session: CheckoutSession;
	/** The methods that take the amount. */
	methods: readonly CheckoutMethod[];
	now: Date;
	form: CheckoutForm;
}

type Markup = ReturnType<typeof html>;

const addressFields = [
	['address', 'Street address', 'street-address'],
	['city', 'City', 'address-level2'],
	['state', 'State or region', 'address-level1'],
	['postal_code', 'Postal code', 'postal-code'],
	['country_code', 'Country code', 'country'],
] as const satisfies readonly (readonly [keyof SenderInfo, string, string])[];

const amountText = ({ amount, currency }: CheckoutSession) => formatMoney(amount, currencyFacts(currency).decimals);

function input(name: string, label: string, autocomplete: string, prefill: string, form: CheckoutForm): Markup {
	const problem = form.problems[name];
	return html`<label
		>${label}
		<input
			name="${name}"
			value="${form.values[name] ?? prefill}"
			autocomplete="${autocomplete}"
			${problem ? raw('aria-invalid="true"') : ''}
		/>
		${problem ? html`<span class="problem">${label} ${problem}</span>` : ''}</label
	>`;
}

function details(rows: readonly (readonly [string, string])[]): Markup {
	return html`<dl>
		${rows.map(
			([term, value]) =>
				html`<dt>${term}</dt>
					<dd>${value}</dd>`,
		)}
	</dl>`;
}

const payButton = (label: string): Markup => html`<button name="action" value="pay">${label}</button>`;

function cardForm({ session, form }: CheckoutView): Markup {
	const fields = addressFields.map(([name, label, autocomplete]) =>
		input(name, label, autocomplete, session.sender[name] ?? '', form),
	);
	return html`<h2>Billing address</h2>
		${fields.slice(0, 2)}
		<div class="pair">${fields.slice(2)}</div>
		${details([['Card', 'Test card ending in 4242']])}${payButton(`Pay ${amountText(session)} ${session.currency}`)}`;
}

function mobileMoneyForm({ session, form }: CheckoutView): Markup {
	if (!session.prompt) {
		return html`${input('phone', 'Mobile money number', 'tel', '', form)}<button name="action" value="prompt">
				Send the prompt to my phone
			</button>`;
	}
	return html`<h2>Confirm on your phone</h2>
		<p>A prompt was sent to ${session.prompt.phone}. Enter your PIN there, then choose “I have paid”.</p>
		<button name="action" value="pay">I have paid</button>`;
}

const reference = (session: CheckoutSession) => ['Reference', session.transactionUuid] as const;

function methodForm(view: CheckoutView, method: CheckoutMethod): Markup {
	const { session } = view;
	switch (method.kind) {
		case 'card':
			return cardForm(view);
		case 'mobileMoney':
			return mobileMoneyForm(view);
		case 'payid':
			return html`${details([['PayID', `${session.uuid.toLowerCase()}@payid.example.test`], reference(session)])}${payButton('I have paid')}`;
		case 'bank':
			return html`${details([['Account name', merchantName], ['Account number', '000123456789'], reference(session)])}${payButton('I have transferred the money')}`;
		case 'qr':
			return html`${details([['Scan', `Payment code ${session.transactionUuid}`], reference(session)])}${payButton('I have paid')}`;
		case 'wallet':
			return html`<p>You will confirm the payment in your ${method.label.toLowerCase()}.</p>
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
			<form method="post">
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
		<form method="post">${methodForm(view, method)}${another}</form>`;
}

const outcomes: Partial<Record<CheckoutSession['status'], string>> = {
	failed: 'Payment failed',
	expired: 'This payment has expired',
};

function finished({ session }: CheckoutView): Markup {
	const success = isPaid(session);
	const target = success ? session.redirect.success : session.redirect.failure;
	const title = outcomes[session.status] ?? 'Payment received';
	const returning = target
		? html`<p>Returning to ${merchantName} in <span id="returning">5</span> s</p>
				<a class="button" id="done" href="${target}">Done</a>`
		: html`<p>You can close this page.</p>
				<button id="done" type="button">Done</button>`;
	return html`<div class="outcome ${success ? 'success' : 'failed'}">
			<div class="mark" aria-hidden="true">${success ? '✓' : '!'}</div>
			<h2>${title}</h2>
			<p>${session.failureReason ?? ''}</p>
		</div>
		${returning}`;
}

/** Whether the customer has done their part; a later refund does not change that. */
export const isPaid = ({ status }: CheckoutSession): boolean =>
	status !== 'pending' && status !== 'failed' && status !== 'expired';

/** What the script needs; `<` is escaped so that no value can end the element. */
function scriptView({ session, now }: CheckoutView): string {
	return JSON.stringify({
		uuid: session.uuid,
		status: session.status,
		page_state: isPaid(session) ? 'success' : 'failed',
		prompted: session.prompt !== null,
		expires_at: session.expiresAt.toISOString(),
		now: now.toISOString(),
		state_url: `/checkout/${session.uuid}/state`,
		redirect_url: { success: session.redirect.success ?? null, failure: session.redirect.failure ?? null },
	}).replaceAll('<', '\\u003c');
}

const sandbox = ({ session }: CheckoutView): Markup =>
	html`<aside class="sandbox">
		Test environment: no money moves here. You can also see what happens when it goes wrong.
		<form method="post">
			<button name="action" value="fail">${session.prompt ? 'Dismiss the prompt' : 'Decline the payment'}</button
			><button name="action" value="expire">Let it expire</button>
		</form>
	</aside>`;

/** The hosted page as HTML. */
export function checkoutPage(view: CheckoutView): Markup {
	const { session } = view;
	const open = session.status === 'pending';
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>${amountText(session)} ${session.currency} to ${merchantName}</title>
				<style>
					${raw(checkoutStyle)}
				</style>
			</head>
			<body>
				<main>
					<div class="sheet">
						<header>
							<strong>${merchantName}</strong
							>${open ? html`<span class="countdown">Expires in <span id="countdown">--:--</span></span>` : ''}
						</header>
						<p class="amount">${amountText(session)}<small>${session.currency}</small></p>
						<p class="for">${session.description}</p>
						${open ? pending(view) : finished(view)}
					</div>
					${open ? sandbox(view) : ''}
				</main>
				<script type="application/json" id="checkout">
					${raw(scriptView(view))}
				</script>
				<script>
					${raw(checkoutScript)};
				</script>
			</body>
		</html>`;
}
