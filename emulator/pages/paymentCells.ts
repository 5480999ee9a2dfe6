import { html } from 'hono/html';
import type { Account } from '../account';
import type { RecentPayment } from '../ledger/books';
import { parseMoney } from '../ledger/money';
import { amountText } from './amountText';
import type { Markup } from './hostedPage';
import { badge, shortTime, type Column } from './overviewTable';

/** An amount for display. The attribute keeps it as the service writes it. */
export function money(decimal: string, currency: string): Markup {
	return html`<data value="${decimal}">${amountText(parseMoney(decimal), currency)}</data>`;
}

/** The customer's page of this payment, if it has one. */
function customerPage(account: Account, { kind, uuid, status }: RecentPayment): string | undefined {
	const { checkoutSessions, gateway, payins } = account;
	if (kind === 'gateway link') return `/checkout/${gateway.session(Number(uuid)).uuid}`;
	if (checkoutSessions.find(uuid)) return `/checkout/${uuid}`;
	if (kind === 'card payment' && status === 'pending') return `/3ds/${uuid}`;
	return payins.has(uuid) ? `/pay/payins/${uuid}` : undefined;
}

function identifier(uuid: string, page: string | undefined): Markup {
	return page === undefined
		? html`<code>${uuid}</code>`
		: html`<a href="${page}" title="The customer’s page"><code>${uuid}</code></a>`;
}

/** The payment's own name. That of a batch opens to its payees; a payment by itself is in a batch under the same name. */
function referenceOf({ currency }: Account, { uuid, externalId, payees = [] }: RecentPayment): Markup | string {
	const name = externalId ?? '';
	if (payees.length === 0 || (payees.length === 1 && payees[0]?.externalId === name)) return name;
	const count = payees.length === 1 ? '1 payee' : `${payees.length} payees`;
	return html`<details data-of="${uuid}">
		<summary>${name} · ${count}</summary>
		<ul class="payees">
			${payees.map(
				(each) =>
					html`<li>
						${each.externalId ?? ''} · ${each.payee} · ${money(each.amount, currency)} ${currency} ${badge(each.status)}
					</li>`,
			)}
		</ul>
	</details>`;
}

/** The columns of {@link paymentCells}. */
export const paymentColumns: readonly Column[] = [
	{ heading: 'Created (UTC)', kind: 'time' },
	{ heading: 'Kind' },
	{ heading: 'uuid' },
	{ heading: 'external_id', kind: 'wrap', named: true },
	{ heading: 'Amount', kind: 'number' },
];

/** What identifies a payment in a table; the identifier leads to the customer's page. */
export const paymentCells = (account: Account, payment: RecentPayment): (Markup | string)[] => [
	shortTime(payment.createdAt),
	payment.kind,
	identifier(payment.uuid, customerPage(account, payment)),
	referenceOf(account, payment),
	html`${money(payment.amount, account.currency)} ${account.currency}`,
];
