import { html } from 'hono/html';
import type { Account } from '../account';
import type { FaultRule } from '../engine/faults';
import type { DeliveryAttempt, Delivery } from '../engine/notifications';
import { booksOf } from '../ledger/books';
import type { World } from '../world';
import type { Markup } from './hostedPage';
import type { ListedPayment } from './openPayments';
import { badge, shortTime, table } from './overviewTable';
import { money, paymentCells, paymentColumns } from './paymentCells';

const ROWS = 20;
const BALANCES = [
	['available', 'Available'],
	['incoming', 'Incoming'],
	['outgoing', 'Outgoing'],
	['rollingReserve', 'Reserve'],
	['withdrawable', 'Withdrawable'],
] as const;

/** An account is in use once it holds a payment or a ledger entry other than its opening balance. */
export const inUse = (account: Account): boolean =>
	account.reporting.some((domain) => Object.values(domain.summary()).some(({ count }) => count > 0)) ||
	account.ledger.sources().reduce((sum, { length }) => sum + length, 0) > 1;

export function balances(accounts: readonly Account[]): Markup {
	const rows = accounts.map((account) => {
		const { currency } = account;
		const { balances: owned, payments: lines, balanced } = booksOf(account);
		const kinds = Object.entries(lines).filter(([, { count }]) => count > 0);
		return [
			html`<b>${currency}</b>`,
			...BALANCES.map(([name]) => money(owned[name] ?? '0', currency)),
			kinds.length === 0
				? ''
				: html`${kinds.map(([kind, { count, sum }]) => html`<span class="pair">${kind.replaceAll('_', ' ')} × ${count} <small>(${money(sum, currency)})</small></span> `)}`,
			balanced ? badge('yes', 'good') : badge('no', 'bad'),
		];
	});
	const amounts = BALANCES.map(([, heading]) => ({ heading, kind: 'number', named: true }) as const);
	return table(
		[{ heading: 'Currency' }, ...amounts, { heading: 'Payments', kind: 'wrap' }, { heading: 'Adds up', named: true }],
		rows,
		'There is no account.',
	);
}

/** Payments that nothing can be done about here. */
export function otherPayments(others: readonly ListedPayment[]): Markup {
	const rows = others.map(({ account, payment }) => [...paymentCells(account, payment), badge(payment.status)]);
	return table([...paymentColumns, { heading: 'Status' }], rows, 'Payments that have ended appear here.');
}

/** The status, or the code of the failure. The title holds the full reason. */
function attemptText({ at, status, failure, milliseconds }: DeliveryAttempt): Markup {
	const word = String(status ?? failure?.split(':')[0] ?? 'failed');
	return html`<span class="pair" title="${shortTime(at)} UTC${failure === undefined ? '' : `, ${failure}`}"
		>${badge(word)} ${milliseconds} ms</span
	> `;
}

/** The status that a notification tells; empty where it tells none. */
function toldStatus(body: unknown): string {
	const { status, transaction_info: payment } = body as { status?: unknown; transaction_info?: { status?: unknown } };
	const told = status ?? payment?.status;
	return typeof told === 'string' ? told : '';
}

export function deliveries(all: readonly Delivery[]): Markup {
	const rows = all
		.slice(-ROWS)
		.reverse()
		.map(({ id, source, about, body, url, createdAt, state, attempts, copyOf }) => [
			shortTime(createdAt),
			`${source}${copyOf === undefined ? '' : ' (copy)'}`,
			html`<code>${about}</code>`,
			toldStatus(body),
			html`<span class="address" title="${url}">${new URL(url).pathname}</span>`,
			badge(state),
			attempts.length === 0 ? '' : html`${attempts.map(attemptText)}`,
			html`<button
				data-post="/_control/deliveries/${id}/redeliver"
				data-said="The notification about ${about} is sent again"
				aria-label="Send the notification about ${about} again"
			>
				Send again
			</button>`,
		]);
	return table(
		[
			{ heading: 'Created (UTC)', kind: 'time' },
			{ heading: 'Source' },
			{ heading: 'About' },
			{ heading: 'Tells', named: true },
			{ heading: 'To' },
			{ heading: 'State' },
			{ heading: 'Answers', kind: 'wrap' },
			{ heading: '' },
		],
		rows,
		'No notification yet. One is sent when the status of a payment changes.',
	);
}

export function requests(world: World): Markup {
	const rows = Object.entries(world.counters.counts()).map(([endpoint, { calls, handled, byStatus }]) => [
		html`<code>${endpoint}</code>`,
		calls,
		handled,
		html`${Object.entries(byStatus).map(([status, count]) => html`<span class="pair">${badge(status)} × ${count}</span> `)}`,
	]);
	return table(
		[
			{ heading: 'Endpoint' },
			{ heading: 'Calls', kind: 'number', named: true },
			{ heading: 'Took effect', kind: 'number', named: true },
			{ heading: 'Answers', kind: 'wrap' },
		],
		rows,
		'No request yet.',
	);
}

/** The fault with what qualifies it, such as "status 503" or "slow 5000 ms". */
const faultText = ({ fault, status, delayMs }: FaultRule): string =>
	[fault, status, delayMs === undefined ? undefined : `${delayMs} ms`].filter((part) => part !== undefined).join(' ');

export function faults(world: World): Markup {
	const { rules, firings } = world.faults;
	const rows = rules.map((rule) => {
		const { id, endpoint, when, times } = rule;
		const fired = firings.filter((firing) => firing.rule === id).length;
		return [
			html`<code>${id}</code>`,
			html`<code>${[endpoint].flat().join(', ')}</code>`,
			faultText(rule),
			`${when} the effect`,
			times === undefined ? fired : `${fired} of ${times}`,
			html`<button
				data-delete="/_control/faults/${encodeURIComponent(id)}"
				data-said="The fault ${id} is off"
				aria-label="Switch off the fault ${id}"
			>
				Switch off
			</button>`,
		];
	});
	return table(
		[
			{ heading: 'Rule' },
			{ heading: 'Endpoint', kind: 'wrap' },
			{ heading: 'Fault' },
			{ heading: 'When' },
			{ heading: 'Fired', kind: 'number', named: true },
			{ heading: '' },
		],
		rows,
		'No fault is set. Every call is answered as it should be.',
	);
}
