import type { Account } from '../account';
import { mustBePending, type CheckoutSession } from '../checkout/checkoutSession';
import type { CheckoutSessions } from '../checkout/checkoutSessions';
import { ServiceError, unprocessable } from '../engine/serviceError';
import type { Mount } from '../http/handlers';
import type { World } from '../world';
import { checkoutPage } from './checkoutPage';
import { emptyForm, postedValues, type Values } from './formField';
import { noSuchPayment } from './hostedPage';

/** The payment behind a hosted page, in whichever account it is. */
export function findCheckout(world: World, uuid: string): { account: Account; session: CheckoutSession } | undefined {
	for (const account of world.accounts.values()) {
		const session = account.checkoutSessions.find(uuid);
		if (session) return { account, session };
	}
	return undefined;
}

/** The page counts down by the service's clock, which may stand still or jump. */
const timeOf = ({ clock }: World) => ({ now: clock.now(), frozen: clock.frozen });

/** Prefilled values are validated like those the customer types (specification: "v3: hosted checkout"). */
function checkBillingAddress(values: Values): void {
	const problems: Record<string, string> = {};
	for (const field of ['address', 'city', 'postal_code', 'country_code']) {
		if (!values[field]?.trim()) problems[field] = 'is required';
	}
	if (values['postal_code'] && !/^[A-Za-z0-9 -]{3,10}$/.test(values['postal_code']))
		problems['postal_code'] = 'is not valid';
	if (values['country_code'] && !/^[A-Z]{2}$/.test(values['country_code']))
		problems['country_code'] = 'must be two capital letters';
	if (Object.keys(problems).length > 0) throw unprocessable(problems);
}

/** The chosen test card decides. One that asks for 3DS is paid on the page of the challenge. */
function payByCard(sessions: CheckoutSessions, session: CheckoutSession, values: Values): void {
	checkBillingAddress(values);
	if (values['card'] === 'declined') return sessions.fail(session, 'The issuer declined the card');
	if (values['card'] !== '3ds') return sessions.pay(session);
	mustBePending(session);
}

function act(sessions: CheckoutSessions, session: CheckoutSession, values: Values): void {
	if (values['method']) return sessions.choose(session, values['method']);
	switch (values['action']) {
		case 'change':
			return sessions.choose(session, null);
		case 'prompt':
			return sessions.promptHandset(session, values['phone'] ?? '');
		case 'pay':
			if (!session.method) throw unprocessable({}, 'Choose a payment method first');
			if (session.method.kind === 'card') return payByCard(sessions, session, values);
			if (session.method.kind === 'mobileMoney' && !session.prompt) throw unprocessable({ phone: 'is required' });
			return sessions.pay(session);
		case 'fail':
			return sessions.fail(
				session,
				session.prompt ? 'The prompt on the phone was dismissed' : 'The payment was declined',
			);
		case 'expire':
			return sessions.expire(session);
		default:
			throw unprocessable({}, 'This form is not known');
	}
}

/** The hosted checkout page of payment links and gateway links. */
export const mountCheckout: Mount = (app, world) => {
	app.get('/checkout/:uuid', (exchange) => {
		const found = findCheckout(world(), exchange.req.param('uuid'));
		if (!found) return exchange.html(noSuchPayment(), 404);
		const { account, session } = found;
		const methods = account.checkoutSessions.methodsFor(session.amount);
		return exchange.html(checkoutPage({ session, methods, clock: timeOf(world()), form: emptyForm }));
	});

	app.get('/checkout/:uuid/state', (exchange) => {
		const found = findCheckout(world(), exchange.req.param('uuid'));
		if (!found) return exchange.json({ error: 'There is no such payment' }, 404);
		const { status, prompt } = found.session;
		return exchange.json({ status, prompted: prompt !== null, ...timeOf(world()) });
	});

	app.post('/checkout/:uuid', async (exchange) => {
		const found = findCheckout(world(), exchange.req.param('uuid'));
		if (!found) return exchange.html(noSuchPayment(), 404);
		const { account, session } = found;
		const values = await postedValues(exchange);
		try {
			act(account.checkoutSessions, session, values);
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			const problems = { ...error.fields, ...(error.message === '' ? {} : { page: error.message }) };
			const methods = account.checkoutSessions.methodsFor(session.amount);
			return exchange.html(checkoutPage({ session, methods, clock: timeOf(world()), form: { values, problems } }), 422);
		}
		// A redirect, so that a reload does not send the form again. A payment that is still open was challenged.
		const challenged = session.status === 'pending' && values['action'] === 'pay';
		return exchange.redirect(`/checkout/${session.uuid}${challenged ? '/3ds' : ''}`, 303);
	});
};
