import { html, raw } from 'hono/html';
import type { Mount } from '../http/handlers';
import type { World } from '../world';
import type { Markup } from './hostedPage';
import { emptyIcon } from './icon';
import { overviewScript, overviewStyle } from './overviewAssets';
import { shortTime } from './overviewTable';
import { balances, deliveries, faults, inUse, payments, requests } from './overviewTables';

const MOVES = [
	['+1 second', 1_000],
	['+15 minutes', 15 * 60_000],
	['+1 hour', 3_600_000],
	['+1 day', 86_400_000],
] as const;

/** A part of the page that refreshes on its own (attribute data-part). */
const section = (name: string, heading: string, content: Markup): Markup =>
	html`<section aria-labelledby="${name}-heading">
		<h2 id="${name}-heading">${heading}</h2>
		<div data-part="${name}">${content}</div>
	</section>`;

function clockSection({ clock }: World): Markup {
	return html`<section class="clock" aria-labelledby="clock-heading">
		<div>
			<h2 id="clock-heading">Clock</h2>
			<p class="time" data-part="clock">
				${shortTime(clock.now())} <span>UTC</span>
				<small
					>${clock.frozen ? 'frozen' : 'running'}, ${clock.waiting} ${clock.waiting === 1 ? 'task' : 'tasks'}
					waiting</small
				>
			</p>
		</div>
		<p class="moves">
			${MOVES.map(([label, advance]) => html`<button data-post="/_control/clock" data-body="${JSON.stringify({ advance })}">${label}</button> `)}
		</p>
	</section>`;
}

function page(world: World): Markup {
	const { baseUrl, settings } = world;
	const accounts = [...world.accounts.values()];
	const used = accounts.filter(inUse);
	const idle = accounts.length - used.length;
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
						Base address <code class="base">${baseUrl}/api</code> · ${settings.environment} · seed ${settings.seed} ·
						<a href="/_control/accounts">credentials</a>
					</p>
				</header>
				<main>
					${clockSection(world)}
					${section(
						'balances',
						'Balances',
						html`${used.length > 0 ? balances(used) : ''}
							<p class="empty">
								${idle === 0 ? '' : `${idle} ${used.length > 0 ? 'more ' : ''}${idle === 1 ? 'account is' : 'accounts are'} not in use yet.`}
							</p>`,
					)}
					${section('payments', 'Latest payments', payments(used))}
					${section('notifications', 'Notifications', deliveries(world.notifications.deliveries))}
					${section('requests', 'Requests', requests(world))} ${section('faults', 'Faults', faults(world))}
				</main>
				<script>
					${raw(overviewScript)};
				</script>
			</body>
		</html>`;
}

/** The overview page at `/`, which shows the state of the emulated service. */
export const mountOverview: Mount = (app, world) => {
	app.get('/', (exchange) => exchange.html(page(world())));
};
