import { html, raw } from 'hono/html';
import { fromThisMachine } from '../http/fromThisMachine';
import type { Mount } from '../http/handlers';
import type { World } from '../world';
import { credentials } from './credentials';
import { faultForm } from './faultForm';
import type { Markup } from './hostedPage';
import { emptyIcon } from './icon';
import { latestPayments, openPayments } from './openPayments';
import { overviewScript } from './overviewScript';
import { overviewStyle } from './overviewStyle';
import { shortTime } from './overviewTable';
import { balances, deliveries, faults, inUse, otherPayments, requests } from './overviewTables';

const STEPS = [
	['1 minute', 60_000],
	['15 minutes', 15 * 60_000],
	['1 hour', 3_600_000],
	['1 day', 86_400_000],
] as const;

/** A section whose content refreshes by itself (attribute data-part); what stands before it does not. */
const section = (name: string, heading: string, content: Markup, before: Markup | '' = ''): Markup =>
	html`<section aria-labelledby="${name}-heading">
		<h2 id="${name}-heading" tabindex="-1">${heading}</h2>
		${before}
		<div data-part="${name}">${content}</div>
	</section>`;

function clockSection({ clock }: World): Markup {
	const now = clock.now();
	return html`<section class="clock" aria-labelledby="clock-heading">
		<div>
			<h2 id="clock-heading" tabindex="-1">Clock</h2>
			<p class="time" data-part="clock">
				<time datetime="${now.toISOString()}">${shortTime(now)}</time> <span>UTC</span>
				<small
					>${clock.frozen ? 'frozen' : 'running'}, ${clock.waiting} ${clock.waiting === 1 ? 'task' : 'tasks'}
					waiting</small
				>
			</p>
		</div>
		<p class="moves">
			${STEPS.map(([label, advance]) => {
				const body = JSON.stringify({ advance });
				return html`<button
					data-post="/_control/clock"
					data-body="${body}"
					data-said="The clock was moved by ${label}"
					aria-label="Move the clock by ${label}"
				>
					+${label}
				</button> `;
			})}
		</p>
	</section>`;
}

function unusedAccounts(used: number, all: number): Markup {
	const idle = all - used;
	return html`<p class="empty">
		${idle === 0 ? '' : `${idle} ${used > 0 ? 'more ' : ''}${idle === 1 ? 'account is' : 'accounts are'} not in use yet.`}
	</p>`;
}

function sections(world: World, onThisMachine: boolean): Markup {
	const accounts = [...world.accounts.values()];
	const used = accounts.filter(inUse);
	const { open, others } = latestPayments(used);
	return html`${clockSection(world)} ${section('credentials', 'Credentials', credentials(world, onThisMachine))}
	${section('open', 'Open payments', openPayments(open, others.length === 0))}
	${section('payments', 'Ended payments', otherPayments(others))}
	${section('faults', 'Faults', faults(world), faultForm)}
	${section('notifications', 'Notifications', deliveries(world.notifications.deliveries))}
	${section('requests', 'Requests', requests(world))}
	${section(
		'balances',
		'Balances',
		html`${used.length > 0 ? balances(used) : ''} ${unusedAccounts(used.length, accounts.length)}`,
	)}`;
}

function page(world: World, onThisMachine: boolean): Markup {
	const { environment, seed } = world.settings;
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<title>Service emulator</title>
				${emptyIcon}
				<style>
					${raw(overviewStyle)}
				</style>
			</head>
			<body>
				<header>
					<h1>Service emulator</h1>
					<p class="live" role="status">Refreshes by itself</p>
					<p data-part="facts">
						Here you are the payer, the bank, the approver and the clock · no money moves · ${environment} · seed
						${seed}
					</p>
				</header>
				<main>${sections(world, onThisMachine)}</main>
				<p class="said" role="status"></p>
				<script>
					${raw(overviewScript)};
				</script>
			</body>
		</html>`;
}

/** The overview page at `/`: the state of the emulated service, and what people and time may do to it. */
export const mountOverview: Mount = (app, world) => {
	app.get('/', (exchange) => exchange.html(page(world(), fromThisMachine(exchange))));
};
