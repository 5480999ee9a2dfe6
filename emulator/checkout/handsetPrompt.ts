import type { Clock } from '../engine/clock';
import { unprocessable } from '../engine/serviceError';
import type { Settings } from '../engine/settings';
import { fail, mustBePending, type CheckoutSession } from './checkoutSession';

interface Needs {
	clock: Clock;
	settings: Pick<Settings, 'promptLifetimeMs'>;
}

/** In Malawi only two networks are supported. National numbers that begin with 8 or 9 stand for them. */
const malawianNetworks = /^(?:\+?265|0)?[89]\d{8}$/;
const phoneNumber = /^\+?\d[\d -]{6,18}\d$/;

/**
 * Mobile money: sends the PIN prompt to the customer's handset. An unanswered prompt fails the payment.
 * @throws ServiceError 422 for a number that cannot be prompted.
 */
export function promptHandset({ clock, settings }: Needs, session: CheckoutSession, submitted: string): void {
	mustBePending(session);
	const phone = submitted.trim();
	if (!phoneNumber.test(phone)) throw unprocessable({ phone: 'must be a phone number' });
	if (session.currency === 'MWK' && !malawianNetworks.test(phone.replace(/[ -]/g, ''))) {
		throw unprocessable({ phone: 'belongs to a network that is not supported' });
	}
	const prompt = { phone, expiresAt: new Date(clock.now().getTime() + settings.promptLifetimeMs) };
	session.prompt = prompt;
	clock.schedule(prompt.expiresAt, () => {
		if (session.status === 'pending' && session.prompt === prompt)
			fail(session, 'The prompt on the handset was not answered');
	});
}
