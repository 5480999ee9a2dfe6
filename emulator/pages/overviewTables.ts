import { html } from 'hono/html';
import type { Account } from '../account';
import type { Attempt, Delivery } from '../engine/notifications';
import { booksOf, type RecentPayment } from '../ledger/books';
import { parseMoney } from '../ledger/money';
import type { World } from '../world';
import { amountText } from './amountText';
import type { Markup } from './hostedPage';
import { badge, shortTime, table } from './overviewTable';

const ROWS = 20;
const BALANCES = [
	['available', 'Available'],
	['incoming', 'Incoming'],
	['outgoing', 'Outgoing'],
	['rollingReserve', 'Reserve'],
	['withdrawable', 'Withdrawable'],
] as const;

/** An amount for display. The attribute keeps it as the service writes it. */
function money(decimal: string, currency: string): Markup {
	return html`<data value="${decimal}">${amountText(parseMoney(decimal), currency)}</data>`;
}

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

/** The customer's page of this payment, if it has one. */
function customerPage({ checkoutSessions, payins }: Account, uuid: string): string | undefined {
	if (checkoutSessions.find(uuid)) return `/checkout/${uuid}`;
	const hosted = payins.has(uuid) && payins.get(uuid).method.payCode === 'hosted';
	return hosted ? `/pay/payins/${uuid}` : undefined;
}

function identifier(uuid: string, page: string | undefined): Markup {
	return page === undefined
		? html`<code>${uuid}</code>`
		: html`<a href="${page}" title="The customer’s page"><code>${uuid}</code></a>`;
}

export function payments(accounts: readonly Account[]): Markup {
	const latest = accounts
		.flatMap((account) =>
			account.reporting.flatMap((domain) =>
				(domain.recent?.(ROWS) ?? []).map((payment): [Account, RecentPayment] => [account, payment]),
			),
		)
		.sort(([, one], [, other]) => other.createdAt.getTime() - one.createdAt.getTime())
		.slice(0, ROWS);
	const rows = latest.map(([account, { kind, uuid, status, amount, externalId, createdAt }]) => [
		shortTime(createdAt),
		kind,
		identifier(uuid, customerPage(account, uuid)),
		externalId ?? '',
		money(amount, account.currency),
		account.currency,
		badge(status),
	]);
	return table(
		[
			{ heading: 'Created (UTC)', kind: 'time' },
			{ heading: 'Kind' },
			{ heading: 'uuid' },
			{ heading: 'external_id', kind: 'wrap', named: true },
			{ heading: 'Amount', kind: 'number' },
			{ heading: 'Currency' },
			{ heading: 'Status' },
		],
		rows,
		'No payment yet. Whatever is created at the base address appears here.',
	);
}

/** The status, or the code of the failure. The title holds the full reason. */
function attemptText({ at, status, failure, milliseconds }: Attempt): Markup {
	const word = String(status ?? failure?.split(':')[0] ?? 'failed');
	return html`<span class="pair" title="${shortTime(at)} UTC${failure === undefined ? '' : `, ${failure}`}"
		>${badge(word)} ${milliseconds} ms</span
	> `;
}

export function deliveries(all: readonly Delivery[]): Markup {
	const rows = all
		.slice(-ROWS)
		.reverse()
		.map(({ id, source, about, url, createdAt, state, attempts, copyOf }) => [
			shortTime(createdAt),
			`${source}${copyOf === undefined ? '' : ' (copy)'}`,
			html`<code>${about}</code>`,
			html`<span class="address" title="${url}">${url}</span>`,
			badge(state),
			attempts.length === 0 ? '' : html`${attempts.map(attemptText)}`,
			html`<button
				data-post="/_control/deliveries/${id}/redeliver"
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

export function faults(world: World): Markup {
	const rows = world.faults.rules.map(({ id, endpoint, when, fault, status }) => [
		html`<code>${id}</code>`,
		html`<code>${[endpoint].flat().join(', ')}</code>`,
		`${fault}${status === undefined ? '' : ` ${status}`}`,
		`${when} the effect`,
		world.faults.firings.filter(({ rule }) => rule === id).length,
		html`<button data-delete="/_control/faults/${encodeURIComponent(id)}" aria-label="Remove the fault ${id}">
			Remove
		</button>`,
	]);
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
		'No fault is set. Set one with POST /_control/faults.',
	);
}
