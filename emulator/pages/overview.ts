import { html, raw } from 'hono/html';
import { roomsOf, type Account, type RecentPayment } from '../account';
import { booksOf } from '../books';
import type { App } from '../handlers';
import type { Delivery } from '../notifications';
import type { World } from '../world';
import { overviewScript, overviewStyle } from './overviewAssets';

type Markup = ReturnType<typeof html>;

const ROWS = 20;
const BALANCES = ['available', 'incoming', 'outgoing', 'rollingReserve', 'withdrawable'] as const;
const BALANCE_LABELS = {
	available: 'Available',
	incoming: 'Incoming',
	outgoing: 'Outgoing',
	rollingReserve: 'Reserve',
	withdrawable: 'Withdrawable',
};
const MOVES = [
	['+1 second', 1_000],
	['+15 minutes', 15 * 60_000],
	['+1 hour', 3_600_000],
	['+1 day', 86_400_000],
] as const;

const shortTime = (time: Date | string): string =>
	(typeof time === 'string' ? time : time.toISOString()).slice(0, 19).replace('T', ' ');

const tone = (word: string): string => {
	if (/received|completed|settled|done|delivered|active|^2/i.test(word)) return 'good';
	if (/fail|reject|expired|given up|dispute|reset|stall|^[45]/i.test(word)) return 'bad';
	return 'open';
};

const badge = (word: string): Markup => html`<span class="badge ${tone(word)}">${word}</span>`;

function table(headings: readonly string[], rows: readonly Markup[], empty: string): Markup {
	if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
	return html`<div class="scroll">
		<table>
			<thead>
				<tr>
					${headings.map((heading) => html`<th>${heading}</th>`)}
				</tr>
			</thead>
			<tbody>
				${rows}
			</tbody>
		</table>
	</div>`;
}

/** An account is in use once something beside its opening balance has moved, or money is on its way. */
const inUse = (account: Account): boolean =>
	roomsOf(account).some((room) => Object.values(room.summary?.() ?? {}).some(({ count }) => count > 0)) ||
	account.ledger.sources().reduce((sum, { length }) => sum + length, 0) > 1;

function balances(accounts: readonly Account[]): Markup {
	const rows = accounts.map((account) => {
		const books = booksOf(account);
		const payments = Object.entries(books.payments).filter(([, { count }]) => count > 0);
		return html`<tr>
			<th scope="row">${account.currency}</th>
			${BALANCES.map((name) => html`<td class="number">${books.balances[name]}</td>`)}
			<td>
				${payments.map(([kind, { count, sum }]) => html`<span class="pair">${kind} <b>${count}</b> (${sum})</span> `)}
			</td>
			<td>${badge(books.balanced ? 'done' : 'failed')}</td>
		</tr>`;
	});
	return table(
		['Currency', ...BALANCES.map((name) => BALANCE_LABELS[name]), 'Payments', 'Adds up'],
		rows,
		'No account has been used yet.',
	);
}

function payments(accounts: readonly Account[]): Markup {
	const latest = accounts
		.flatMap((account) =>
			roomsOf(account).flatMap((room) =>
				(room.recent?.(ROWS) ?? []).map((payment): [Account, RecentPayment] => [account, payment]),
			),
		)
		.sort(([, one], [, other]) => other.createdAt.getTime() - one.createdAt.getTime())
		.slice(0, ROWS);
	const rows = latest.map(
		([account, { kind, uuid, status, amount, externalId, createdAt }]) =>
			html`<tr>
				<td>${shortTime(createdAt)}</td>
				<td>${kind}</td>
				<td><code>${uuid}</code></td>
				<td>${externalId ?? ''}</td>
				<td class="number">${amount} ${account.currency}</td>
				<td>${badge(status)}</td>
			</tr>`,
	);
	return table(['Created', 'Kind', 'Number', 'external_id', 'Amount', 'Status'], rows, 'No payment yet.');
}

function deliveries(all: readonly Delivery[]): Markup {
	const rows = all
		.slice(-ROWS)
		.reverse()
		.map(
			({ id, source, about, url, createdAt, state, attempts, copyOf }) =>
				html`<tr>
					<td>${shortTime(createdAt)}</td>
					<td>${source}${copyOf === undefined ? '' : ` (copy of ${copyOf})`}</td>
					<td><code>${about}</code></td>
					<td class="address">${url}</td>
					<td>${badge(state)}</td>
					<td>
						${attempts.map(({ status, failure, milliseconds }) => html`<span class="pair" title="${failure ?? ''}">${badge(String(status ?? 'failed'))} ${milliseconds} ms</span> `)}
					</td>
					<td><button data-post="/_control/deliveries/${id}/redeliver">Send again</button></td>
				</tr>`,
		);
	return table(['Created', 'Source', 'About', 'To', 'State', 'Answers', ''], rows, 'No notification yet.');
}

function counters(world: World): Markup {
	const rows = Object.entries(world.counters.counts()).map(
		([endpoint, { calls, handled, byStatus }]) =>
			html`<tr>
				<td><code>${endpoint}</code></td>
				<td class="number">${calls}</td>
				<td class="number">${handled}</td>
				<td>
					${Object.entries(byStatus).map(([status, count]) => html`<span class="pair">${badge(status)} ${count}</span> `)}
				</td>
			</tr>`,
	);
	return table(['Endpoint', 'Calls', 'Took effect', 'Answers'], rows, 'No request yet.');
}

function faults(world: World): Markup {
	const rows = world.faults.rules.map(({ id, endpoint, when, fault, status }) => {
		const fired = world.faults.firings.filter(({ rule }) => rule === id).length;
		return html`<tr>
			<td><code>${id}</code></td>
			<td><code>${[endpoint].flat().join(', ')}</code></td>
			<td>${fault}${status === undefined ? '' : ` ${status}`}</td>
			<td>${when} the effect</td>
			<td class="number">${fired}</td>
			<td><button data-delete="/_control/faults/${encodeURIComponent(id)}">Remove</button></td>
		</tr>`;
	});
	return table(['Rule', 'Endpoint', 'Fault', 'When', 'Fired', ''], rows, 'No fault is set.');
}

function page(world: World): Markup {
	const { clock } = world;
	const accounts = [...world.accounts.values()];
	const used = accounts.filter(inUse);
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<title>Service emulator</title>
				<style>
					${raw(overviewStyle)}
				</style>
			</head>
			<body>
				<header>
					<div>
						<h1>Service emulator</h1>
						<p>
							Base address <code>${world.baseUrl}/api</code> · ${world.settings.environment} · seed
							${world.settings.seed} · <a href="/_control/accounts">credentials</a>
						</p>
					</div>
					<p class="live">Refreshes by itself</p>
				</header>
				<main>
					<section class="clock">
						<h2>Clock</h2>
						<p class="time">
							${shortTime(clock.now())}
							<small
								>UTC, ${clock.frozen ? 'frozen' : 'running'}, ${clock.waiting} ${clock.waiting === 1 ? 'task' : 'tasks'}
								waiting</small
							>
						</p>
						<p>
							${MOVES.map(([label, advance]) => html`<button data-post="/_control/clock" data-body="${JSON.stringify({ advance })}">${label}</button> `)}
						</p>
					</section>
					<section>
						<h2>Balances</h2>
						${balances(used.length > 0 ? used : accounts.slice(0, 1))}
					</section>
					<section>
						<h2>Latest payments</h2>
						${payments(used)}
					</section>
					<section>
						<h2>Notifications</h2>
						${deliveries(world.notifications.deliveries)}
					</section>
					<section>
						<h2>Requests</h2>
						${counters(world)}
					</section>
					<section>
						<h2>Faults</h2>
						${faults(world)}
					</section>
				</main>
				<script>
					${raw(overviewScript)};
				</script>
			</body>
		</html>`;
}

/** The overview at `/`: what the emulated service holds, for a person who looks. */
export function mountOverview(app: App, world: () => World): void {
	app.get('/', (exchange) => exchange.html(page(world())));
}
