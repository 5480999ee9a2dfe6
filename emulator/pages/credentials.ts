import { html } from 'hono/html';
import type { Account } from '../account';
import type { World } from '../world';
import type { Markup } from './hostedPage';
import { table } from './overviewTable';

/** A value with a button that copies it; `name` says what it is to those who do not see where it stands. */
const copyable = (value: string, name: string): Markup =>
	html`<span class="copyable"
		><code>${value}</code>
		<button data-copy="${value}" data-said="${name}: copied" aria-label="Copy ${name}">Copy</button></span
	>`;

function accountTable(accounts: readonly Account[]): Markup {
	const rows = accounts.map(({ currency, appId, secretKey }) => [
		html`<b>${currency}</b>`,
		copyable(appId, `App ID, ${currency}`),
		copyable(secretKey, `Secret Key, ${currency}`),
	]);
	return table(
		[{ heading: 'Currency' }, { heading: 'App ID', named: true }, { heading: 'Secret Key', named: true }],
		rows,
		'There is no account.',
	);
}

/** What a credential of n8n needs, under the names of its fields. The secrets are for a browser on this machine alone. */
export function credentials({ baseUrl, accounts }: World, onThisMachine: boolean): Markup {
	const [first, ...others] = accounts.values();
	const secret = first?.webhookSecretKey;
	const address = html`<dt>Base URL</dt>
		<dd>${copyable(`${baseUrl}/api`, 'Base URL')}</dd>`;
	if (!onThisMachine || !first) {
		return html`<dl>${address}</dl>
			<p class="empty">App IDs and keys are shown to a browser on the emulator’s own machine.</p>`;
	}
	return html`<dl>
			${address}
			<dt>Webhook Secret Key</dt>
			<dd>${secret ? copyable(secret, 'Webhook Secret Key') : 'none: notifications are not signed'}</dd>
		</dl>
		${accountTable([first])}
		<details>
			<summary>The accounts of the other ${others.length} currencies</summary>
			${accountTable(others)}
		</details>`;
}
