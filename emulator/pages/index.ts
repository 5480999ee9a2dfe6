import type { Mount } from '../http/handlers';
import { mountCheckout } from './checkout';
import { mountCardChallenge, mountCheckoutChallenge } from './checkoutChallenge';
import { mountOverview } from './overview';
import { mountPayinPage } from './payinPage';

/** The overview, and every page a customer sees. */
export const pages: readonly Mount[] = [
	mountOverview,
	mountCheckout,
	mountCheckoutChallenge,
	mountCardChallenge,
	mountPayinPage,
];
